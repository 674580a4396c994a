/** Implementations of the functions that need no secret, no randomness and no response. */
import { createHash } from 'node:crypto';
import { cidrContains, parseCidr, parseIp } from '../../ip/cidr';
import { findNonPublicNetwork } from '../../ip/non-public-networks';
import type { Implementations } from '../check/expression-types';

/** Returns the values of a header or a query parameter of the current request. */
export interface RequestLookUp {
  readonly header: (name: string) => readonly string[];
  readonly cookie: (name: string) => unknown;
  readonly query: (name: string) => readonly string[];
}

type ByName = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Reads the functions' request from the variables of an evaluation; throws if it is unknown. */
export function createLookUp(variables: Readonly<Record<string, unknown>>): RequestLookUp {
  const read = (name: string): ByName => {
    const value = variables[name];
    if (value === undefined) throw new Error('The request is unknown');
    return value as ByName;
  };
  return {
    header: (name) => (read('req__headers')[name.toLowerCase()] ?? []) as readonly string[],
    cookie: (name) => read('req__cookies')[name]?.[0],
    query: (name) => (read('req__url__query_params')[name] ?? []) as readonly string[],
  };
}

function contains(network: string, ip: string): boolean {
  const [range, address] = [parseCidr(network), parseCidr(ip)];
  return !('problem' in range) && !('problem' in address) && cidrContains(range, address);
}

const hash =
  (algorithm: string) =>
  (text: string, format = 'hex'): string =>
    createHash(algorithm)
      .update(text)
      .digest(format as 'hex');

/** `current` returns the look-up of the request that is evaluated. */
export function createFunctions(current: () => RequestLookUp): Implementations {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
    [`hash__${name}(string)`, `hash__${name}(string, string)`, `string.${name}()`, `string.${name}(string)`].map(
      (signature) => [`${signature}: string`, hash(name)],
    ),
  );
  return {
    ...(Object.fromEntries(hashes) as Implementations),
    'getReqHeader(string): list<string>': (name: string) => current().header(name),
    'hasReqHeader(string): bool': (name: string) => current().header(name).length > 0,
    'getReqCookie(string): dyn': (name: string) => current().cookie(name) ?? null,
    'hasReqCookie(string): bool': (name: string) => current().cookie(name) !== undefined,
    'getQueryParam(string): list<string>': (name: string) => current().query(name),
    'hasQueryParam(string): bool': (name: string) => current().query(name).length > 0,
    'inCidrRange(string, string): bool': (ip: string, network: string) => contains(network, ip),
    'inCidrRanges(string, list): bool': (ip: string, networks: readonly unknown[]) =>
      networks.some((network) => contains(String(network), ip)),
    'string.isPrivateIp(): bool': isPrivateIp,
    'string.lower(): string': (text: string) => text.toLowerCase(),
    'string.upper(): string': (text: string) => text.toUpperCase(),
    'string.reverse(): string': (text: string) => [...text].reverse().join(''),
    'string.charAt(int): string': (text: string, index: bigint) => [...text][Number(index)] ?? '',
    'string.replace(string, string): string': (text: string, from: string, to: string) => text.split(from).join(to),
    'string.encodeBase64(): string': (text: string) => Buffer.from(text).toString('base64'),
    'string.decodeBase64(): string': (text: string) => Buffer.from(text, 'base64').toString(),
    'list.slice(int, int): list': (list: readonly unknown[], from: bigint, to: bigint) =>
      list.slice(Number(from), Number(to)),
    'list.distinct(): list': (list: readonly unknown[]) => [...new Set(list)],
    'lists__range(int): list<int>': (count: bigint) =>
      Array.from({ length: Number(count) }, (_, index) => BigInt(index)),
  };
}

/** RFC 1918. */
function isPrivateIp(text: string): boolean {
  const cidr = parseIp(text) && parseCidr(text);
  return cidr && !('problem' in cidr) ? findNonPublicNetwork(cidr)?.source === 'RFC 1918' : false;
}
