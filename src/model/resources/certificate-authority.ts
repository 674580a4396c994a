import type { Kind } from '../kind';
import { commonAttributes, keyUsages, text } from './common';

export const certificateAuthority: Kind = {
  name: 'certificate_authority',
  plural: 'certificate_authorities',
  title: 'certificate authority',
  doc: 'A certificate authority of your own. The service verifies client certificates against it in mutual TLS.',
  path: '/certificate_authorities',
  listKey: 'certificate_authorities',
  idPrefix: 'ca',
  naturalKey: { attributes: ['ca_pem'], unique: false },
  audited: true,
  listFilter: true,
  filterFields: ['subject_common_name', 'not_before', 'not_after'],
  errorCodes: {},
  attributes: {
    ...commonAttributes('Clients whose certificates the authority signs.'),
    ca_pem: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'ca_certificate',
      equality: 'pem',
      errorCode: 1919,
      doc: 'Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates.',
    },
    subject_common_name: text('Common name of the authority’s subject.'),
    not_before: text('Start of the authority’s validity, RFC 3339.'),
    not_after: text('End of the authority’s validity, RFC 3339.'),
    ...keyUsages,
  },
};
