import { networkInterfaces } from 'node:os';
import { parseCidr, parseIp } from '../../model/ip/cidr';
import { findNonPublicNetwork } from '../../model/ip/non-public-networks';

/** Returns the public addresses of this machine. Behind address translation there are none. */
export function findOwnAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  return [...new Set(addresses)].filter((address) => {
    const cidr = parseIp(address) && parseCidr(address);
    return cidr !== undefined && 'canonical' in cidr && !findNonPublicNetwork(cidr);
  });
}
