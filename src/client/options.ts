/** The client's options: what each means, its default, and its check. */
import { PAGE_LIMIT } from '../model/paging';
import { PROFILES, type Profile, tryFindProfile } from '../model/profiles';
import { urlCredentials } from '../model/provider-secrets';
import type { ListOptions } from './call-options';
import { invalidCall } from './errors/api-error';
import type { OnEvent } from './events';
import { parseBaseUrl } from './http/base-url';
import { type ConnectionOptions, resolveConnection } from './http/connection-options';
import type { Fetch } from './http/fetch-transport';

/** How to reach and use the service. */
export interface ClientOptions {
  /**
   * Base address, for example `https://api.example.com`; a path is kept as a prefix. Plain http is accepted for this
   * machine only. Needed unless the profile names one.
   */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer …` to the base URL's origin and nowhere else; in no error, event or log. */
  readonly apiKey: string;
  /** How the service is spoken to. The default is `spec`, the words of the specification. */
  readonly profile?: Profile['name'] | undefined;
  /** More headers for every request, over the profile's. Those the client sets itself are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for one request, from being sent to the end of its answer; waits for the budget do not count. The
   * default is 30,000: many times what the slowest call takes, and a service that hangs is reported within the minute.
   */
  readonly requestTimeout?: number | undefined;
  /** Requests in any 60 s, shared by all calls of this client. The default is the profile's limit; 0 means none. */
  readonly maxRequestsPerMinute?: number | undefined;
  /**
   * How often one call is repeated after failures that pass. The default is 5: back-offs of up to 8 s in all bridge a
   * dropped connection or a restart, and five full windows an account whose rate limit others are using up.
   */
  readonly maxRetries?: number | undefined;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined;
  /** Value of `User-Agent`. The default is `netingress`. */
  readonly userAgent?: string | undefined;
  /** Plain http to another machine too: whoever is on the way reads the API key. */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * PEM certificates of the authorities that may vouch for the service, in place of the public ones: for a service
   * behind a company's own authority.
   */
  readonly caCertificatePem?: string | undefined;
  /** PEM certificate chain, leaf first, that the service sees as this client's (mutual TLS); goes with its private key. */
  readonly clientCertificatePem?: string | undefined;
  /** PEM private key of {@link clientCertificatePem}; in no error, event or log. */
  readonly clientPrivateKeyPem?: string | undefined;
  /**
   * A forward proxy, `http://proxy.example.com:3128`, with `user:password@` if it asks for them. It only passes encrypted
   * bytes on (CONNECT): TLS reaches from here to the service. A service on this machine is always reached directly.
   */
  readonly proxyUrl?: string | undefined;
  /** Answers requests in this process in place of the network, such as an emulator's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Told of every request, for logs; never of a secret. What it throws is ignored, so that logging breaks no call. */
  readonly onEvent?: OnEvent | undefined;
}

/** Options with defaults, checked. */
export interface ResolvedOptions {
  readonly origin: string;
  /** Path of the base URL without trailing slash. */
  readonly prefix: string;
  readonly profile: Profile;
  /** Of every request; the body's are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly connection: ConnectionOptions;
  readonly requestTimeout: number;
  readonly maxRequestsPerMinute: number | undefined;
  readonly maxRetries: number;
}

/** The longest time that a timer can be set to, in ms: 24.8 days. */
const longestTimer = 2 ** 31 - 1;

/** Headers that the client sets itself, or that would change how its requests are read. */
const reservedHeaders: readonly string[] = [
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

/** Checks the options and fills in the defaults; throws an ApiError of kind `invalid_call` for the first that is wrong. */
export function resolveOptions(options: ClientOptions): ResolvedOptions {
  const profile = resolveProfile(options.profile ?? 'spec');
  const extra = checkHeaders(options.headers ?? {});
  const address = resolveBaseUrl(options, profile);
  const connection = resolveConnection(options, address.origin);
  return {
    ...address,
    connection,
    profile,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...lowerCaseNames(profile.headers),
      'user-agent': checkHeaderValue('userAgent', options.userAgent ?? 'netingress'),
      ...extra,
      authorization: `Bearer ${checkApiKey(options.apiKey)}`,
    },
    // A header's value is as likely a credential as not; short ones are names of teams and the like.
    secrets: [
      options.apiKey,
      ...Object.values(extra).filter((value) => value.length >= 8),
      options.clientPrivateKeyPem ?? '',
      ...urlCredentials(options.proxyUrl ?? ''),
    ],
    requestTimeout: checkTime('requestTimeout', options.requestTimeout ?? 30_000),
    maxRequestsPerMinute: resolveRate(options.maxRequestsPerMinute, profile),
    maxRetries: checkCount('maxRetries', options.maxRetries ?? 5),
  };
}

/** The page size of a list, checked. */
export function checkLimit(limit: ListOptions['limit']): number {
  if (limit === undefined) return PAGE_LIMIT.default;
  if (Number.isInteger(limit) && limit >= PAGE_LIMIT.least && limit <= PAGE_LIMIT.most) return limit;
  throw invalidCall('limit', `is ${limit}`, `a whole number from ${PAGE_LIMIT.least} to ${PAGE_LIMIT.most}`);
}

/** A time limit in ms, checked. */
export function checkTime(name: string, ms: number): number {
  if (ms > 0 && ms <= longestTimer) return ms;
  throw invalidCall(name, `is ${ms}`, `milliseconds above 0 and up to ${longestTimer}`);
}

function resolveProfile(name: string): Profile {
  const profile = tryFindProfile(name);
  if (profile) return profile;
  throw invalidCall('profile', `is '${name}'`, `one of ${Object.keys(PROFILES).join(', ')}`);
}

function resolveBaseUrl(options: ClientOptions, profile: Profile): Pick<ResolvedOptions, 'origin' | 'prefix'> {
  const text = options.baseUrl ?? profile.baseUrl;
  const expected = 'an absolute URL such as https://api.example.com';
  if (text === undefined)
    throw invalidCall('baseUrl', `is not set, and the profile '${profile.name}' names none`, expected);
  const parsed = parseBaseUrl(text, options.allowInsecureHttp ?? false);
  if ('problem' in parsed) throw invalidCall('baseUrl', parsed.problem, parsed.expected);
  return parsed;
}

function resolveRate(given: number | undefined, profile: Profile): number | undefined {
  const rate = given ?? profile.requestsPerMinute ?? 0;
  return checkCount('maxRequestsPerMinute', rate) === 0 ? undefined : rate;
}

function checkCount(name: string, count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw invalidCall(name, `is ${count}`, 'a whole number, 0 or more');
}

function checkApiKey(key: string): string {
  const expected = 'the API key as the service gave it, in visible ASCII characters without blanks';
  if (typeof key !== 'string' || key === '') throw invalidCall('apiKey', 'is not set', expected);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw invalidCall('apiKey', 'holds a character that cannot stand in it, perhaps a line break at its end', expected);
}

function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      throw invalidCall('headers', `holds the name '${name}'`, 'names of letters, digits and hyphens');
    }
    if (reservedHeaders.includes(name.toLowerCase())) {
      throw invalidCall('headers', `holds '${name}', which the client sets itself`, 'other headers only');
    }
    checkHeaderValue(`headers['${name}']`, value);
  }
  return lowerCaseNames(headers);
}

function checkHeaderValue(subject: string, value: string): string {
  if (typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw invalidCall(subject, 'holds a character that cannot stand in a header', 'a text of one line in Latin-1');
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
