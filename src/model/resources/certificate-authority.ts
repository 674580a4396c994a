import type { Kind } from '../kind';
import { createdAt, description, id, keyUsages, metadata, text, uri } from './common';

/** event-sources.md `certificate_authority_*.v0`; gaps.md section 2, `/certificate_authorities`. */
export const certificateAuthority: Kind = {
  name: 'certificate_authority',
  plural: 'certificate_authorities',
  title: 'certificate authority',
  doc: 'A certificate authority of your own, against which client certificates are checked in mutual TLS.',
  path: '/certificate_authorities',
  listKey: 'certificate_authorities',
  idPrefix: 'ca',
  naturalKey: { attributes: ['ca_pem'], unique: false },
  audited: true,
  listFilter: true,
  filterFields: ['subject_common_name', 'not_before', 'not_after'],
  errorCodes: {},
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('Whose certificates the authority signs. At most 255 bytes.'),
    metadata,
    ca_pem: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'ca_certificate',
      equality: 'pem',
      errorCode: 1919,
      doc: 'The authority’s certificate as PEM: exactly one, and one that may sign. Another one needs a new object.',
    },
    subject_common_name: text('Common name of the authority’s subject.'),
    not_before: text('Start of the authority’s validity, RFC 3339.'),
    not_after: text('End of the authority’s validity, RFC 3339.'),
    ...keyUsages,
  },
};
