import { ApiError, type ClientOptions, createClient } from '../../src/client';
import { resolveOptions } from '../../src/client/options';
import { parseBaseUrl } from '../../src/model/net/base-url';

const good: ClientOptions = { baseUrl: 'https://api.example.com', apiKey: 'k' };

const refused: [string, Partial<ClientOptions>, string][] = [
  [
    'no base URL',
    { baseUrl: undefined },
    "baseUrl is not set, and the profile 'spec' has no default; expected an absolute URL such as https://api.example.com.",
  ],
  [
    'an invalid base URL',
    { baseUrl: 'api.example.com' },
    'baseUrl is not an absolute URL; expected an absolute URL such as https://api.example.com.',
  ],
  [
    'another scheme',
    { baseUrl: 'ftp://api.example.com' },
    "baseUrl has the invalid scheme 'ftp'; expected an absolute URL such as https://api.example.com.",
  ],
  [
    'user info',
    { baseUrl: 'https://me@api.example.com' },
    'baseUrl contains a user name or password; expected only scheme, host, port and path; the API key is an option of its own.',
  ],
  [
    'a query',
    { baseUrl: 'https://api.example.com/?' },
    'baseUrl has a query or a fragment; expected only scheme, host, port and path.',
  ],
  [
    'a fragment',
    { baseUrl: 'https://api.example.com#x' },
    'baseUrl has a query or a fragment; expected only scheme, host, port and path.',
  ],
  [
    'http to elsewhere',
    { baseUrl: 'http://api.example.com' },
    'baseUrl uses plain http to api.example.com, which would expose the API key to the network; expected https, or http to a loopback address (localhost, 127.0.0.1, [::1]).',
  ],
  [
    'no key',
    { apiKey: '' },
    'apiKey is not set; expected the API key as issued by the service: visible ASCII characters without blanks.',
  ],
  [
    'a key with a line break',
    { apiKey: 'k\n' },
    'apiKey ends with a blank or line break; expected the API key as issued by the service: visible ASCII characters without blanks.',
  ],
  [
    'a key with a leading blank',
    { apiKey: ' k' },
    'apiKey begins with a blank or line break; expected the API key as issued by the service: visible ASCII characters without blanks.',
  ],
  ['an unknown profile', { profile: 'other' as 'spec' }, "profile is 'other'; expected one of spec, ngrok."],
  [
    'a header of the client’s own',
    { headers: { Authorization: 'x' } },
    "headers contains 'Authorization', which is reserved for the client; expected other headers only.",
  ],
  [
    'an invalid header name',
    { headers: { 'a b': 'x' } },
    "headers contains the invalid name 'a b'; expected names of letters, digits and hyphens.",
  ],
  [
    'a header of two lines',
    { headers: { a: 'x\r\ny: z' } },
    "headers['a'] contains a character that is invalid in a header; expected one line of Latin-1 characters.",
  ],
  [
    'a user agent of two lines',
    { userAgent: 'a\nb' },
    'userAgent contains a character that is invalid in a header; expected one line of Latin-1 characters.',
  ],
  ['no time', { requestTimeout: 0 }, 'requestTimeout is 0; expected milliseconds above 0 and up to 2147483647.'],
  [
    'too much time',
    { requestTimeout: 2 ** 31 },
    'requestTimeout is 2147483648; expected milliseconds above 0 and up to 2147483647.',
  ],
  [
    'a time that is no number',
    { requestTimeout: Number.NaN },
    'requestTimeout is NaN; expected milliseconds above 0 and up to 2147483647.',
  ],
  ['half a request', { maxRequestsPerMinute: 0.5 }, 'maxRequestsPerMinute is 0.5; expected an integer, 0 or more.'],
  ['fewer retries than none', { maxRetries: -1 }, 'maxRetries is -1; expected an integer, 0 or more.'],
];

test.each(refused)('%s is refused', (_, options, message) => {
  const make = (): unknown => createClient({ ...good, ...options });
  expect(make).toThrow(ApiError);
  expect(make).toThrow(
    expect.objectContaining({ category: 'invalid_call', deliveryStatus: 'no', sideEffect: 'not_sent', message }),
  );
});

test.each([
  'http://localhost:8080',
  'http://LOCALHOST',
  'http://api.localhost',
  'http://127.0.0.1:1',
  'http://127.9.9.9',
  'http://0x7f.1',
  'http://[::1]:1/x',
])('plain http to a loopback address is accepted: %s', (baseUrl) => {
  expect(() => createClient({ ...good, baseUrl })).not.toThrow();
});

test.each([
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://128.0.0.1',
  'http://[::2]',
  'http://0.0.0.0',
])('plain http to another host is rejected: %s', (baseUrl) => {
  expect(parseBaseUrl(baseUrl, false)).toMatchObject({ problem: expect.stringContaining('uses plain http') });
  expect(parseBaseUrl(baseUrl, true)).toMatchObject({ origin: baseUrl });
});

test('the ngrok profile sets base URL, headers and limit', () => {
  expect(createClient({ apiKey: 'k', profile: 'ngrok' }).baseUrl).toBe('https://api.ngrok.com');
  expect(resolveOptions({ apiKey: 'k', profile: 'ngrok' })).toMatchObject({
    headers: { 'ngrok-version': '2' },
    maxRequestsPerMinute: 120,
  });
});

test.each([
  ['spec', undefined, undefined],
  ['spec', 30, 30],
  ['ngrok', undefined, 120],
  ['ngrok', 30, 30],
  ['ngrok', 0, undefined],
] as const)('with the profile %s and %j requests a minute asked for, the budget is %j', (profile, given, budget) => {
  expect(resolveOptions({ ...good, profile, maxRequestsPerMinute: given }).maxRequestsPerMinute).toBe(budget);
});

test('defaults are 30 s and five retries', () => {
  expect(resolveOptions(good)).toMatchObject({ requestTimeout: 30_000, maxRetries: 5 });
});
