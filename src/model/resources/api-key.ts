import type { Kind } from '../kind';
import { createdAt, description, id, metadata, token, uri } from './common';

/** event-sources.md `api_key_*.v0`; gaps.md section 2, `/api_keys`. */
export const apiKey: Kind = {
  name: 'api_key',
  plural: 'api_keys',
  title: 'API key',
  doc: 'A key that programs sign in to the management API with. Its token is answered once, at creation.',
  path: '/api_keys',
  listKey: 'keys',
  idPrefix: 'ak',
  audited: true,
  listFilter: true,
  errorCodes: { emptyUpdate: 606 },
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('What uses the key to authenticate. At most 255 bytes.', 604),
    metadata: { ...metadata, errorCode: 605 },
    token: token('The bearer token for the Authorization header of the management API.'),
  },
};
