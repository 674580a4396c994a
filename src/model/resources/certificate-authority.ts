import { commonAttributes, computedText, defineKind, immutableText, keyUsages } from './common';

export const certificateAuthority = defineKind({
  name: 'certificate_authority',
  title: 'certificate authority',
  doc: 'A certificate authority of your own. The service verifies client certificates against it in mutual TLS.',
  idPrefix: 'ca',
  naturalKey: { attributes: ['ca_pem'], unique: false },
  filterFields: ['subject_common_name', 'not_before', 'not_after'],
  attributes: {
    ...commonAttributes('Clients whose certificates the authority signs.'),
    ca_pem: immutableText(
      'Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates.',
      { format: 'ca_certificate' },
    ),
    subject_common_name: computedText('Common name of the authority’s subject.'),
    not_before: computedText('Start of the authority’s validity, RFC 3339.'),
    not_after: computedText('End of the authority’s validity, RFC 3339.'),
    ...keyUsages,
  },
});
