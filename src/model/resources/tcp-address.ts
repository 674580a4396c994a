import { commonAttributes, computedText, defineKind, optionalText, regions } from './common';

export const tcpAddress = defineKind({
  name: 'tcp_address',
  title: 'TCP address',
  doc: 'A host name and port reserved for your TCP endpoints.',
  path: '/reserved_addrs',
  idPrefix: 'ra',
  naturalKey: { attributes: ['addr'], unique: false },
  filterFields: ['addr', 'region'],
  attributes: {
    ...commonAttributes('Purpose of the address.'),
    addr: computedText('The reserved address, `hostname:port`, chosen by the service.'),
    region: optionalText('Region of the address. Default: `us`.', {
      requiresReplace: 'always',
      default: 'us',
      ...regions,
    }),
  },
});
