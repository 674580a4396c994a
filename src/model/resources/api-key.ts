import type { Kind } from '../kind';
import { commonAttributes, token } from './common';

export const apiKey: Kind = {
  name: 'api_key',
  plural: 'api_keys',
  title: 'API key',
  doc: 'A key that programs use to authenticate with the management API. The service returns its token only on create.',
  path: '/api_keys',
  listKey: 'keys',
  idPrefix: 'ak',
  audited: true,
  listFilter: true,
  errorCodes: { emptyUpdate: 606 },
  attributes: {
    ...commonAttributes('Program that uses the key.', { description: 604, metadata: 605 }),
    token: token('The bearer token for the Authorization header of the management API.'),
  },
};
