import { acl, commonAttributes, defineKind, token } from './common';

export const tunnelCredential = defineKind({
  name: 'tunnel_credential',
  title: 'tunnel credential',
  doc: 'A credential that agents use to connect. The service returns its token only on create.',
  path: '/credentials',
  idPrefix: 'cr',
  filterFields: ['acl'],
  errorCodes: { emptyUpdate: 606 },
  attributes: {
    ...commonAttributes('Agent or owner that uses the credential.', { description: 604, metadata: 605 }),
    token: token('The authtoken of the agent.'),
    acl,
  },
});
