import type { Kind } from '../kind';
import { acl, createdAt, description, id, metadata, token, uri } from './common';

export const tunnelCredential: Kind = {
  name: 'tunnel_credential',
  plural: 'tunnel_credentials',
  title: 'tunnel credential',
  doc: 'A credential that agents use to connect. The service returns its token only on create.',
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
    description: description('Agent or owner that uses the credential.', 604),
    metadata: { ...metadata, errorCode: 605 },
    token: token('The authtoken of the agent.'),
    acl,
  },
};
