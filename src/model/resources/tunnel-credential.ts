import { acl, commonAttributes, defineKind, owner, token } from './common';

export const tunnelCredential = defineKind({
  name: 'tunnel_credential',
  title: 'tunnel credential',
  doc: 'A credential that agents use to connect. The service returns its token only on create.',
  path: '/credentials',
  idPrefix: 'cr',
  filterFields: ['acl', 'owner_id'],
  attributes: {
    ...commonAttributes('Agent or owner that uses the credential.'),
    token: { ...token('The authtoken of the agent.'), hasSealedVariant: true },
    acl,
    owner_id: owner,
  },
});
