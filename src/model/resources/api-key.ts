import { commonAttributes, defineKind, owner, token } from './common';

export const apiKey = defineKind({
  name: 'api_key',
  title: 'API key',
  doc: 'A key that programs use to authenticate with the management API. The service returns its token only on create.',
  listKey: 'keys',
  idPrefix: 'ak',
  filterFields: ['owner_id'],
  attributes: {
    ...commonAttributes('Program that uses the key.'),
    token: { ...token('The bearer token for the Authorization header of the management API.'), hasSealedVariant: true },
    owner_id: owner,
  },
});
