import type { Kind } from '../kind';
import { acl, createdAt, description, id, metadata, token, uri } from './common';

/** event-sources.md `tunnel_credential_*.v0`; gaps.md section 2, `/credentials`. */
export const tunnelCredential: Kind = {
  name: 'tunnel_credential',
  plural: 'tunnel_credentials',
  title: 'tunnel credential',
  doc: 'A credential that agents connect with. Its token is answered once, at creation.',
  path: '/credentials',
  listKey: 'credentials',
  idPrefix: 'cr',
  audited: true,
  listFilter: true,
  filterFields: ['acl'],
  errorCodes: { emptyUpdate: 606 },
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('Who or what uses the credential. At most 255 bytes.', 604),
    metadata: { ...metadata, errorCode: 605 },
    token: token('The authtoken that an agent authenticates with.'),
    acl,
  },
};
