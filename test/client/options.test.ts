import {
  type AgentIngressUpdate,
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  type EventDestination,
  type EventSource,
  type IpPolicyRule,
  type IpPolicyRuleCreate,
  type IpPolicyRuleUpdate,
  type KubernetesOperatorBinding,
  type Ref,
  type ServiceClient,
} from '../../src/client';
import { resolveOptions } from '../../src/client/options';
import type { EventType } from '../../src/model/events/event-types';
import { parseBaseUrl } from '../../src/model/net/base-url';
import type { JsonObject } from '../../src/values/json';

const good: ClientOptions = { baseUrl: 'https://api.example.com', apiKey: 'k' };

const anUrl = 'expected an absolute URL such as https://api.example.com.';
const onlyUrl = 'expected only scheme, host, port and path';
const ownKey = 'the API key is an option of its own.';
const aKey = 'expected the API key as issued by the service: visible ASCII characters without blanks.';
const ms = 'expected milliseconds above 0 and up to 2147483647.';
const isReserved = 'which is reserved for the client; expected other headers only.';
const aName = 'expected names of letters, digits and hyphens.';
const isNoHeader = 'contains a character that is invalid in a header; expected one line of Latin-1 characters.';
const isExposed =
  'which would expose the API key to the network; expected https, or http to a loopback address (localhost, 127.0.0.1, [::1]).';

test.each<[string, Partial<ClientOptions>, string]>([
  ['no base URL', { baseUrl: undefined }, `baseUrl is not set, and the profile 'spec' has no default; ${anUrl}`],
  ['an invalid base URL', { baseUrl: 'api.example.com' }, `baseUrl is not an absolute URL; ${anUrl}`],
  ['another scheme', { baseUrl: 'ftp://api.example.com' }, `baseUrl has the invalid scheme 'ftp'; ${anUrl}`],
  ['user info', { baseUrl: 'https://me@x.test' }, `baseUrl contains a user name or password; ${onlyUrl}; ${ownKey}`],
  ['a query', { baseUrl: 'https://api.example.com/?' }, `baseUrl has a query or a fragment; ${onlyUrl}.`],
  ['a fragment', { baseUrl: 'https://api.example.com#x' }, `baseUrl has a query or a fragment; ${onlyUrl}.`],
  ['http to elsewhere', { baseUrl: 'http://x.test' }, `baseUrl uses plain http to x.test, ${isExposed}`],
  ['no key', { apiKey: '' }, `apiKey is not set; ${aKey}`],
  ['a key with a line break', { apiKey: 'k\n' }, `apiKey ends with a blank or line break; ${aKey}`],
  ['a key with a leading blank', { apiKey: ' k' }, `apiKey begins with a blank or line break; ${aKey}`],
  ['an unknown profile', { profile: 'other' as 'spec' }, "profile is 'other'; expected one of spec, ngrok."],
  ['a reserved header', { headers: { Authorization: 'x' } }, `headers contains 'Authorization', ${isReserved}`],
  ['an invalid header name', { headers: { 'a b': 'x' } }, `headers contains the invalid name 'a b'; ${aName}`],
  ['a header of two lines', { headers: { a: 'x\r\ny: z' } }, `headers['a'] ${isNoHeader}`],
  ['a user agent of two lines', { userAgent: 'a\nb' }, `userAgent ${isNoHeader}`],
  ['no time', { requestTimeout: 0 }, `requestTimeout is 0; ${ms}`],
  ['too much time', { requestTimeout: 2 ** 31 }, `requestTimeout is 2147483648; ${ms}`],
  ['a time that is no number', { requestTimeout: Number.NaN }, `requestTimeout is NaN; ${ms}`],
  ['half a request', { maxRequestsPerMinute: 0.5 }, 'maxRequestsPerMinute is 0.5; expected an integer, 0 or more.'],
  ['fewer retries than none', { maxRetries: -1 }, 'maxRetries is -1; expected an integer, 0 or more.'],
])('%s is refused', (_, options, message) => {
  const make = (): unknown => createClient({ ...good, ...options });
  expect(make).toThrow(ApiError);
  const problem = { category: 'invalid_call', deliveryStatus: 'no', sideEffect: 'not_sent', message };
  expect(make).toThrow(expect.objectContaining(problem));
});

test('plain http is accepted to a loopback address', () => {
  const hosts = ['localhost:8080', 'LOCALHOST', 'api.localhost', '127.0.0.1:1', '127.9.9.9', '0x7f.1', '[::1]:1/x'];
  for (const host of hosts) expect(() => createClient({ ...good, baseUrl: `http://${host}` })).not.toThrow();
});

test.each([
  ...['http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://notlocalhost'],
  ...['http://128.0.0.1', 'http://[::2]', 'http://0.0.0.0'],
])('plain http to another host is rejected: %s', (baseUrl) => {
  expect(parseBaseUrl(baseUrl)).toMatchObject({ problem: expect.stringContaining('uses plain http') });
  expect(parseBaseUrl(baseUrl, { allowInsecureHttp: true })).toMatchObject({ origin: baseUrl });
});

test('the ngrok profile sets base URL, headers and a limit; an option replaces the limit', () => {
  expect(createClient({ apiKey: 'k', profile: 'ngrok' }).baseUrl).toBe('https://api.ngrok.com');
  expect(resolveOptions({ apiKey: 'k', profile: 'ngrok' }).headers).toMatchObject({ 'ngrok-version': '2' });
  const budget = (profile: 'spec' | 'ngrok', maxRequestsPerMinute?: number) =>
    resolveOptions({ ...good, profile, maxRequestsPerMinute }).maxRequestsPerMinute;
  expect([budget('spec'), budget('spec', 30)]).toEqual([undefined, 30]);
  expect([budget('ngrok'), budget('ngrok', 30), budget('ngrok', 0)]).toEqual([120, 30, undefined]);
});

test('defaults are 30 s and five retries', () => {
  expect(resolveOptions(good)).toMatchObject({ requestTimeout: 30_000, maxRetries: 5 });
});

/** `tsc` tests these claims; running the file proves nothing more. */
describe('types', () => {
  type Holds<Claim extends true> = Claim;
  type Extends<A, B> = A extends B ? true : false;
  /** Also equal in what is optional and readonly. */
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

  type Creds = NonNullable<NonNullable<NonNullable<EventDestination['target']['data_stream']>['auth']>['creds']>;

  interface Rule {
    readonly cidr: string;
    readonly ip_policy_id: string;
    readonly action: 'allow' | 'deny';
  }
  interface Texts<Cleared = never> {
    readonly description?: string | Cleared;
    readonly metadata?: string | Cleared;
  }
  type Named = { readonly id: string; readonly uri: string; readonly created_at: string };
  type Flat<T> = { [K in keyof T]: T[K] };

  type Claims = [
    // What a create requires, what an update may change, and what a response may omit.
    Holds<Same<Flat<IpPolicyRuleCreate>, Flat<Texts & Rule>>>,
    Holds<Same<Flat<IpPolicyRuleUpdate>, Flat<Texts & Partial<Pick<Rule, 'cidr'>>>>>,
    Holds<
      Same<Flat<IpPolicyRule>, Flat<Named & Texts<null> & Omit<Rule, 'ip_policy_id'> & { readonly ip_policy: Ref }>>
    >,
    Holds<Same<EventSource['type'], EventType | (string & {})>>,
    Holds<Same<Flat<Omit<EventSource, 'type' | 'fields'>>, { readonly filter?: string | null; readonly uri: string }>>,
    Holds<Same<EventSource['fields'], readonly string[] | null | undefined>>,
    // An update clears an object with null; a response has no certificate request.
    Holds<Extends<null, AgentIngressUpdate['certificate_management_policy']>>,
    Holds<Same<Extract<keyof KubernetesOperatorBinding, 'csr'>, never>>,
    // The provider takes the interface by kind name, the plugin hands it the typed client.
    Holds<Extends<Client, ServiceClient>>,
    Holds<Extends<IpPolicyRuleCreate, JsonObject>>,
    Holds<Extends<EventSource, JsonObject>>,
    // The service returns the secret of a destination as null.
    Holds<Extends<null, Creds['cloud_secret_access_key']>>,
    Holds<Extends<Awaited<ReturnType<Client['ipPolicyRules']['get']>>, IpPolicyRule>>,
  ];

  test('the types of bodies, responses and the client are as claimed above, which tsc checks', () => {
    const claims: Claims = [true, true, true, true, true, true, true, true, true, true, true, true, true];
    expect(claims).not.toContain(false);
  });

  test('a create without a required member, and an update of an immutable one, do not compile', () => {
    const wrong = (client: Client): unknown =>
      // @ts-expect-error action is missing
      client.ipPolicyRules.create({ cidr: '10.0.0.0/8', ip_policy_id: 'ipp_1' });
    const immutable = (client: Client): unknown =>
      // @ts-expect-error action cannot be changed
      client.ipPolicyRules.update('ipr_1', { action: 'deny' });
    expect([wrong, immutable]).toHaveLength(2);
  });
});
