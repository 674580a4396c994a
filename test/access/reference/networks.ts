/** Addresses and networks by Node's own list. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Undefined if the network cannot be read. */
export function contains(network: string, address: string): boolean | undefined {
  const [first = '', length, more] = network.split('/');
  const version = isIP(first);
  if (version === 0 || more !== undefined) return undefined;
  const bits = length === undefined ? (version === 4 ? 32 : 128) : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (bits < 0 || bits > (version === 4 ? 32 : 128)) return undefined;
  if (isIP(address) !== version) return false;
  const list = new BlockList();
  const family = isIPv4(first) ? 'ipv4' : 'ipv6';
  list.addSubnet(first, bits, family);
  return list.check(address, family);
}
