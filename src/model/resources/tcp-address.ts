import type { Kind } from '../kind';
import { commonAttributes, regions, text } from './common';

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
    ...commonAttributes('Purpose of the address.', { description: 504, metadata: 505 }),
    addr: text('The reserved address, `hostname:port`, chosen by the service.'),
    region: {
      type: 'string',
      presence: 'optional',
      requiresReplace: 'always',
      default: 'us',
      ...regions,
      errorCode: 500,
      doc: 'Region of the address. Default: `us`.',
    },
  },
};
