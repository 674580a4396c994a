/** CEL functions of traffic policies: those of the service, and the standard ones that it has. */
import { STANDARD_MACROS } from '../../cel/syntax';
import type { Phase } from './schema';

/** Functions with a namespace: `hash.md5(...)`. */
export const NAMESPACES: Readonly<Record<string, readonly string[]>> = {
  base64: ['encode', 'decode'],
  basic_auth: ['encode'],
  hash: ['md5', 'sha1', 'sha256', 'sha512', 'crc32', 'crc64', 'xxhash64'],
  json: ['encode', 'decode'],
  lists: ['range'],
  queryString: ['encode', 'decode'],
  rand: ['int', 'double'],
  secrets: ['get'],
  strings: ['quote'],
  url: ['escape', 'unescape', 'parse'],
};

/** Functions without receiver, and the phases in which a policy may call them. */
export const GLOBAL_FUNCTIONS: Readonly<Record<string, readonly Phase[] | 'all'>> = {
  ...inPhases(
    ['getReqHeader', 'hasReqHeader', 'getReqCookie', 'hasReqCookie', 'getQueryParam', 'hasQueryParam'],
    ['on_http_request', 'on_http_response', 'on_event_stream_message'],
  ),
  ...inPhases(
    ['getResHeader', 'hasResHeader', 'getResCookie', 'hasResCookie'],
    ['on_http_response', 'on_event_stream_message'],
  ),
  inCidrRange: 'all',
  inCidrRanges: 'all',
  ...inPhases(['has', 'size', 'timestamp', 'duration', 'dyn', 'type'], 'all'),
  ...inPhases(['bool', 'bytes', 'double', 'int', 'string', 'uint'], 'all'),
};

function inPhases<P>(names: readonly string[], phases: P): Record<string, P> {
  return Object.fromEntries(names.map((name) => [name, phases]));
}

/** Functions of a receiver: `list.join(',')`. */
export const METHODS: readonly string[] = [
  ...STANDARD_MACROS,
  ...['isPrivateIp', 'size', 'join', 'slice', 'flatten', 'sort', 'sortBy', 'distinct'],
  ...['md5', 'sha1', 'sha256', 'sha512', 'crc32', 'crc64', 'xxhash64'],
  ...['decodeJson', 'isJson', 'decodeQueryString', 'isQueryString', 'encodeJson', 'encodeQueryString'],
  ...['escapeUrl', 'unescapeUrl', 'parseUrl', 'isURL', 'encodeBase64', 'decodeBase64'],
  ...['matches', 'startsWith', 'endsWith', 'contains', 'charAt', 'indexOf', 'lastIndexOf', 'format', 'split'],
  ...['replace', 'substring', 'trim', 'reverse', 'lower', 'upper', 'lowerAscii', 'upperAscii'],
  ...['getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours', 'getMilliseconds'],
  ...['getMinutes', 'getMonth', 'getSeconds'],
];

/**
 * The types of the functions, for two users: the type check of expressions, and the evaluation of conditions in
 * src/access, which takes the implementation of some of them from `FUNCTIONS` of policy/conditions/functions.ts. There
 * a missing overload makes a condition undecided.
 *
 * - A namespace is joined with `__`: `hash.md5('a')` is a call of `hash__md5(string)`.
 * - A hash has an optional second string, as in `'a'.md5('b')`. No hash is evaluated, so only its type matters here.
 * - Functions above without a signature here, such as `size`, `matches` or `timestamp`, are part of the CEL library.
 * - The type check replaces the macro `sortBy` by `map`, which has the same types.
 */
export const SIGNATURES = [
  ...['getReqHeader(string): list<string>', 'hasReqHeader(string): bool', 'getReqCookie(string): dyn'],
  ...['hasReqCookie(string): bool', 'getQueryParam(string): list<string>', 'hasQueryParam(string): bool'],
  ...['getResHeader(string): list<string>', 'hasResHeader(string): bool', 'getResCookie(string): dyn'],
  ...['hasResCookie(string): bool', 'inCidrRange(string, string): bool', 'inCidrRanges(string, list): bool'],
  ...['secrets__get(string, string): string', 'string.isPrivateIp(): bool'],
  ...['base64__encode(bytes): string', 'base64__decode(string): bytes', 'basic_auth__encode(string, string): string'],
  ...['md5', 'sha1', 'sha256', 'sha512', 'crc32', 'crc64', 'xxhash64'].flatMap((name) => [
    `hash__${name}(string): string`,
    `hash__${name}(string, string): string`,
    `string.${name}(): string`,
    `string.${name}(string): string`,
  ]),
  ...['json__encode(dyn): string', 'json__decode(string): dyn', 'queryString__encode(map): string'],
  ...['queryString__decode(string): dyn', 'string.decodeJson(): dyn', 'string.isJson(): bool'],
  ...['string.decodeQueryString(): dyn', 'string.isQueryString(): bool', 'list.encodeJson(): string'],
  ...['map.encodeJson(): string', 'map.encodeQueryString(): string', 'url__escape(string): string'],
  ...['url__unescape(string): string', 'url__parse(string): dyn', 'string.escapeUrl(): string'],
  ...['string.unescapeUrl(): string', 'string.parseUrl(): dyn', 'string.isURL(): bool'],
  ...['list.slice(int, int): list', 'list.flatten(): list', 'list.flatten(int): list', 'list.sort(): list'],
  ...['list.distinct(): list', 'lists__range(int): list<int>', 'string.charAt(int): string'],
  ...['string.format(list): string', 'string.replace(string, string): string'],
  ...['string.replace(string, string, int): string', 'string.reverse(): string', 'string.lower(): string'],
  ...['string.upper(): string', 'string.encodeBase64(): string', 'string.decodeBase64(): string'],
  ...['strings__quote(string): string', 'rand__int(int, int): int', 'rand__double(): double'],
] as const;
