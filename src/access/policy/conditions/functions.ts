/** Implementations of the functions of policies that need no secret, no randomness and no response. */
import { createHash } from 'node:crypto';
import { re2 } from '../../../model/cel/environment';
import { cidrContains, parseCidr, parseIp, toMappedIpv4 } from '../../../model/ip/cidr';
import { findNonPublicNetwork } from '../../../model/ip/non-public-networks';

/** The documents of the service do not say what the function returns here. */
export class NotDocumented extends Error {}

type ByName = Readonly<Record<string, readonly unknown[] | undefined>>;

const hash =
  (algorithm: string) =>
  (text: string, format = 'hex'): string =>
    createHash(algorithm)
      .update(text)
      .digest(format as 'hex');

const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
  [`hash__${name}(string)`, `hash__${name}(string, string)`, `string.${name}()`, `string.${name}(string)`].map(
    (signature) => [`${signature}: string`, hash(name)] as const,
  ),
);

/**
 * From the signature of CEL to the function. A `read__` function gets the value that it reads as its first argument.
 */
export const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  ...Object.fromEntries(hashes),
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
  'string.reverse(): string': (text: string) => [...text].reverse().join(''),
  'string.replace(string, string): string': (text: string, from: string, to: string) => text.split(from).join(to),
  'string.encodeBase64(): string': (text: string) => Buffer.from(text).toString('base64'),
  'string.decodeBase64(): string': (text: string) => Buffer.from(text, 'base64').toString(),
  'list.slice(int, int): list': (list: readonly unknown[], from: bigint, to: bigint) =>
    to <= BigInt(list.length) && from >= 0n ? list.slice(Number(from), Number(to)) : notDocumented(),
  'list.distinct(): list': (list: readonly unknown[]) => [...new Set(list)],
  'lists__range(int): list<int>': (count: bigint) => Array.from({ length: Number(count) }, (_, index) => BigInt(index)),
  'text__of(dyn): string': toText,
  'url__rewritten(string, string, string): string': rewriteUrl,
  'url__isSame(string, string): bool': isSameUrl,
};

/** A network that cannot be parsed contains nothing; one with bits beyond its mask is not documented. */
function contains(ip: string, network: string): boolean {
  const [range, address] = [parseCidr(network), parseCidr(ip)];
  if ('problem' in address || toMappedIpv4(address)) return notDocumented();
  if ('problem' in range) return range.network === undefined ? false : notDocumented();
  return network.includes('/') && !toMappedIpv4(range) ? cidrContains(range, address) : notDocumented();
}

/** RFC 1918. */
function isPrivateIp(text: string): boolean {
  const cidr = parseIp(text) && parseCidr(text);
  if (!cidr || 'problem' in cidr) return false;
  return toMappedIpv4(cidr) ? notDocumented() : findNonPublicNetwork(cidr)?.source === 'RFC 1918';
}

/** How the service writes lists, maps and fractions inside a text is not documented. */
function toText(part: unknown): string {
  return ['string', 'bigint', 'boolean'].includes(typeof part) ? String(part) : notDocumented();
}

/** Replaces every match of the pattern, as `redirect` and `url-rewrite` do. */
function rewriteUrl(url: string, pattern: string, replacement: string): string {
  // `$1x` is group 1 and x, or the group 1x.
  if (/\$(?!\d(?![A-Za-z0-9_]))/.test(replacement)) return notDocumented();
  return re2().replaceRe2(pattern, url, replacement);
}

/** Whether a redirect is skipped. Another notation of the URL, relative or with a fragment, is not documented. */
function isSameUrl(a: string, b: string): boolean {
  if (a === b) return true;
  if (!URL.canParse(a, b)) return false;
  const [rewritten, requested] = [new URL(a, b), new URL(b)];
  rewritten.hash = '';
  return rewritten.href === requested.href ? notDocumented() : false;
}

function notDocumented(): never {
  throw new NotDocumented();
}
