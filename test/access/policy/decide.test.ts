/**
 * What an endpoint does with one request, as far as the documents of the service say it, beside the groups of `truth.test.ts`:
 * those have redirects, requests that actions change, and the response phase.
 */
import { decideRequest } from '../../../src/access/decide-request';
import type { AccessFacts } from '../../../src/access/facts';
import type { ObjectList } from '../../../src/objects/objects';
import type { KnownJson } from '../../../src/values/known';
import { account, act, always, ask, compare, deny, gets, LATER, listOf, ok, rules, when } from './decide';

const URL_A = 'https://a.example.com';

const other = { clientIp: '8.8.8.8' };
const forward = (url: string, more = {}): KnownJson => act('forward-internal', { url, ...more });
const template = (expression: string): string => `\${${expression}}`;

test('a condition on the address that is no set of addresses is unknown, and the endpoint only if that condition decides', () => {
  const text = when("conn.client_ip.geo.location.country_code == 'DE'", deny);
  expect(gets(rules(text, always(ok)))).toBe('unknown');
  expect(gets(rules(text, always(deny)))).toBe('no');
  expect(gets(rules(when("conn.client_ip.startsWith('203.')", deny), always(ok)))).toBe('no');
});

test.each([
  ...['null', "b'a'", '1', "'a'", "req.url.path + 'x'", '[req.method]', "{'a': 1}", 'req.headers', 'rand.int(0, 5)'],
  ...['rand.double()', 'size(req.method)', 'inCidrRanges(conn.client_ip, [1])', 'inCidrRanges(conn.client_ip, [[]])'],
  ...['inCidrRanges(req.host, [req.host, 1])', 'inCidrRange(conn.client_ip, 1)', "duration('1s')", "req.host['a']"],
  ...['conn.client_ip in [1]', 'req.host in [[req.method]]', 'has(req.headers.a) == req.host'],
])('%s may be an error in the place of a condition', (expression) => {
  expect(gets(rules(when(expression, ok), always(ok)))).toBe('unknown');
  expect(gets(rules(when(`!(${expression})`, ok), always(ok)))).toBe('unknown');
});

test('conditions about one value exclude each other', () => {
  const path = (test: string): string => `req.url.path.${test}`;
  const none = (...list: readonly KnownJson[]): string => gets(rules(...list, always(deny)), '');
  expect(none(when("req.method == 'GET' && req.method == 'PUT'", ok))).toBe('no');
  expect(none(when(`${path("startsWith('/a')")} && ${path("startsWith('/b')")}`, ok))).toBe('no');
  expect(none(when(path("startsWith('/admin')"), deny), when("req.url.path == '/admin/x'", ok))).toBe('no');
  expect(none(when(path("startsWith('/a')"), deny), when(path("startsWith('/ab')"), ok))).toBe('no');
  expect(none(when('req.url.port == 443', deny), when('req.url.port == 443.0', ok))).toBe('no');
});

test('what the URL fixes is constant', () => {
  expect(gets(rules(when("req.host == 'a.example.com' && req.url.scheme == 'https'", ok), always(deny)), '')).toBe(
    'yes',
  );
  expect(gets(rules(when("endpoint.url.endsWith('b.example.com')", ok), always(deny)), '')).toBe('no');
});

test.each<[string, KnownJson]>([
  ['a redirect', act('redirect', { to: 'https://b.example.com/', headers: { a: template("req.headers['x'][0]") } })],
  ['a log', act('log', { metadata: { a: template("req.headers['x'][0]") } })],
  ['a request', act('http-request', { url: 'https://b.internal', body: template("req.headers['x'][0]") })],
  [
    'credentials that refuse nothing',
    act('basic-auth', { credentials: [`a:${template("req.headers['x'][0]")}`], enforce: false }),
  ],
  [
    'a limit that refuses nothing',
    act('rate-limit', { name: 'a', bucket_key: ["req.headers['x'][0]"], enforce: false }),
  ],
])('an error in a text of %s ends the request, or the action is skipped', (_, action) => {
  expect(gets(rules(always(action, ok)))).toBe('unknown');
  expect(gets(rules(always(action, ok)), '/', { headers: { x: 'b' } })).toBe('yes');
});

test.each(['expressions', 'bucket_key'])(
  'a text of a user under the key %s is a template, and no expression',
  (key) => {
    const log = (text: string): KnownJson => rules(always(act('log', { metadata: { [key]: text } }), ok));
    expect(gets(log('not CEL'))).toBe('yes');
    expect(gets(log(template("req.headers['x'][0]")))).toBe('unknown');
  },
);

test('an action http-request with an error in a text may send no request', () => {
  const action = act('http-request', { url: 'https://b.internal', body: template("req.headers['x'][0]") });
  const facts = account([{ url: 'https://a.example.com', policy: rules(always(action, deny)) }]);
  expect(ask(facts, 'https://a.example.com/', {})).toEqual(['no', 'no']);
  expect(ask(facts, 'https://a.example.com/', { headers: { x: 'b' } })).toEqual(['yes', 'no']);
});

test('a request decides macros, ternaries and memberships', () => {
  expect(gets(rules(when("['/a', '/b'].exists(p, req.url.path.startsWith(p))", deny), always(ok)), '/bx')).toBe('no');
  expect(gets(rules(when("['/a', '/b'].all(p, !req.url.path.startsWith(p))", deny), always(ok)), '/bx')).toBe('yes');
  expect(gets(rules(when("(req.method == 'GET' ? true : false) == true", ok), always(deny)))).toBe('yes');
  expect(gets(rules(when("req.method in ['PUT', 'GET']", ok), always(deny)))).toBe('yes');
});

test('two evaluations of rand are independent: two conditions that exclude each other may both be false', () => {
  expect(gets(rules(when('rand.int(0, 1) == 0', deny), when('rand.int(0, 1) != 0', deny), always(ok)))).toBe('unknown');
});

test('whether a redirect within the origin is skipped is not known, and one to another host or scheme is not', () => {
  const to = (target: string): string => gets(rules(always(act('redirect', { to: target })), always(deny)), '/x');
  for (const target of ['/x', '/y', '', 'https://a.example.com/x#top', 'https://A.example.com:443/x'])
    expect(to(target)).toBe('unknown');
  for (const target of ['https://b.example.com/x', 'http://a.example.com/x']) expect(to(target)).toBe('yes');
});

test.each([
  ['^https?://a', 'https://a', 'unknown'],
  ['^https?://a', 'https://b', 'unknown'],
  ['^https?://a\\.example\\.com', 'https://b.example.com/', 'yes'],
  ['^*a', 'https://b.example.com/', 'unknown'],
  ['^https', 'http', 'unknown'],
  ['^https://', 'http://', 'yes'],
])('a redirect from %s to %s', (from, to, expected) => {
  expect(gets(rules(always(act('redirect', { from, to })), always(deny)), '/x')).toBe(expected);
});

test('what a policy does in a phase that its scheme or its action does not have is not known', () => {
  const decide = (url: string, policy: KnownJson): readonly string[] => ask(account([{ url, policy }]), url, {});
  const tcp = 'tcp://1.tcp.example.com:2222';
  // Examples of the service have such policies, and its reference forbids them.
  expect(decide(tcp, { on_http_request: [always(ok)] })).toEqual(['unknown', 'unknown']);
  expect(decide(tcp, { inbound: [always(ok)] })).toEqual(['unknown', 'unknown']);
  expect(decide(tcp, { on_http_request: [], on_tcp_connect: [always(deny)] })).toEqual(['no', 'no']);
  expect(decide('https://a.example.com', { on_tcp_connect: [always(ok)] })).toEqual(['unknown', 'unknown']);
});

test('whether the target of a forward sees the path of its URL is not known', () => {
  const to = (path: string): string =>
    ask(
      account([
        { url: 'https://a.example.com', policy: rules(always(forward(`https://b.internal${path}`))) },
        { url: 'https://b.internal', policy: rules(when("req.url.path == '/admin'", deny), always(ok)) },
      ]),
      'https://a.example.com/x',
      {},
    )[1];
  expect([to(''), to('/'), to('/admin')]).toEqual(['yes', 'yes', 'unknown']);
});

test('whether a network of mapped addresses of IPv4 contains those addresses is not known', () => {
  const mapped = '::ffff:203.0.113.0/120';
  const allowing = act('restrict-ips', { allow: [mapped] });
  expect(gets(rules(always(allowing, ok)))).toBe('unknown');
  expect(gets(rules(always(allowing, ok)), '/', other)).toBe('no');
  expect(gets(rules(when(`inCidrRange(conn.client_ip, '${mapped}')`, ok), always(deny)))).toBe('unknown');
  expect(gets(rules(when(`inCidrRange(conn.client_ip, '${mapped}')`, ok), always(deny)), '/', other)).toBe('no');
  const both = rules(when(`inCidrRanges(conn.client_ip, ['${mapped}', '198.51.100.0/24'])`, ok), always(deny));
  expect(['203.0.113.7', '198.51.100.7', '192.0.2.7'].map((clientIp) => gets(both, '/', { clientIp }))).toEqual([
    ...['unknown', 'yes', 'no'],
  ]);
  expect(gets(rules(always(act('restrict-ips', { allow: ['::/0'] }), ok)))).toBe('no');
});

test.each([
  ["inCidrRange(getReqHeader('x-real-ip')[0], '203.0.113.0/24')", '203.0.113.7'],
  ["getReqHeader('x-real-ip')[0].isPrivateIp()", '10.0.0.1'],
])('whether %s is true for a mapped address of IPv4 is not known', (condition, address) => {
  const at = (text: string) => gets(rules(when(condition, ok), always(deny)), '/', { headers: { 'x-real-ip': text } });
  expect([at(address), at(`::ffff:${address}`), at('2001:db8::1')]).toEqual(['yes', 'unknown', 'no']);
});

test('whether a text that is no address is a private one is not known', () => {
  const at = (text: string) => gets(rules(when(`'${text}'.isPrivateIp()`, deny), always(ok)));
  expect(['', '10.0.0.0/8', '10.0.0.1', '192.0.2.7'].map(at)).toEqual(['unknown', 'unknown', 'no', 'yes']);
});

test('whether a network in the place of an address is in a network is not known', () => {
  const at = (text: string) => gets(rules(when(`inCidrRange('${text}', '203.0.113.0/24')`, deny), always(ok)));
  expect([at('203.0.113.0/24'), at('203.0.113.7'), at('192.0.2.7')]).toEqual(['unknown', 'no', 'yes']);
});

test('saml refuses, or lets the request pass', () => {
  const saml = act('saml', { idp_metadata_url: 'https://example.org' });
  expect(gets(rules(always(saml, deny)))).toBe('no');
  expect(gets(rules(always(saml, ok)))).toBe('unknown');
  const [before, after] = [rules(always(saml, ok)), rules(always(ok))].map((policy) =>
    account([{ url: URL_A, policy }]),
  ) as [AccessFacts, AccessFacts];
  expect([compare(before, after, URL_A), compare(before, before, URL_A)]).toEqual(['new', 'none']);
  expect(gets({ on_tcp_connect: [always(saml, deny)] })).toBe('unknown');
});

test.each([
  ['a whole text', template("secrets.get('v', 'k')")],
  ['a part of a text', `Bearer ${template("secrets.get('v', 'k')")}`],
])('a secret that is there is no error as %s', (_, authorization) => {
  const [secret, vault] = [listOf('secret', { name: 'k', vault_id: 'vault_0' }), listOf('vault', { name: 'v' })];
  const policy = rules(always(act('http-request', { url: 'https://h.example.org/', headers: { authorization } }), ok));
  const at = (...lists: readonly ObjectList[]) =>
    ask(account([{ url: URL_A, policy }], lists), `${URL_A}/`, { clientIp: '203.0.113.7' })[1];
  expect(at(secret, vault)).toBe('yes');
  expect(at({ kind: 'secret', objects: [], incomplete: LATER }, vault)).toBe('unknown');
  expect(at()).toBe('unknown');
});

test('a phase that the scheme does not have comes behind the phase of the connection', () => {
  const tcp = 'tcp://1.tcp.example.com:2222';
  const at = (phase: string) =>
    ask(account([{ url: tcp, policy: { on_tcp_connect: [always(deny)], [phase]: [always(ok)] } }]), tcp, {
      clientIp: '203.0.113.7',
    })[1];
  expect([at('on_http_request'), at('on_http_response'), at('on_other')]).toEqual(['no', 'no', 'unknown']);
});

test('a response with a status below 200 is no final one', () => {
  expect(gets(rules(always(act('custom-response', { status_code: 100 }))))).toBe('unknown');
});

test('a loop of forwards that continues after an error may reach the actions behind it', () => {
  const decide = (end: KnownJson): readonly string[] => {
    const policy = rules(always(forward('https://a.internal', { on_error: 'continue' }), end));
    return ask(account([{ url: 'https://a.internal', policy }]), 'https://a.internal/', {}, 'internal');
  };
  expect(decide(deny)).toEqual(['no', 'no']);
  expect(decide(ok)).toEqual(['no', 'unknown']);
});

test('method and headers decide without a path', () => {
  const policy = rules(when("req.method == 'POST' && req.headers['x-team'][0] == 'a'", ok), always(deny));
  const decide = (method: string) =>
    decideRequest(account([{ url: 'https://a.example.com', policy }]), 'https://a.example.com', {
      clientIp: '203.0.113.7',
      method,
      headers: { 'x-team': 'a' },
    }).decision;
  expect(['POST', 'GET'].map(decide)).toEqual(['admitted', 'denied']);
});

test('a reason has the expression as its author wrote it', () => {
  const depends = (condition: string, ...actions: readonly KnownJson[]): readonly string[] =>
    decideRequest(
      account([{ url: 'https://a.example.com', policy: rules(when(condition, ...actions)) }]),
      'https://a.example.com/',
      {},
    ).depends;
  const encoded = 'base64.encode(conn.client_ip) == "(a"';
  expect(depends(encoded, ok)).toContain(encoded);
  for (const unknown of ['text__of() == "a"', 'read__x() == "a"', 'my__function(1) == 2'])
    expect(depends(unknown, ok)).toContain(unknown);
  expect(depends('rand.int(0, 5) == 1', ok)).toContain('rand.int(0, 5) == 1 is an error');
  const joined = act('redirect', { from: `^/\${url.escape(conn.client_ip)}`, to: 'https://b.example.com' });
  expect(depends('true', joined)).toEqual(
    expect.arrayContaining([expect.stringContaining('"^/" + url.escape(conn.client_ip)')]),
  );
});

test('a decision that is not known says why, also if a request is sent in any case', () => {
  const fetch = act('http-request', { url: 'https://other.example.com', method: 'GET' });
  const depends = (...actions: readonly KnownJson[]): readonly string[] =>
    decideRequest(
      account([{ url: 'https://a.example.com', policy: rules(always(...actions)) }]),
      'https://a.example.com/',
      {},
    ).depends;
  expect(depends(fetch, act('oauth', { provider: 'google' }), ok)).toEqual(['oauth lets the request pass']);
  expect(depends(fetch, deny)).toEqual([
    'the client gets an error, but its request reaches an upstream, or an action sends another one',
  ]);
});

test('`content`, the earlier name of `body`, is understood, and both together are unknown', () => {
  expect(gets(rules(always(act('custom-response', { status_code: 200, content: 'x' }))))).toBe('yes');
  expect(gets(rules(always(act('custom-response', { content: 'x', body: 'y' }))))).toBe('unknown');
});
