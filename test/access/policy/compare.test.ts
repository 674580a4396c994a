/** Two states of an endpoint are compared by what their policies do, in every case of the conditions; `changes.test.ts` has random ones. */

import { NO_DIFFERENCE } from '../../../src/access/compare';
import { reviewAccess } from '../../../src/access/compare-accounts';
import { decideRequest } from '../../../src/access/decide-request';
import { type AccessFacts, createFacts } from '../../../src/access/facts';
import type { ObjectList } from '../../../src/objects/objects';
import type { KnownJson, KnownObject } from '../../../src/values/known';
import { later, unread } from '../../support/unknown';
import { account, act, always, compare, deny, type Endpoint, gets, LATER, listOf, ok, rules, when } from './decide';

const URL_A = 'https://a.example.com';
const office = act('restrict-ips', { allow: ['203.0.113.0/24'] });
const of = (policy: KnownJson): AccessFacts => account([{ url: URL_A, policy }]);
/** What a change newly admits, as a review says it. */
const changeOfFacts = (before: AccessFacts, after: AccessFacts): 'sure' | 'possible' | 'none' => {
  const { endpoints } = reviewAccess(before, after);
  const { sure, possible } = endpoints[0]?.newlyAdmitted ?? NO_DIFFERENCE;
  return sure.networks.length > 0 ? 'sure' : possible.networks.length > 0 ? 'possible' : 'none';
};
const changeOf = (before: KnownJson, after: KnownJson) => changeOfFacts(of(before), of(after));
const isOpened = (before: KnownJson, after: KnownJson): string => compare(of(before), of(after), URL_A);

test('IP policies are read from the parsed policy: escapes and folded text do not hide them', () => {
  const facts = (action: string, cidr: string): AccessFacts =>
    account(
      [
        {
          url: URL_A,
          policy:
            '{"on_http_request":[{"actions":[{"type":"restrict\\u002dips","config":{"ip_policies":["ip\\u005fpolicy_0"]}},{"type":"custom-response"}]}]}',
        },
      ],
      [listOf('ip_policy', {}), listOf('ip_policy_rule', { ip_policy_id: 'ip_policy_0', cidr, action })],
    );
  expect(compare(facts('allow', '203.0.113.0/24'), facts('allow', '0.0.0.0/0'), URL_A)).toBe('new');
  expect(compare(facts('allow', '0.0.0.0/0'), facts('allow', '203.0.113.0/24'), URL_A)).toBe('none');
});

test('an endpoint whose binding changes from internal to public is new access', () => {
  const endpoint = { url: URL_A, policy: rules(always(ok)) };
  const before = account([{ ...endpoint, bindings: ['internal'] }]);
  expect(compare(before, account([endpoint]), URL_A)).toBe('new');
});

test('an agent may come online at the target of a new forward', () => {
  const toAgent = act('forward-internal', { url: 'https://agent.internal' });
  expect(changeOf(rules(always(deny)), rules(always(toAgent)))).toBe('possible');
  expect(changeOf(rules(always(toAgent)), rules(always(toAgent), always(ok)))).toBe('none');
});

test('a random condition that did not change is no new access', () => {
  const policy = rules(when('rand.double() < 0.5', deny), always(ok));
  expect(isOpened(policy, policy)).toBe('none');
});

const [closed, open] = [rules(always(deny)), rules(always(ok))];
const onlyIf = (condition: string): KnownJson => rules(when(condition, ok), always(deny));

describe('a condition on the text of the address', () => {
  test.each([
    ["conn.client_ip.startsWith('10.')", ['10.0.0.0/8']],
    ["conn.client_ip.startsWith('300.')", []],
    ["conn.client_ip in (['10.0.0.1'] + ['10.0.0.3'])", ['10.0.0.1/32', '10.0.0.3/32']],
    ["inCidrRange(conn.client_ip, '10.0.0.0' + '/8')", ['10.0.0.0/8']],
    ["string(conn.client_ip) == '10.0.0.1'", ['10.0.0.1/32']],
    ["conn.client_ip in ['10.0.0.1', '10.0.0.0/24']", ['10.0.0.1/32']],
    ["conn.client_ip.isPrivateIp() && inCidrRange(conn.client_ip, '10.0.0.0/7')", ['10.0.0.0/8']],
  ])('%s is a set of addresses', (expression, networks) => {
    const { endpoints } = reviewAccess(of(closed), of(onlyIf(expression)));
    expect(endpoints[0]?.newlyAdmitted.sure.networks).toEqual(networks);
    expect(endpoints[0]?.newlyAdmitted.possible.networks).toEqual([]);
  });

  test.each([
    "conn.client_ip.matches('^10')",
    "conn.client_ip.contains('10.')",
    "conn.client_ip.startsWith('203.0.113.25')",
    "conn.client_ip.split('.')[0] == '10'",
    "'10.0.0.1' in [string(conn.client_ip)]",
  ])('%s is proved at no other address', (expression) => {
    const conditional = onlyIf(expression);
    expect(changeOf(closed, conditional)).toBe('possible');
    expect(changeOf(conditional, open)).toBe('possible');
    expect(changeOf(conditional, conditional)).toBe('none');
  });

  test('the example of a possible difference names the condition under which it happens', () => {
    const countries = (list: string) => onlyIf(`conn.geo.country_code in [${list}]`);
    const [change] = reviewAccess(of(countries("'DE', 'AT'")), of(countries("'DE', 'AT', 'CH'"))).endpoints;
    expect(change?.newlyAdmitted.witness?.text).toBe('198.51.100.1 if conn.geo.country_code == "CH"');
  });

  test('the example of a possible difference does not contradict the condition', () => {
    const example = (expression: string) =>
      reviewAccess(of(closed), of(onlyIf(expression))).endpoints[0]?.newlyAdmitted.witness?.text;
    expect(example("conn.client_ip.matches('^0')")).toBe('0.0.0.0 if conn.client_ip.matches("^0")');
    expect(example("conn.client_ip.matches('^10')")).toBe('an address if conn.client_ip.matches("^10")');
  });
});

test('the restriction of all endpoints limits what an endpoint admits; a wider restriction is no new access of the endpoint', () => {
  const restricted = (policy: KnownJson, cidr: string): AccessFacts =>
    account(
      [{ url: URL_A, policy }],
      [
        listOf('ip_policy', {}),
        listOf('ip_policy_rule', { ip_policy_id: 'ip_policy_0', cidr, action: 'allow' }),
        listOf('ip_restriction', { type: 'endpoints', enforced: true, ip_policy_ids: ['ip_policy_0'] }),
      ],
    );
  const newly = (before: AccessFacts, after: AccessFacts) =>
    reviewAccess(before, after).endpoints[0]?.newlyAdmitted.sure.networks;
  const office = '203.0.113.0/24';
  expect(newly(restricted(closed, office), restricted(open, office))).toEqual([office]);
  expect(newly(restricted(open, office), restricted(open, '0.0.0.0/0'))).toEqual([]);
  const facts = restricted(open, office);
  expect(reviewAccess(facts, facts).endpoints[0]?.admitsAll).toBe(false);
  expect(decideRequest(facts, URL_A, { clientIp: '203.0.113.7' }).decision).toBe('admitted');
  expect(decideRequest(facts, URL_A, { clientIp: '198.51.100.7' }).decision).toBe('denied');
});

/** The request that proves new access, and the actions that ended it before. */
function realize(before: KnownJson, after: KnownJson): { request: unknown; causes: readonly string[] } {
  const { witness, before: causes = [] } = reviewAccess(of(before), of(after)).endpoints[0]?.newlyAdmitted ?? {};
  return { request: witness?.request, causes };
}

test('a difference has a request that realizes it, and the actions that decided before', () => {
  const { request, causes } = realize(
    rules(
      when(
        "req.url.path.startsWith('/admin') && req.headers['x-team'][0] == 'a'",
        act('restrict-ips', { allow: ['::/0', '0.0.0.0/0'], deny: ['192.0.2.0/25'] }),
      ),
      always(ok),
    ),
    open,
  );
  expect(request).toMatchObject({ url: `${URL_A}/admin`, headers: { 'x-team': 'a' } });
  expect(causes).toEqual(['on_http_request[0].actions[0]: restrict-ips (deny 192.0.2.0/25)']);
});

test('a difference that no single password of the client proves still has a request', () => {
  const basic = (password: string): KnownJson => act('basic-auth', { credentials: [`a:${password}`], enforce: false });
  const verified = 'actions.ngrok.verify_webhook.verified';
  const mapped = "inCidrRange(conn.client_ip, '::ffff:0:0/96')";
  const after = rules(
    // A header of the request may be what the webhook verifies.
    when("!hasReqHeader('q')", deny),
    always(basic('12345678')),
    when(`${AUTHORIZED} && ${mapped}`, ok),
    always(basic('87654321'), act('verify-webhook', { provider: 'github', secret: 'abc', enforce: false })),
    when(`${AUTHORIZED} && !${verified} && !${mapped}`, ok),
    when(verified, ok),
    always(deny),
  );
  expect(realize(closed, after).request).toMatchObject({ headers: { q: expect.any(String) } });
});

test('the cause of a difference is the rule of its own network', () => {
  const policy = rules(always(act('restrict-ips', { ip_policies: ['ipp_1'] }), ok));
  const at = (...denied: readonly string[]): AccessFacts => {
    const rule = (cidr: string, action: string) => ({ ip_policy_id: 'ipp_1', cidr, action });
    const objects = [rule('0.0.0.0/0', 'allow'), ...denied.map((cidr) => rule(cidr, 'deny'))];
    return account([{ url: URL_A, policy }], [listOf('ip_policy_rule', ...objects)]);
  };
  const [one, two] = [at('192.0.2.0/25'), at('192.0.2.0/25', '203.0.113.0/25')];
  expect(reviewAccess(one, two).endpoints[0]?.newlyShutOut).toMatchObject({
    sure: { networks: ['203.0.113.0/25'] },
    witness: { address: '203.0.113.0' },
    after: ['on_http_request[0].actions[0]: restrict-ips (deny 203.0.113.0/25)'],
  });
});

test('src/access/README.md: behind oauth, a wider network of one path is surely newly admitted', () => {
  const at = (network: string): KnownJson =>
    rules(
      when("req.url.path.startsWith('/admin')", act('restrict-ips', { allow: [network] })),
      always(act('oauth', { provider: 'google' }), ok),
    );
  const other = { clientIp: '198.51.100.1' };
  expect([gets(at('203.0.113.0/24'), '', other), gets(at('203.0.113.0/24'), '/admin', other)]).toEqual([
    'unknown',
    'no',
  ]);
  const [change] = reviewAccess(of(at('203.0.113.0/24')), of(at('203.0.112.0/23'))).endpoints;
  expect(change?.newlyAdmitted).toMatchObject({
    sure: { networks: ['203.0.112.0/24'] },
    possible: { networks: [] },
    witness: { text: '203.0.112.0 with /admin, if oauth lets the request pass' },
  });
});

test('a policy that is known after the apply may newly admit, for the reason that it is not known', () => {
  const { endpoints } = reviewAccess(of(closed), of(later('traffic_policy')));
  expect(endpoints).toMatchObject([
    {
      newlyAdmitted: {
        sure: { networks: [] },
        possible: { networks: ['0.0.0.0/0', '::/0'] },
        witness: { text: expect.stringContaining('traffic_policy is known after apply') },
      },
    },
  ]);
});

test('a difference by a use of the address that cannot be decided has no request', () => {
  const { request } = realize(rules(when("conn.client_ip.geo.location.country_code == 'DE'", deny), always(ok)), open);
  expect(request).toBeUndefined();
});

test('a condition `> 41` is compared at a number beside 41 too', () => {
  const newer = when("int(req.headers['x-version'][0]) > 41", deny);
  expect(changeOf(rules(newer, always(ok)), open)).toBe('sure');
});

test('a policy with one phase by two names is new access where it differs, and none where it is the same', () => {
  const both = (first: KnownJson, second: KnownJson): KnownJson => ({
    on_http_request: [always(first)],
    inbound: [always(second)],
  });
  expect(isOpened(both(deny, ok), both(deny, ok))).toBe('none');
  expect(isOpened(both(deny, deny), both(deny, ok))).toBe('new');
  expect(isOpened(closed, both(deny, ok))).toBe('new');
});

describe('endpoints that were not read, and may be those of agents,', () => {
  const agents: ObjectList = { kind: 'endpoint', objects: [], incomplete: unread('endpoint') };
  const change = (endpoint: (policy: KnownJson) => Endpoint, after: KnownJson, more: readonly Endpoint[] = []) => {
    const [was, is] = [closed, after].map((policy) => account([endpoint(policy), ...more], [agents]));
    return changeOfFacts(was as AccessFacts, is as AccessFacts);
  };
  const wildcard = (policy: KnownJson): Endpoint => ({ url: 'https://*.example.com', policy });
  const forHost = rules(when(`req.host == 'a.example.com'`, ok), always(deny));

  test('may be in a pool, and not beside an endpoint without one', () => {
    expect(change((policy) => ({ url: URL_A, policy, pooling: true }), open)).toBe('possible');
    expect(change((policy) => ({ url: URL_A, policy }), open)).toBe('sure');
  });

  test('may serve a host below a wildcard, and not every host', () => {
    expect(change(wildcard, open)).toBe('sure');
    expect(change(wildcard, forHost)).toBe('possible');
    expect(change(wildcard, rules(when(`req.host == 'a.example.com'`, deny), always(ok)))).toBe('sure');
  });

  test('and a host whose own endpoint was read is not surely served by the wildcard; the other hosts are', () => {
    const own: Endpoint = { url: URL_A, policy: closed };
    expect(change(wildcard, forHost, [own])).toBe('possible');
    expect(change(wildcard, open, [own])).toBe('sure');
  });
});

test('a member that is set to its documented default is no change', () => {
  const limited = (more: KnownObject): KnownJson =>
    rules(always(act('basic-auth', { credentials: ['a:12345678'], ...more }), ok));
  expect(isOpened(limited({}), limited({ enforce: true }))).toBe('none');
  expect(isOpened(limited({}), limited({ enforce: false }))).toBe('new');
});

test('a new value of a secret is another condition, whether the list of secrets has the name of the vault or its id', () => {
  const policy = rules(when("req.url.path == secrets.get('keys', 'path')", ok), always(deny));
  const at = (values: KnownObject): AccessFacts =>
    account(
      [{ url: URL_A, policy }],
      [listOf('secret', { name: 'path', ...values }), listOf('vault', { name: 'keys' })],
    );
  for (const vault of [{ vault_name: 'keys' }, { vault_id: 'vault_0' }]) {
    const [first, second] = [at({ ...vault, secrets: 'a' }), at({ ...vault, secrets: 'b' })];
    expect(compare(first, second, URL_A)).toBe('new');
    expect(compare(first, first, URL_A)).toBe('none');
  }
});

const setting = (a: string): KnownJson => always(act('set-vars', { vars: [{ a }] }));
const reporting = (network: string): KnownJson => always(act('restrict-ips', { allow: [network], enforce: false }));

test.each<[string, readonly KnownJson[]]>([
  ['the configuration of forward-internal', [always(act('forward-internal', LATER))]],
  ['the configuration of redirect', [always(act('redirect', LATER), deny)]],
  ['the target of redirect', [always(act('redirect', { to: LATER }), deny)]],
  ['the configuration of custom-response', [always(act('custom-response', LATER))]],
  ['the configuration of set-vars', [always(act('set-vars', LATER)), when("vars.b == 'x'", deny), always(ok)]],
  ['an element of set-vars', [always(act('set-vars', { vars: [LATER] })), when("vars.b == 'x'", deny), always(ok)]],
  ['a value of set-vars', [always(act('set-vars', { vars: [{ b: LATER }] })), when("vars.b == 'x'", deny), always(ok)]],
  [
    'the configuration of url-rewrite',
    [always(act('url-rewrite', LATER)), when("req.url.path == '/x'", deny), always(ok)],
  ],
  ['the configuration of restrict-ips', [always(act('restrict-ips', LATER), ok)]],
  ['a list of networks', [always(act('restrict-ips', { allow: LATER }), ok)]],
  ['a network', [always(act('restrict-ips', { allow: [LATER] }), ok)]],
  ['an expression', [when(LATER, deny), always(ok)]],
  ['credentials', [always(act('basic-auth', { credentials: [LATER] }), ok)]],
])('%s that is known later may read variables, results of actions and secrets', (_, last) => {
  const at = (description: string, ...first: readonly KnownJson[]): AccessFacts =>
    account(
      [{ url: URL_A, policy: rules(...first, ...last) }, internal('open', open)],
      [listOf('secret', { name: 's', vault_name: 'v', description })],
    );
  expect(compare(at('a', setting('x')), at('a', setting('y')), URL_A)).toBe('new');
  expect(compare(at('a', reporting('10.0.0.0/8')), at('a', reporting('10.0.0.0/9')), URL_A)).toBe('new');
  expect(compare(at('a'), at('b'), URL_A)).toBe('new');
  expect(compare(at('a', setting('x')), at('a', setting('x')), URL_A)).toBe('none');
});

test('whether an action is enforced reads no variables, also if it is known later', () => {
  const at = (value: string): KnownJson =>
    rules(setting(value), always(act('basic-auth', { credentials: ['a:12345678'], enforce: LATER }), ok));
  expect(isOpened(at('x'), at('y'))).toBe('none');
});

const internal = (host: string, policy: KnownJson, pooling = false): Endpoint => ({
  ...{ url: `https://${host}.internal`, policy, pooling },
});
const rulesOf = (...networks: readonly string[]): ObjectList =>
  listOf('ip_policy_rule', ...networks.map((cidr) => ({ ip_policy_id: 'ipp_1', cidr, action: 'allow' })));
const [narrow, wide] = [rulesOf('203.0.113.0/24'), rulesOf('203.0.113.0/24', '0.0.0.0/0')];
const forward = (host: string): KnownJson => act('forward-internal', { url: `https://${host}.internal` });
const fetch = (url = 'https://auth.internal'): KnownJson =>
  rules(
    always(act('http-request', { url })),
    when('actions.ngrok.http_request.res.status_code != 200', deny),
    always(ok),
  );

type States = readonly [before: AccessFacts, after: AccessFacts];
const at = (policy: KnownJson, endpoints: readonly Endpoint[] = [], ...lists: readonly ObjectList[]): AccessFacts =>
  account([{ url: URL_A, policy }, ...endpoints], lists);
/** The rules of an IP policy change, and nothing else. */
const byRules = (policy: KnownJson, ...endpoints: readonly Endpoint[]): States => [
  at(policy, endpoints, narrow),
  at(policy, endpoints, wide),
];
/** The policy changes, beside an agent. */
const byPolicy = (before: KnownJson, after: KnownJson): States => [at(before, [], ofAgent), at(after, [], ofAgent)];
/** What the last endpoint does changes from refusing to serving. */
const byTarget = (policy: KnownJson, host: string, ...others: readonly Endpoint[]): States => [
  at(policy, [...others, internal(host, closed, true)]),
  at(policy, [...others, internal(host, open, true)]),
];
const ofAgent = listOf('endpoint', { url: 'https://app.internal', type: 'ephemeral', bindings: ['internal'] });
const toApp = always(forward('app'));
const limited = rules(always(act('restrict-ips', { ip_policies: ['ipp_1'] }), ok));
const withLog = (...actions: readonly KnownJson[]): KnownJson => ({
  on_http_request: [always(act('http-request', { url: 'https://log.example.org' }), ...actions, forward('app'))],
  on_http_response: [when('res.status_code == 200', act('custom-response', { status_code: 404 }))],
});
const DENIED = "actions.ngrok.restrict_ips.action == 'deny'";
const audited = (...reports: readonly KnownJson[]): KnownJson => rules(...reports, when(DENIED, deny), always(ok));
/** More reports than an expression may have values. */
const manyReports = (network: string): KnownJson =>
  audited(
    ...Array.from({ length: 17 }, (_, index) =>
      when(`req.url.path == '/${index}'`, act('restrict-ips', { allow: [network], enforce: false })),
    ),
  );
const hide = act('custom-response', { status_code: 403 });
const auditedLate = (...first: readonly KnownJson[]): KnownJson => ({
  on_http_request: [...first, reporting('203.0.113.0/24'), always(ok)],
  on_http_response: [when(DENIED, hide)],
});
const hidingOf = (status: number): KnownJson => ({
  on_http_request: [toApp],
  on_http_response: [when(`res.status_code == ${status}`, hide)],
});
const respond = (status_code: number): KnownJson => rules(always(act('custom-response', { status_code })));
/** Two responses that the rules of the phase of the response see: of two statuses, or of two values of a header. */
const byResponse = (kind: 'statuses' | 'headers', ...rest: readonly KnownJson[]): States => {
  const configs: readonly KnownObject[] =
    kind === 'statuses'
      ? [{ status_code: 201 }, { status_code: 202 }]
      : ['a', 'b'].map((x) => ({ status_code: 200, headers: { x } }));
  const [before, after] = configs.map((config) => ({
    on_http_request: [always(act('custom-response', config))],
    on_http_response: rest,
  }));
  return byPolicy(before as KnownJson, after as KnownJson);
};
const adding = (headers: KnownObject): KnownJson => always(act('add-headers', { headers }));
const judging = always(act('owasp-crs-response', { enforce: false }));
const signed = (signature: string, ...then: readonly KnownJson[]): KnownJson =>
  rules(
    adding({ 'x-hub-signature-256': signature }),
    always(act('verify-webhook', { provider: 'github', secret: 's', enforce: false }), ...then),
    when("actions.ngrok.verify_webhook.error.code == 'ERR_1'", deny),
    always(ok),
  );
const toRest = rules(always(deny), always(ok));
const inside = (network: string): KnownJson =>
  rules(when(`!inCidrRange(conn.client_ip, '${network}')`, deny), always(ok));

test.each<[string, States]>([
  [
    'rules, by the result of restrict-ips',
    byRules(audited(always(act('restrict-ips', { enforce: false, ip_policies: ['ipp_1'] })))),
  ],
  ['the target of an http-request', byTarget(fetch(), 'auth')],
  ['the target of a forward of that target', byTarget(fetch(), 'b', internal('auth', rules(always(forward('b')))))],
  [
    'an endpoint that an http-request may ask',
    byTarget(fetch(`https://\${req.headers['x-target'][0]}.internal/`), 'auth'),
  ],
  ['a wildcard that serves the target of an http-request', byTarget(fetch(), '*')],
  ['a member of its pool', byTarget(fetch(), 'auth', internal('auth', closed, true))],
  ['rules of the target of an http-request', byRules(fetch(), internal('auth', limited))],
  ['what an unknown action names', byRules(rules(always(act('ip-gate', { ip_policies: ['ipp_1'] }), ok)))],
  [
    'what an action with an unknown member names',
    byRules(rules(always(act('restrict-ips', { ip_policies: ['ipp_1'], mode: 'new' }), ok))),
  ],
  [
    'the status of the target of a forward, which the phase of the response reads',
    [at(hidingOf(200), [internal('app', respond(200))]), at(hidingOf(200), [internal('app', respond(203))])],
  ],
  [
    'restrict-ips to one with an unknown member',
    byPolicy(
      rules(always(office, ok)),
      rules(always(act('restrict-ips', { allow: ['203.0.113.0/24'], mode: 'a' }), ok)),
    ),
  ],
  ['a rule to one with an unknown member', byPolicy(toRest, rules({ actions: [deny], enabled: false }, always(ok)))],
  [
    'an action to one with an unknown member',
    byPolicy(toRest, rules(always({ type: 'deny', enabled: false }), always(ok))),
  ],
  ['a network to a template in a string of an expression', byPolicy(inside('203.0.113.0/24'), inside(`\${vars.net}`))],
  [
    'a URL that is not rewritten any more for an agent',
    byPolicy(rules(when("req.url.path == '/a'", act('url-rewrite', { from: '.*', to: '/no' })), toApp), rules(toApp)),
  ],
  ['a header that is added for an agent', byPolicy(rules(toApp), rules(adding({ authorization: 'Bearer a' }), toApp))],
  [
    'a header that is not removed any more for an agent',
    byPolicy(rules(always(act('remove-headers', { headers: ['x-remote-user'] })), toApp), rules(toApp)),
  ],
  ['who reaches an upstream, beside a request that is sent elsewhere', byPolicy(withLog(office), withLog())],
  ['a result with many values', byPolicy(manyReports('203.0.113.0/24'), manyReports('0.0.0.0/0'))],
  [
    'the requests that have no result in the phase of the response, because they ended before its action',
    byPolicy(auditedLate(), auditedLate(when("req.url.path == '/x'", ok))),
  ],
  ['what changes a request before an action with a result', byPolicy(signed('a'), signed('b'))],
  [
    'a status after a change of headers',
    byResponse('statuses', adding({ y: '1' }), when('res.status_code == 201', hide)),
  ],
  [
    'headers after a change of headers',
    byResponse('headers', adding({ y: '1' }), when("'a' in getResHeader('x')", hide)),
  ],
  ['a status after an unknown action', byResponse('statuses', always(act('x')), when('res.status_code == 201', hide))],
  ['a response that is read as a whole', byResponse('headers', when("encodeJson(res).contains('a')", hide))],
  ['whether a response has a member', byResponse('headers', when('has(res.location)', hide))],
  ['a response that a value of Terraform may read', byResponse('statuses', when(LATER, hide))],
  ['a response that an unknown action may read', byResponse('statuses', always(act('x')))],
  ['a response that an action judges', byResponse('headers', always(act('owasp-crs-response', {})))],
  [
    'a response, by the result of an action that judges it',
    byResponse('headers', judging, when("actions.ngrok.owasp_crs_response.decision == 'deny'", hide)),
  ],
])('a change of %s may be new access', (_, [before, after]) => {
  expect(compare(before, after, URL_A)).toBe('new');
  for (const same of [before, after]) expect(compare(same, same, URL_A)).toBe('none');
});

const byRulesBesideAgent = (policy: KnownJson): States => [
  at(policy, [], ofAgent, narrow),
  at(policy, [], ofAgent, wide),
];

test.each<[string, States]>([
  [
    'a rule that no address in a header uses',
    byRulesBesideAgent(rules(adding({ 'x-ip': `\${conn.client_ip}` }), toApp)),
  ],
  ['a rule for an error page behind a forward to an agent', byRulesBesideAgent(hidingOf(500))],
  ['a rule for an error page behind a forward to the cloud', byRules(hidingOf(500), internal('app', open))],
  ['the log between an action and a condition on its result', byPolicy(signed('a'), signed('a', act('log', {})))],
])('a change of %s is no new access', (_, [before, after]) => {
  expect(compare(before, after, URL_A)).toBe('none');
});

test('a changed rule may be used by endpoints that were not read, so their access is undecided', () => {
  const factsOf = (list: ObjectList): AccessFacts =>
    createFacts([
      list,
      ...['ip_policy', 'ip_restriction'].map((kind) => listOf(kind)),
      { kind: 'cloud_endpoint', objects: [], incomplete: unread('cloud_endpoint') },
    ]);
  const review = (before: ObjectList, after: ObjectList) => reviewAccess(factsOf(before), factsOf(after)).undecided;
  expect(review(narrow, wide)).toMatchObject([
    { kind: 'other_access', from: { kind: 'unread', list: 'cloud_endpoint' } },
  ]);
  expect(review(narrow, narrow)).toEqual([]);
});

test('a restriction of a type that the model does not know is compared', () => {
  const restriction = (...networks: readonly string[]): AccessFacts =>
    createFacts([
      rulesOf(...networks),
      ...['ip_policy', 'cloud_endpoint', 'endpoint'].map((kind) => listOf(kind)),
      listOf('ip_restriction', { type: 'console', enforced: true, ip_policy_ids: ['ipp_1'] }),
    ]);
  const { restrictions } = reviewAccess(restriction('203.0.113.0/24'), restriction('203.0.113.0/24', '10.0.0.0/8'));
  expect(restrictions).toMatchObject([{ type: 'console', newlyAdmitted: { sure: { networks: ['10.0.0.0/8'] } } }]);
});

const login = (...credentials: readonly string[]): KnownJson => act('basic-auth', { credentials });
const ada = 'ada:12345678';
const AUTHORIZED = 'actions.ngrok.basic_auth.credentials.authorized';

test('the witness has the choices of the client that prove the difference, whatever is not known', () => {
  const report = (password: string): KnownJson =>
    always(act('basic-auth', { credentials: [`a:${password}`], enforce: false }));
  const authorized = when(AUTHORIZED, ok);
  const later = act('custom-response', { status_code: LATER });
  for (const policy of [
    rules(report('12345678'), authorized, always(later)),
    rules(report('12345678'), authorized, report('87654321'), when(AUTHORIZED, later), always(deny)),
  ]) {
    const [change] = reviewAccess(of(closed), of(policy)).endpoints;
    expect(change?.newlyAdmitted.possible.networks).toEqual([]);
    expect(change?.newlyAdmitted.witness?.text).toContain('basic-auth lets the request pass');
    expect(change?.newlyAdmitted.after).toEqual(['on_http_request[1].actions[0]: custom-response with status 200']);
  }
});

const issuer = { allow_list: [{ value: 'https://issuer.example.com' }] };
const token = act('jwt-validation', { issuer, http: { tokens: [{ type: 'jwt', method: 'header', name: 'X-Token' }] } });
const webhook = act('verify-webhook', { provider: 'github', secret: 's' });
const certificateOf = (authority: string): KnownJson =>
  always(act('terminate-tls', { mutual_tls_certificate_authorities: [authority] }));
/** Refuses who shows the header, and then asks for what may be in it. */
const besides = (header: string, action: KnownJson): KnownJson =>
  rules(when(`hasReqHeader('${header}')`, deny), always(action, ok));

test.each<[string, KnownJson]>([
  ['pass an action with a header that another rule refuses', besides('Authorization', login(ada))],
  ['have a token in a header that another rule refuses', besides('X-Token', token)],
  ['sign a webhook, maybe in a header that another rule refuses', besides('X-Hub-Signature-256', webhook)],
  [
    'have a certificate of two authorities',
    { on_tcp_connect: [certificateOf('ca_1'), certificateOf('ca_2')], on_http_request: [always(ok)] },
  ],
])('it is not certain that anybody can %s, so new access is only possible', (_, after) => {
  expect(changeOf(closed, after)).toBe('possible');
});

test.each([
  [`${AUTHORIZED} == true`, AUTHORIZED],
  [`true == ${AUTHORIZED}`, AUTHORIZED],
  [`${AUTHORIZED} != false`, AUTHORIZED],
  [`!(${AUTHORIZED} == false)`, AUTHORIZED],
  [`${AUTHORIZED} in [true]`, AUTHORIZED],
  [`(${AUTHORIZED} && req.method == 'GET') == true`, `${AUTHORIZED} && req.method == 'GET'`],
  [`${AUTHORIZED} == false`, `!${AUTHORIZED}`],
  [`${AUTHORIZED} != true`, `!${AUTHORIZED}`],
])('%s is the same condition as %s', (compared, plain) => {
  const policy = (condition: string): KnownJson =>
    rules(always(act('basic-auth', { credentials: [ada], enforce: false })), when(condition, ok), always(deny));
  expect(changeOf(closed, policy(compared))).toBe('sure');
  expect(changeOf(closed, policy(plain))).toBe('sure');
  expect(isOpened(policy(plain), policy(compared))).toBe('none');
  expect(isOpened(policy(compared), policy(plain))).toBe('none');
});
