import { decideRequest } from '../../../src/access/decide-request';
import type { ObjectList } from '../../../src/objects/objects';
import type { KnownJson } from '../../../src/values/known';
import { type Answer, account, ask, gets, LATER, listOf, of, URL_A } from './decide';
import { act, always, deny, doing, ok, onlyIf, rules, unless, when } from './rules';

const forward = (url: string, more = {}): KnownJson => act('forward-internal', { url, ...more });
/** An error, unless the request has the header. */
const FAILING = `\${req.headers['x'][0]}`;
const SECRET = `\${secrets.get('v', 'k')}`;

test.each([
  ...['null', "b'a'", '1', "'a'", "req.url.path + 'x'", '[req.method]', "{'a': 1}", 'req.headers', 'rand.int(0, 5)'],
  ...['rand.double()', 'size(req.method)', 'inCidrRanges(conn.client_ip, [1])', 'inCidrRanges(conn.client_ip, [[]])'],
  ...['inCidrRanges(req.host, [req.host, 1])', 'inCidrRange(conn.client_ip, 1)', "duration('1s')", "req.host['a']"],
  ...['conn.client_ip in [1]', 'req.host in [[req.method]]', 'has(req.headers.a) == req.host'],
])('%s may be an error in the place of a condition', (expression) => {
  expect(gets(rules(when(expression, ok), always(ok)))).toBe('unknown');
  expect(gets(rules(when(`!(${expression})`, ok), always(ok)))).toBe('unknown');
});

const COUNTRY = "conn.client_ip.geo.location.country_code == 'DE'";
const startsWith = (literal: string): string => `req.url.path.startsWith('${literal}')`;
/** Answers only if the first condition is false and the second one true. */
const second = (first: string, other: string): KnownJson => rules(when(first, deny), when(other, ok), always(deny));
const saml = act('saml', { idp_metadata_url: 'https://example.org' });

test.each<[string, KnownJson, Answer, string?]>([
  ['a condition on the address that is no set of addresses is unknown', unless(COUNTRY), 'unknown'],
  [
    'a condition that is no set of addresses changes nothing if the rest of the policy does the same',
    rules(when(COUNTRY, deny), always(deny)),
    'no',
  ],
  ['a condition on the first octets of an address is a set', unless("conn.client_ip.startsWith('203.')"), 'no'],
  ['two methods exclude each other', onlyIf("req.method == 'GET' && req.method == 'PUT'"), 'no', ''],
  ['two prefixes of a path exclude each other', onlyIf(`${startsWith('/a')} && ${startsWith('/b')}`), 'no', ''],
  ['a path that has a prefix is refused with it', second(startsWith('/admin'), "req.url.path == '/admin/x'"), 'no', ''],
  ['a longer prefix is refused with its beginning', second(startsWith('/a'), startsWith('/ab')), 'no', ''],
  ['the numbers 443 and 443.0 are equal', second('req.url.port == 443', 'req.url.port == 443.0'), 'no', ''],
  ['the URL fixes host and scheme', onlyIf("req.host == 'a.example.com' && req.url.scheme == 'https'"), 'yes', ''],
  ['the URL fixes the URL of the endpoint', onlyIf("endpoint.url.endsWith('b.example.com')"), 'no', ''],
  ['a request decides exists', unless("['/a', '/b'].exists(p, req.url.path.startsWith(p))"), 'no', '/bx'],
  ['a request decides all', unless("['/a', '/b'].all(p, !req.url.path.startsWith(p))"), 'yes', '/bx'],
  ['a request decides a ternary', onlyIf("(req.method == 'GET' ? true : false) == true"), 'yes'],
  ['two evaluations of rand are independent', second('rand.int(0, 1) == 0', 'rand.int(0, 1) == 0'), 'unknown'],
  ['saml admits nobody before deny', doing(saml, deny), 'no'],
  ['whether saml lets the request pass is not known', doing(saml, ok), 'unknown'],
  ['what saml does in the phase of the connection is not known', { on_tcp_connect: [always(saml, deny)] }, 'unknown'],
  ['a status below 200 is that of no final response', doing(act('custom-response', { status_code: 100 })), 'unknown'],
  ['`content` is the earlier name of `body`', doing(act('custom-response', { status_code: 200, content: 'x' })), 'yes'],
  ['`content` and `body` together are unknown', doing(act('custom-response', { content: 'x', body: 'y' })), 'unknown'],
  [
    'a text under the key bucket_key of a user is no CEL',
    doing(act('log', { metadata: { bucket_key: 'not CEL' } }), ok),
    'yes',
  ],
  [
    'a template under the key bucket_key of a user is CEL',
    doing(act('log', { metadata: { bucket_key: FAILING } }), ok),
    'unknown',
  ],
])('%s', (_, policy, expected, path = '/') => {
  expect(gets(policy, path)).toBe(expected);
});

test.each<[string, KnownJson]>([
  ['a redirect', act('redirect', { to: 'https://b.example.com/', headers: { a: FAILING } })],
  ['a log', act('log', { metadata: { a: FAILING } })],
  ['credentials', act('basic-auth', { credentials: [`a:${FAILING}`], enforce: false })],
  ['a limit', act('rate-limit', { name: 'a', bucket_key: ["req.headers['x'][0]"], enforce: false })],
])('an error in a text of %s ends the request, or the action is skipped', (_, action) => {
  expect(gets(doing(action, ok))).toBe('unknown');
  expect(gets(doing(action, ok), '/', { headers: { x: 'b' } })).toBe('yes');
});

test('an action http-request with an error in a text sends no request', () => {
  const facts = of(doing(act('http-request', { url: 'https://b.internal', body: FAILING }), deny));
  expect(ask(facts, `${URL_A}/`, {})).toEqual(['no', 'no']);
  expect(ask(facts, `${URL_A}/`, { headers: { x: 'b' } })).toEqual(['yes', 'no']);
});

test.each([
  ...['/x', '/y', '', 'https://a.example.com/x#top', 'https://A.example.com:443/x'].map((to) => [null, to, 'unknown']),
  ...['https://b.example.com/x', 'http://a.example.com/x'].map((to) => [null, to, 'yes']),
  ['^https?://a', 'https://a', 'unknown'],
  ['^https?://a', 'https://b', 'unknown'],
  ['^https?://(?:a\\.)?(.*)$', 'https://a.$1', 'unknown'],
  ['^https?://a\\.example\\.com', 'https://b.example.com/', 'yes'],
  ['^*a', 'https://b.example.com/', 'unknown'],
  ['^https', 'http', 'unknown'],
  ['^https://', 'http://', 'yes'],
])('a redirect from %s to %s: %s, as one within the origin may be skipped', (from, to, expected) => {
  expect(gets(rules(always(act('redirect', { from, to } as KnownJson)), always(deny)), '/x')).toBe(expected);
});

test('what a policy does in a phase that its scheme or its action does not have is not known', () => {
  const decide = (url: string, policy: KnownJson): readonly string[] => ask(account([{ url, policy }]), url, {});
  const tcp = 'tcp://1.tcp.example.com:2222';
  // Examples of the service have such policies, and its reference forbids them.
  expect(decide(tcp, { on_http_request: [always(ok)] })).toEqual(['unknown', 'unknown']);
  expect(decide(tcp, { inbound: [always(ok)] })).toEqual(['unknown', 'unknown']);
  expect(decide(tcp, { on_http_request: [], on_tcp_connect: [always(deny)] })).toEqual(['no', 'no']);
  expect(decide(URL_A, { on_tcp_connect: [always(ok)] })).toEqual(['unknown', 'unknown']);
  // Such a phase comes behind that of the connection, and one that is not known may come before it.
  const behind = (phase: string) => decide(tcp, { on_tcp_connect: [always(deny)], [phase]: [always(ok)] })[1];
  expect(['on_http_request', 'on_http_response', 'on_other'].map(behind)).toEqual(['no', 'no', 'unknown']);
});

test('whether the target of a forward sees the path of its URL is not known', () => {
  const to = (path: string): string => {
    const target = { url: 'https://b.internal', policy: unless("req.url.path == '/admin'") };
    const facts = account([{ url: URL_A, policy: doing(forward(`https://b.internal${path}`)) }, target]);
    return ask(facts, `${URL_A}/x`, {})[1];
  };
  expect([to(''), to('/'), to('/admin')]).toEqual(['yes', 'yes', 'unknown']);
});

test('whether a network of mapped addresses of IPv4 contains those addresses is not known', () => {
  const mapped = '::ffff:203.0.113.0/120';
  const at = (policy: KnownJson) =>
    ['203.0.113.7', '198.51.100.7', '192.0.2.7'].map((clientIp) => gets(policy, '/', { clientIp }));
  expect(at(doing(act('restrict-ips', { allow: [mapped] }), ok))).toEqual(['unknown', 'no', 'no']);
  expect(at(onlyIf(`inCidrRange(conn.client_ip, '${mapped}')`))).toEqual(['unknown', 'no', 'no']);
  const both = onlyIf(`inCidrRanges(conn.client_ip, ['${mapped}', '198.51.100.0/24'])`);
  expect(at(both)).toEqual(['unknown', 'yes', 'no']);
  expect(gets(doing(act('restrict-ips', { allow: ['::/0'] }), ok))).toBe('no');
});

test.each([
  ["inCidrRange(getReqHeader('x-real-ip')[0], '203.0.113.0/24')", '203.0.113.7'],
  ["getReqHeader('x-real-ip')[0].isPrivateIp()", '10.0.0.1'],
])('whether %s is true for a mapped address of IPv4, or no address, is not known', (condition, address) => {
  const at = (text: string) => gets(onlyIf(condition), '/', { headers: { 'x-real-ip': text } });
  expect([address, '2001:db8::1', '192.0.2.7'].map(at)).toEqual(['yes', 'no', 'no']);
  expect([`::ffff:${address}`, '', '203.0.113.0/24'].map(at)).toEqual(['unknown', 'unknown', 'unknown']);
});

test.each([
  ['a whole text', SECRET],
  ['a part of a text', `Bearer ${SECRET}`],
])('a secret that is there is no error as %s', (_, authorization) => {
  const [secret, vault] = [listOf('secret', { name: 'k', vault_id: 'vault_0' }), listOf('vault', { name: 'v' })];
  const policy = doing(act('http-request', { url: 'https://h.example.org/', headers: { authorization } }), ok);
  const at = (...lists: readonly ObjectList[]) => ask(of(policy, ...lists), `${URL_A}/`, {})[1];
  expect(at(secret, vault)).toBe('yes');
  expect(at({ kind: 'secret', objects: [], incomplete: LATER }, vault)).toBe('unknown');
  expect(at()).toBe('unknown');
});

test('a loop of forwards that continues after an error may reach the actions behind it', () => {
  const decide = (end: KnownJson): readonly string[] => {
    const policy = doing(forward('https://a.internal', { on_error: 'continue' }), end);
    return ask(account([{ url: 'https://a.internal', policy }]), 'https://a.internal/', {}, 'internal');
  };
  expect([...decide(deny), ...decide(ok)]).toEqual(['no', 'no', 'no', 'unknown']);
});

const dependsOn = (policy: KnownJson) => decideRequest(of(policy), `${URL_A}/`, {}).depends;

test('method and headers decide without a path', () => {
  const policy = onlyIf("req.method == 'POST' && req.headers['x-team'][0] == 'a'");
  const decide = (method: string) =>
    decideRequest(of(policy), URL_A, { clientIp: '203.0.113.7', method, headers: { 'x-team': 'a' } }).decision;
  expect(['POST', 'GET'].map(decide)).toEqual(['admitted', 'denied']);
});

test('a reason has the expression as its author wrote it', () => {
  const depends = (condition: string, action = ok) => dependsOn(rules(when(condition, action)));
  for (const written of ['base64.encode(conn.client_ip) == "(a"', 'text__of() == "a"', 'my__function(1) == 2'])
    expect(depends(written)).toContain(written);
  expect(depends('rand.int(0, 5) == 1')).toContain('rand.int(0, 5) == 1 is an error');
  const joined = act('redirect', { from: `^/\${url.escape(conn.client_ip)}`, to: 'https://b.example.com' });
  expect(depends('true', joined).join()).toContain('"^/" + url.escape(conn.client_ip)');
});

test('a decision that is not known says why, also if a request is sent in any case', () => {
  const fetch = act('http-request', { url: 'https://other.example.com', method: 'GET' });
  const oauth = act('oauth', { provider: 'google' });
  expect(dependsOn(doing(fetch, oauth, ok))).toEqual(['oauth lets the request pass']);
  expect(dependsOn(doing(fetch, deny))).toEqual([
    'the client gets an error, but its request reaches an upstream, or an action sends another one',
  ]);
});
