import type { Kind } from '../kind';
import { acl, commonAttributes, token } from './common';

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
    ...commonAttributes('Agent or owner that uses the credential.', { description: 604, metadata: 605 }),
    token: token('The authtoken of the agent.'),
    acl,
  },
};
