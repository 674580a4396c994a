import { PROFILES } from '../../src/model/profiles';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { resolveSettings } from '../../src/provider/settings';
import { type CtyValue, objectValue, UNKNOWN } from '../../src/values/cty-value';

const attributes = Object.keys(PROVIDER_ATTRIBUTES);
const good = { base_url: 'https://api.example.com', api_key: 'attribute-key' };

function resolve(config: Record<string, CtyValue>, environment: Record<string, string> = {}) {
  return resolveSettings(objectValue(attributes.map((name) => [name, config[name] ?? null])), environment);
}

const detailsOf = ({ diagnostics, missing }: ReturnType<typeof resolve>): string[] =>
  [...diagnostics, ...missing].map(({ detail }) => detail);

describe('resolveSettings()', () => {
  const defaults = {
    ...{ baseUrl: good.base_url, apiKey: good.api_key, profile: expect.objectContaining({ name: 'spec' }) },
    ...{ headers: {}, requestTimeout: 30_000, maxRetries: 5 },
  };

  test('uses defaults for settings without attribute and environment variable', () => {
    expect(resolve(good).settings).toEqual(defaults);
  });

  const environment = {
    NETINGRESS_BASE_URL: 'https://environment.example.com',
    NETINGRESS_API_KEY: 'environment-key',
    NETINGRESS_ACCOUNT_OBJECT: 'ipp_environment',
    NETINGRESS_PROFILE: 'ngrok',
    NETINGRESS_HEADERS: '{"X-Team": "edge"}',
    NETINGRESS_REQUEST_TIMEOUT: '1m30s',
    NETINGRESS_MAX_REQUESTS_PER_MINUTE: '7',
    NETINGRESS_MAX_RETRIES: '20',
    NETINGRESS_CA_CERTIFICATE_PEM: 'authority',
    NETINGRESS_CLIENT_CERTIFICATE_PEM: 'certificate',
    NETINGRESS_CLIENT_PRIVATE_KEY_PEM: 'key',
    NETINGRESS_PROXY_URL: 'http://proxy.example.com',
  };
  const connection = {
    accountObject: 'ipp_environment',
    caCertificatePem: 'authority',
    clientCertificatePem: 'certificate',
    clientPrivateKeyPem: 'key',
    proxyUrl: 'http://proxy.example.com',
  };

  test('reads every attribute from its environment variable', () => {
    expect(Object.keys(environment)).toEqual(Object.values(PROVIDER_ATTRIBUTES).map(({ env }) => env));
    const named = { baseUrl: environment.NETINGRESS_BASE_URL, apiKey: environment.NETINGRESS_API_KEY };
    const profile = expect.objectContaining({ name: 'ngrok' });
    const parsed = { profile, headers: { 'X-Team': 'edge' }, requestTimeout: 90_000, maxRetries: 20 };
    const expected = { ...named, ...parsed, maxRequestsPerMinute: 7, ...connection };
    expect(resolve({}, environment).settings).toEqual(expected);
  });

  test('prefers attributes to environment variables', () => {
    const headers = objectValue([['X-Team', 'mine']]);
    const numbers = { request_timeout: '500ms', max_requests_per_minute: 0, max_retries: 0 };
    expect(resolve({ ...good, profile: 'spec', headers, ...numbers }, environment).settings).toEqual({
      ...{ ...defaults, ...connection, headers: { 'X-Team': 'mine' } },
      ...{ requestTimeout: 500, maxRequestsPerMinute: 0, maxRetries: 0 },
      // It belongs to the account of the environment's key.
      accountObject: undefined,
    });
  });

  test('reads the proxy for the base URL from the environment, unless proxy_url is set', () => {
    const proxies = { https_proxy: 'http://common.example.com', no_proxy: 'internal.example.com' };
    expect(resolve(good, proxies).settings?.proxyUrl).toBe('http://common.example.com');
    expect(resolve({ ...good, base_url: 'https://internal.example.com' }, proxies).settings?.proxyUrl).toBeUndefined();
    expect(resolve(good, { ...environment, ...proxies }).settings?.proxyUrl).toBe('http://proxy.example.com');
  });

  test('ignores an empty environment variable and a null header, and requires no base_url of a profile that has one', () => {
    const empty = Object.fromEntries(Object.keys(environment).map((name) => [name, '']));
    expect(resolve(good, empty).settings).toEqual(resolve(good).settings);
    const headers = objectValue(Object.entries({ 'X-A': null, 'X-B': 'b' }));
    expect(resolve({ ...good, headers }).settings?.headers).toEqual({ 'X-B': 'b' });
    expect(resolve({ api_key: 'k', profile: 'ngrok' }).settings?.baseUrl).toBe('https://api.ngrok.com');
  });
});

test('missing settings are reported at once, with attribute and environment variable', () => {
  const resolved = resolve({});
  expect([resolved.settings, resolved.diagnostics]).toEqual([undefined, []]);
  expect(resolved.missing.map(({ path }) => path)).toEqual([['base_url'], ['api_key']]);
  expect(detailsOf(resolved)).toEqual([
    'base_url is not set; expected an absolute URL such as https://api.example.com. Set base_url in the provider block or the environment variable NETINGRESS_BASE_URL.',
    'api_key is not set; expected an API key. Set api_key in the provider block or the environment variable NETINGRESS_API_KEY.',
  ]);
});

describe('invalid settings', () => {
  const json = 'expected a JSON object whose values are strings';
  const headers = objectValue([['X-A', true]]);
  test.each<[attribute: keyof typeof PROVIDER_ATTRIBUTES, value: CtyValue, inVariable: string, expected: string]>([
    ['base_url', 'api.example.com', 'api.example.com', "is 'api.example.com'; expected an absolute URL"],
    ['base_url', 'http://example.com', 'http://example.com', 'uses plain http to example.com'],
    ['api_key', ' ', ' ', 'expected an API key'],
    ['account_object', 'office', 'office', "is 'office'; expected the id of an object of the account, such as rd_"],
    ['profile', 'other', 'other', "is 'other'; expected 'spec' or 'ngrok'"],
    ['headers', headers, '{"X-A": 1}', json],
    ['headers', headers, 'X-A: b', json],
    ['headers', headers, '["X-A"]', json],
    ['request_timeout', '30', '30', "is '30'; expected a duration above zero such as '30s'"],
    ['request_timeout', '0s', '0s', 'expected a duration above zero'],
    ['max_requests_per_minute', -1, '-1', "is '-1'; expected an integer of 0 or more (0 disables the limit)"],
    ['max_retries', -1, '-1', "is '-1'; expected an integer of 0 or more (0 disables retries)"],
    ['max_requests_per_minute', 1.5, '1.5', 'expected an integer'],
  ])('%s: %j', (attribute, value, inVariable, expected) => {
    const { env } = PROVIDER_ATTRIBUTES[attribute];
    const unset = { ...good, api_key: null, [attribute]: null };
    for (const [resolved, where] of [
      [resolve({ ...good, [attribute]: value }), attribute],
      [resolve(unset, { NETINGRESS_API_KEY: 'key', [env]: inVariable }), env],
    ] as const) {
      expect(resolved.settings).toBeUndefined();
      const [{ detail = '', ...error } = {}, ...more] = resolved.diagnostics;
      const summary = 'Invalid provider configuration';
      const expectedError = { severity: 'error', summary, path: [attribute], cause: { kind: 'setting' } };
      expect([error, more]).toEqual([expectedError, []]);
      expect([detail, detail.startsWith(`${where} `)]).toEqual([expect.stringContaining(expected), true]);
    }
  });

  test('are reported at once; an invalid profile reports no missing base_url', () => {
    const resolved = resolve({ profile: 'other', request_timeout: 'soon' });
    expect(resolved.diagnostics.map(({ path }) => path?.[0])).toEqual(['profile', 'request_timeout']);
    expect(resolved.missing.map(({ path }) => path?.[0])).toEqual(['api_key']);
  });

  const secret = 'sup3r-secret';
  test.each<[string, Record<string, CtyValue>, Record<string, string>]>([
    ['api_key', { api_key: '\n' }, {}],
    ['headers', { headers: objectValue([['X-Token', [secret]]]) }, {}],
    ['headers', {}, { NETINGRESS_HEADERS: `{"X-Token": ["${secret}"]}` }],
    ['headers', {}, { NETINGRESS_HEADERS: secret }],
  ])('the message about an invalid %s says only that it is invalid', (attribute, config, environment) => {
    const resolved = resolve({ ...good, ...config }, environment);
    expect(resolved.diagnostics.map(({ path }) => path)).toEqual([[attribute]]);
    expect(JSON.stringify(resolved.diagnostics)).not.toContain(secret);
    expect(detailsOf(resolved)[0]).toContain('has an invalid value');
  });
});

describe('unknown settings', () => {
  const none = { settings: undefined, diagnostics: [], missing: [] };
  test.each(attributes)('%s: neither settings nor an error', (name) => {
    const profile = name === 'profile' ? undefined : PROFILES.spec;
    expect(resolve({ ...good, [name]: UNKNOWN })).toEqual({ ...none, profile, unknown: [name] });
  });

  test('a header whose value is unknown makes all headers unknown', () => {
    const headers = objectValue([['X-Token', UNKNOWN]]);
    expect(resolve({ ...good, headers })).toEqual({ ...none, profile: PROFILES.spec, unknown: ['headers'] });
  });

  test('an unknown attribute is not replaced by the environment', () => {
    const { settings, unknown } = resolve({ ...good, base_url: UNKNOWN }, { NETINGRESS_BASE_URL: 'https://a.example' });
    expect([settings, unknown]).toEqual([undefined, ['base_url']]);
  });

  test('an unknown profile may have a base URL', () => {
    expect(resolve({ api_key: 'k', profile: UNKNOWN })).toMatchObject({ diagnostics: [], missing: [] });
  });

  test('beside an unknown one a known setting is validated, and a missing one reported', () => {
    const named = ['request_timeout', 'api_key'].map((name) => expect.stringContaining(name));
    expect(detailsOf(resolve({ base_url: UNKNOWN, request_timeout: 'soon' }))).toEqual(named);
  });
});
