import type { Kind } from '../kind';
import { createdAt, description, id, metadata, regions, text, uri } from './common';

/** event-sources.md `tcp_address_*.v0`; gaps.md section 2, `/reserved_addrs`. */
export const tcpAddress: Kind = {
  name: 'tcp_address',
  plural: 'tcp_addresses',
  title: 'TCP address',
  doc: 'A host name and port reserved for your TCP endpoints.',
  path: '/reserved_addrs',
  listKey: 'reserved_addrs',
  idPrefix: 'ra',
  naturalKey: { attributes: ['addr'], unique: false },
  audited: true,
  listFilter: true,
  filterFields: ['addr', 'region'],
  errorCodes: { emptyUpdate: 506 },
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('What the address is used for. At most 255 bytes.', 504),
    metadata: { ...metadata, errorCode: 505 },
    addr: text('The reserved address, `hostname:port`, chosen by the service.'),
    region: {
      type: 'string',
      presence: 'optional',
      requiresReplace: 'always',
      default: 'us',
      ...regions,
      errorCode: 500,
      doc: 'Region of the address. The default is `us`, the service’s own. Another region needs a new address.',
    },
  },
};
