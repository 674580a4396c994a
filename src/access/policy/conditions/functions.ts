/** Functions that the service adds to CEL. The results of its other functions are not known. */
import { cidrContains, parseCidr, toMappedIpv4 } from '../../../model/ip/cidr';
import { findNonPublicNetwork } from '../../../model/ip/non-public-networks';
import { readAddress } from '../../space';

/** The documents of the service do not say what the function returns here. */
export class NotDocumented extends Error {}

type ByName = Readonly<Record<string, readonly unknown[] | undefined>>;

/** A `read__` function gets the value that it reads as its first argument. */
export const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'read__getReqHeader(map, string): list<string>': (map: ByName, name: string) => map[name.toLowerCase()] ?? [],
  'read__hasReqHeader(map, string): bool': (map: ByName, name: string) => map[name.toLowerCase()] !== undefined,
  'read__getReqCookie(map, string): dyn': (map: ByName, name: string) => map[name]?.[0] ?? notDocumented(),
  'read__hasReqCookie(map, string): bool': (map: ByName, name: string) => map[name] !== undefined,
  'read__getQueryParam(map, string): list<string>': (map: ByName, name: string) => map[name] ?? [],
  'read__hasQueryParam(map, string): bool': (map: ByName, name: string) => map[name] !== undefined,
  'inCidrRange(string, string): bool': contains,
  'inCidrRanges(string, list): bool': (ip: string, networks: readonly unknown[]) =>
    networks.every((network) => typeof network === 'string')
      ? networks.some((network) => contains(ip, network))
      : notDocumented(),
  'string.isPrivateIp(): bool': isPrivateIp,
  'string.lower(): string': (text: string) => text.toLowerCase(),
  'string.upper(): string': (text: string) => text.toUpperCase(),
  // For a value inside a template.
  'text__of(dyn): string': toText,
};

/** Not documented if `ip` is no address, if the network has no mask or bits beyond it, or for an IPv6 form of IPv4. */
function contains(ip: string, network: string): boolean {
  const [range, address] = [parseCidr(network), readAddress(ip)];
  if (!address || toMappedIpv4(address)) return notDocumented();
  if ('problem' in range) return range.network === undefined ? false : notDocumented();
  return network.includes('/') && !toMappedIpv4(range) ? cidrContains(range, address) : notDocumented();
}

/** RFC 1918. Not documented, as for {@link contains}, if the text is no address, or an IPv6 form of IPv4. */
function isPrivateIp(text: string): boolean {
  const cidr = readAddress(text);
  return !cidr || toMappedIpv4(cidr) ? notDocumented() : findNonPublicNetwork(cidr)?.source === 'RFC 1918';
}

/** How the service writes lists, maps, fractions and null inside a text is not documented. */
function toText(part: unknown): string {
  return ['string', 'bigint', 'boolean'].includes(typeof part) ? String(part) : notDocumented();
}

function notDocumented(): never {
  throw new NotDocumented();
}
