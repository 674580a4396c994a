import { PAGE_LIMIT } from '../model/kind';
import { parseBaseUrl } from '../model/net/base-url';
import { PROFILES, type Profile, tryFindProfile } from '../model/profiles';
import { PROVIDER_ATTRIBUTES, proxyPasswords, type SettingsSource } from '../model/provider-config';
import type { ListOptions } from './call-options';
import { invalidCall } from './errors/api-error';
import type { OnEvent } from './events';
import { type ConnectionOptions, resolveConnection, type TlsAndProxyOptions } from './http/connection-options';
import type { Fetch } from './http/fetch-transport';

/** Options of {@link createClient}; `apiKey` is required, and `baseUrl` unless the profile has one. */
export interface ClientOptions extends TlsAndProxyOptions {
  /**
   * Base URL, for example `https://api.example.com`; a path is kept as a prefix. Plain http is allowed for loopback
   * addresses only.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Sent as `Authorization: Bearer …` to the base URL's origin only. Redacted from errors and events if it has at least
   * four characters.
   */
  readonly apiKey: string;
  /** API dialect. The default is `spec`, the names of the specification. */
  readonly profile?: Profile['name'] | undefined;
  /**
   * Additional headers of every request; they override the profile's. Reserved ones, such as `Host`, are rejected.
   * Values of at least eight characters are redacted from errors and events.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for one request, from connecting to the complete response; waits for the rate limiter do not count.
   * The default is 30,000, a judgement.
   */
  readonly requestTimeout?: number | undefined;
  /** Requests in any 60 s, shared by all calls of the client. The default is the profile's limit; 0 means no limit. */
  readonly maxRequestsPerMinute?: number | undefined;
  /**
   * Retries of one call after transient failures. The default is 5: random back-offs of up to 8 s in all, for a dropped
   * connection or a restart. After a 429 a retry waits as long as the response asks, without `Retry-After` for the rest
   * of the rate limit's window; a call that is asked to wait above 300 s fails.
   */
  readonly maxRetries?: number | undefined;
  /** Aborts every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** Value of `User-Agent`, unless `headers` has one. The default is `netingress`. */
  readonly userAgent?: string | undefined;
  /**
   * Allows plain http to other hosts than loopback addresses. The network can then read the API key. Default: false.
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Handles requests in this process instead of the network, for example an emulator's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Receives an event for each step of a request, without secrets. Exceptions are ignored, so that logging breaks no
   * call.
   */
  readonly onEvent?: OnEvent | undefined;
  /**
   * Where errors say that the base URL and the API key are set. The default is `environment`: `api_key,
   * NETINGRESS_API_KEY`; with `accounts file` it is `api_key in the accounts file`.
   */
  readonly settingsSource?: SettingsSource | undefined;
}

export interface ResolvedOptions {
  readonly origin: string;
  /** Path of the base URL without a trailing slash: `/v2`, or `''` for none. */
  readonly prefix: string;
  readonly profile: Profile;
  /** Of every request, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Strings to redact; some may be empty, or too short for it (`SHORTEST_SECRET`). */
  readonly secrets: readonly string[];
  readonly connectionOptions: ConnectionOptions;
  /** In ms. */
  readonly requestTimeout: number;
  /** Undefined for no limit. */
  readonly maxRequestsPerMinute: number | undefined;
  readonly maxRetries: number;
  readonly settingsSource: SettingsSource;
}

/** Longest delay of a timer, 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Headers that the client sets, or that would change how its requests are parsed. */
const RESERVED_HEADERS: readonly string[] = [
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export function resolveOptions(options: ClientOptions): ResolvedOptions {
  const profile = resolveProfile(options.profile ?? 'spec');
  const headers = checkHeaders(options.headers ?? {});
  const address = resolveBaseUrl(options, profile);
  const connectionOptions = resolveConnection(options, address.origin);
  return {
    ...address,
    connectionOptions,
    profile,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...lowerCaseNames(profile.headers),
      'user-agent': checkHeaderValue('userAgent', options.userAgent ?? 'netingress'),
      ...headers,
      authorization: `Bearer ${checkApiKey(options.apiKey)}`,
    },
    // A header may contain a credential. A judgement: values below 8 characters are words that messages need, such as
    // `staging`.
    secrets: [
      options.apiKey,
      ...Object.values(headers).filter((value) => value.length >= 8),
      options.clientPrivateKeyPem ?? '',
      ...proxyPasswords(options.proxyUrl ?? ''),
    ],
    requestTimeout: checkTimeout('requestTimeout', options.requestTimeout ?? 30_000),
    maxRequestsPerMinute: resolveRate(options.maxRequestsPerMinute, profile),
    maxRetries: checkCount('maxRetries', options.maxRetries ?? PROVIDER_ATTRIBUTES.max_retries.default),
    settingsSource: options.settingsSource ?? 'environment',
  };
}

export function checkLimit(limit: ListOptions['limit']): number {
  if (limit === undefined) return PAGE_LIMIT.default;
  if (Number.isInteger(limit) && limit >= PAGE_LIMIT.least && limit <= PAGE_LIMIT.most) return limit;
  throw invalidCall('limit', `is ${limit}`, `an integer from ${PAGE_LIMIT.least} to ${PAGE_LIMIT.most}`);
}

export function checkTimeout(name: string, ms: number): number {
  if (ms > 0 && ms <= MAX_TIMER_MS) return ms;
  throw invalidCall(name, `is ${ms}`, `milliseconds above 0 and up to ${MAX_TIMER_MS}`);
}

function resolveProfile(name: string): Profile {
  const profile = tryFindProfile(name);
  if (profile) return profile;
  throw invalidCall('profile', `is '${name}'`, `one of ${Object.keys(PROFILES).join(', ')}`);
}

function resolveBaseUrl(options: ClientOptions, profile: Profile): Pick<ResolvedOptions, 'origin' | 'prefix'> {
  const baseUrl = options.baseUrl ?? profile.baseUrl;
  if (baseUrl === undefined) {
    const problem = `is not set, and the profile '${profile.name}' has no default`;
    throw invalidCall('baseUrl', problem, 'an absolute URL such as https://api.example.com');
  }
  const parsed = parseBaseUrl(baseUrl, { allowInsecureHttp: options.allowInsecureHttp });
  if ('problem' in parsed) throw invalidCall('baseUrl', parsed.problem, parsed.expected);
  return parsed;
}

function resolveRate(maxRequestsPerMinute: number | undefined, profile: Profile): number | undefined {
  const rate = maxRequestsPerMinute ?? profile.requestsPerMinute ?? 0;
  return checkCount('maxRequestsPerMinute', rate) === 0 ? undefined : rate;
}

function checkCount(name: string, count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw invalidCall(name, `is ${count}`, 'an integer, 0 or more');
}

function checkApiKey(key: string): string {
  const expected = 'the API key as issued by the service: visible ASCII characters without blanks';
  if (typeof key !== 'string' || key === '') throw invalidCall('apiKey', 'is not set', expected);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const place = /^\s/.test(key)
    ? 'begins with a blank or line break'
    : /\s$/.test(key) && 'ends with a blank or line break';
  throw invalidCall('apiKey', place || 'contains an invalid character', expected);
}

function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      throw invalidCall('headers', `contains the invalid name '${name}'`, 'names of letters, digits and hyphens');
    }
    if (RESERVED_HEADERS.includes(name.toLowerCase())) {
      throw invalidCall('headers', `contains '${name}', which is reserved for the client`, 'other headers only');
    }
    checkHeaderValue(`headers['${name}']`, value);
  }
  return lowerCaseNames(headers);
}

function checkHeaderValue(subject: string, value: string): string {
  if (typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw invalidCall(subject, 'contains a character that is invalid in a header', 'one line of Latin-1 characters');
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
