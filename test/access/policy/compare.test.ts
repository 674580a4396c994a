import { type EndpointChange, reviewAccess } from '../../../src/access/compare-accounts';
import { decideRequest } from '../../../src/access/decide-request';
import type { AccessFacts } from '../../../src/access/facts';
import type { ObjectList } from '../../../src/objects/objects';
import type { KnownJson, KnownObject } from '../../../src/values/known';
import { later, unread } from '../../support/unknown';
import { account, compare, type Endpoint, gets, LATER, listOf, of, review, URL_A } from './decide';
import { act, always, deny, doing, ok, onlyIf, rules, unless, when } from './rules';

const OFFICE = '203.0.113.0/24';
const restrict = (allow: KnownJson, more: KnownObject = {}): KnownJson => act('restrict-ips', { allow, ...more });
const byPolicies: KnownObject = { ip_policies: ['ipp_1'] };
const limited = doing(act('restrict-ips', byPolicies), ok);
/** The rules of the policy `ipp_1`. */
const rulesOf = (...networks: readonly string[]): ObjectList =>
  listOf('ip_policy_rule', ...networks.map((cidr) => ({ ip_policy_id: 'ipp_1', cidr, action: 'allow' })));
const [narrow, wide] = [rulesOf(OFFICE), rulesOf(OFFICE, '0.0.0.0/0')];
const [closed, open] = [doing(deny), doing(ok)];
const admitted = (before: KnownJson, after: KnownJson) => review(of(before), of(after)).newlyAdmitted;
const ada = 'ada:12345678';
const AUTHORIZED = 'actions.ngrok.basic_auth.credentials.authorized';
const reportLogin = (credentials: string) => act('basic-auth', { credentials: [credentials], enforce: false });
const kindOf = ({ sure, possible }: EndpointChange['newlyAdmitted']): 'sure' | 'possible' | 'none' =>
  sure.networks.length > 0 ? 'sure' : possible.networks.length > 0 ? 'possible' : 'none';
const changeOf = (before: KnownJson, after: KnownJson) => kindOf(admitted(before, after));
const isOpened = (before: KnownJson, after: KnownJson): string => compare(of(before), of(after));

test('escapes in the text of a policy do not hide restrict-ips and its IP policy', () => {
  const escaped = JSON.stringify(limited).replace('restrict-ips', 'restrict\\u002dips').replace('ipp_1', 'ipp\\u005f1');
  expect(escaped).toContain('restrict\\u002dips","config":{"ip_policies":["ipp\\u005f1"]');
  expect(compare(of(escaped, narrow), of(escaped, wide))).toBe('new');
  expect(compare(of(escaped, wide), of(escaped, narrow))).toBe('none');
});

test('an endpoint whose binding changes from internal to public is new access', () => {
  expect(compare(account([{ url: URL_A, policy: open, bindings: ['internal'] }]), of(open))).toBe('new');
});

describe('a condition on the address or its country', () => {
  test.each([
    ["conn.client_ip.startsWith('10.')", ['10.0.0.0/8']],
    ["conn.client_ip.startsWith('300.')", []],
    ["conn.client_ip in (['10.0.0.1'] + ['10.0.0.3'])", ['10.0.0.1/32', '10.0.0.3/32']],
    ["inCidrRange(conn.client_ip, '10.0.0.0' + '/8')", ['10.0.0.0/8']],
    ["string(conn.client_ip) == '10.0.0.1'", ['10.0.0.1/32']],
    ["conn.client_ip in ['10.0.0.1', '10.0.0.0/24']", ['10.0.0.1/32']],
    ["conn.client_ip.isPrivateIp() && inCidrRange(conn.client_ip, '10.0.0.0/7')", ['10.0.0.0/8']],
  ])('%s is a set of addresses', (expression, networks) => {
    const { sure, possible } = admitted(closed, onlyIf(expression));
    expect([sure.networks, possible.networks]).toEqual([networks, []]);
  });

  test.each([
    "conn.client_ip.matches('^10')",
    "conn.client_ip.contains('10.')",
    "conn.client_ip.startsWith('203.0.113.25')",
    "conn.client_ip.split('.')[0] == '10'",
    "'10.0.0.1' in [string(conn.client_ip)]",
  ])('%s may be true or false, and is equal to itself', (expression) => {
    const conditional = onlyIf(expression);
    expect(changeOf(closed, conditional)).toBe('possible');
    expect(changeOf(conditional, open)).toBe('possible');
    expect(changeOf(conditional, conditional)).toBe('none');
  });

  test('the example of a possible difference names the condition under which it happens', () => {
    const countries = (list: string) => onlyIf(`conn.geo.country_code in [${list}]`);
    const { witness } = admitted(countries("'DE', 'AT'"), countries("'DE', 'AT', 'CH'"));
    expect(witness?.text).toBe('198.51.100.1 if conn.geo.country_code == "CH", which is not known');
  });

  test('the reason is the condition on the country, not that on the path, which cannot be an error', () => {
    const office = "!inCidrRange(conn.client_ip, '203.0.113.0/24')";
    const admin = (path: string) =>
      rules(
        when(`req.url.path.startsWith('${path}') && ${office}`, deny),
        when("conn.geo.country_code in ['KP', 'IR']", deny),
        always(ok),
      );
    const isOther = 'not (conn.geo.country_code == "KP") and not (conn.geo.country_code == "IR")';
    expect(admitted(admin('/admin'), admin('/admin/')).witness?.text).toBe(
      `198.51.100.1 with /admin if ${isOther}, which is not known`,
    );
  });

  test('the example of a possible difference does not contradict the condition', () => {
    const example = (expression: string) => admitted(closed, onlyIf(expression)).witness?.text;
    expect(example("conn.client_ip.matches('^0')")).toMatch(/^0\.0\.0\.0 if conn\.client_ip\.matches\("\^0"\), /);
    expect(example("conn.client_ip.matches('^10')")).toMatch(/^an address if conn\.client_ip\.matches\("\^10"\), /);
  });
});

test('the restriction of all endpoints limits what an endpoint admits; a wider restriction is no new access of the endpoint', () => {
  const restriction = listOf('ip_restriction', { type: 'endpoints', enforced: true, ip_policy_ids: ['ipp_1'] });
  const facts = of(open, narrow, restriction);
  expect(review(of(closed, narrow, restriction), facts).newlyAdmitted.sure.networks).toEqual([OFFICE]);
  expect(kindOf(review(facts, of(open, wide, restriction)).newlyAdmitted)).toBe('none');
  expect(review(facts, facts).admitsAll).toBe(false);
  expect(decideRequest(facts, URL_A, { clientIp: '203.0.113.7' }).decision).toBe('admitted');
  expect(decideRequest(facts, URL_A, { clientIp: '198.51.100.7' }).decision).toBe('denied');
});

test('a difference has a request that realizes it, and the actions that decided before', () => {
  const condition = "req.url.path.startsWith('/admin') && req.headers['x-team'][0] == 'a'";
  const restricted = restrict(['::/0', '0.0.0.0/0'], { deny: ['192.0.2.0/25'] });
  const { witness, before } = admitted(rules(when(condition, restricted), always(ok)), open);
  expect(witness?.request).toMatchObject({ url: `${URL_A}/admin`, headers: { 'x-team': 'a' } });
  expect(before).toEqual(['on_http_request[0].actions[0]: restrict-ips (deny 192.0.2.0/25)']);
});

test('a difference that no single password of the client proves still has a request', () => {
  const verified = 'actions.ngrok.verify_webhook.verified';
  const mapped = "inCidrRange(conn.client_ip, '::ffff:0:0/96')";
  const after = rules(
    // A header of the request may be what the webhook verifies.
    when("!hasReqHeader('q')", deny),
    always(reportLogin('a:12345678')),
    when(`${AUTHORIZED} && ${mapped}`, ok),
    always(reportLogin('a:87654321'), act('verify-webhook', { provider: 'github', secret: 'abc', enforce: false })),
    when(`${AUTHORIZED} && !${verified} && !${mapped}`, ok),
    when(verified, ok),
    always(deny),
  );
  expect(admitted(closed, after).witness?.request).toMatchObject({ headers: { q: expect.any(String) } });
});

test('the cause of a difference is the rule of its own network', () => {
  const rule = (cidr: string, action = 'deny') => ({ ip_policy_id: 'ipp_1', cidr, action });
  const [all, one, two] = [rule('0.0.0.0/0', 'allow'), rule('192.0.2.0/25'), rule('203.0.113.0/25')];
  const before = of(limited, listOf('ip_policy_rule', all, one));
  expect(review(before, of(limited, listOf('ip_policy_rule', all, one, two))).newlyShutOut).toMatchObject({
    sure: { networks: ['203.0.113.0/25'] },
    witness: { address: '203.0.113.0' },
    after: ['on_http_request[0].actions[0]: restrict-ips (deny 203.0.113.0/25)'],
  });
});

test('src/access/README.md: behind oauth, a wider network of one path is surely newly admitted', () => {
  const oauth = act('oauth', { provider: 'google' });
  const at = (network: string): KnownJson =>
    rules(when("req.url.path.startsWith('/admin')", restrict([network])), always(oauth, ok));
  const decide = (path: string) => gets(at(OFFICE), path, { clientIp: '198.51.100.1' });
  expect(['', '/admin'].map(decide)).toEqual(['unknown', 'no']);
  expect(admitted(at(OFFICE), at('203.0.112.0/23'))).toMatchObject({
    sure: { networks: ['203.0.112.0/24'] },
    possible: { networks: [] },
    witness: { text: '203.0.112.0 with /admin, if oauth lets the request pass' },
  });
});

test('a policy that is known after the apply may newly admit, for the reason that it is not known', () => {
  expect(admitted(closed, later('traffic_policy'))).toMatchObject({
    sure: { networks: [] },
    possible: { networks: ['0.0.0.0/0', '::/0'] },
    witness: { text: expect.stringContaining('traffic_policy is known after apply') },
  });
});

describe('endpoints that were not read, and may be those of agents,', () => {
  const agents: ObjectList = { kind: 'endpoint', objects: [], incomplete: unread('endpoint') };
  const change = (
    endpoint: (policy: KnownJson) => Endpoint & { url: string },
    after: KnownJson,
    more: readonly Endpoint[] = [],
  ) => {
    const at = (policy: KnownJson) => account([endpoint(policy), ...more], [agents]);
    return kindOf(review(at(closed), at(after), endpoint(closed).url).newlyAdmitted);
  };
  const wildcard = (policy: KnownJson) => ({ url: 'https://*.example.com', policy });
  const forHost = onlyIf("req.host == 'a.example.com'");
  const own: Endpoint = { url: URL_A, policy: closed };

  test.each<[string, 'sure' | 'possible', ...Parameters<typeof change>]>([
    ['may be in a pool', 'possible', (policy) => ({ url: URL_A, policy, pooling: true }), open],
    ['are not beside an endpoint without a pool', 'sure', (policy) => ({ url: URL_A, policy }), open],
    ['do not serve every host below a wildcard', 'sure', wildcard, open],
    ['may serve one host below a wildcard', 'possible', wildcard, forHost],
    ['do not serve all but one', 'sure', wildcard, unless("req.host == 'a.example.com'")],
    ['may serve a host beside its own endpoint', 'possible', wildcard, forHost, [own]],
    ['do not serve every host beside that endpoint', 'sure', wildcard, open, [own]],
  ])('%s: new access is %s', (_, expected, ...changed) => {
    expect(change(...changed)).toBe(expected);
  });
});

test('a new value of a secret is another condition, whether the list of secrets has the name of the vault or its id', () => {
  const policy = onlyIf("req.url.path == secrets.get('keys', 'path')");
  for (const vault of [{ vault_name: 'keys' }, { vault_id: 'vault_0' }]) {
    const at = (secrets: string) =>
      of(policy, listOf('secret', { name: 'path', ...vault, secrets }), listOf('vault', { name: 'keys' }));
    expect(compare(at('a'), at('b'))).toBe('new');
    expect(compare(at('a'), at('a'))).toBe('none');
  }
});

const setting = (a: string): KnownJson => always(act('set-vars', { vars: [{ a }] }));
const reporting = (network: string): KnownJson => always(restrict([network], { enforce: false }));

const readB = [when("vars.b == 'x'", deny), always(ok)];

test.each<[string, readonly KnownJson[]]>([
  ['the configuration of forward-internal', [always(act('forward-internal', LATER))]],
  ['the configuration of redirect', [always(act('redirect', LATER), deny)]],
  ['the target of redirect', [always(act('redirect', { to: LATER }), deny)]],
  ['the configuration of custom-response', [always(act('custom-response', LATER))]],
  ['the configuration of set-vars', [always(act('set-vars', LATER)), ...readB]],
  ['an element of set-vars', [always(act('set-vars', { vars: [LATER] })), ...readB]],
  ['a value of set-vars', [always(act('set-vars', { vars: [{ b: LATER }] })), ...readB]],
  [
    'the configuration of url-rewrite',
    [always(act('url-rewrite', LATER)), when("req.url.path == '/'", deny), always(ok)],
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
  expect(compare(at('a', setting('x')), at('a', setting('y')))).toBe('new');
  expect(compare(at('a', reporting('10.0.0.0/8')), at('a', reporting('10.0.0.0/9')))).toBe('new');
  expect(compare(at('a'), at('b'))).toBe('new');
  expect(compare(at('a', setting('x')), at('a', setting('x')))).toBe('none');
});

const internal = (host: string, policy: KnownJson, pooling = false): Endpoint => ({
  ...{ url: `https://${host}.internal`, policy, pooling },
});
const FETCHED = 'actions.ngrok.http_request.res';
const forward = (host: string): KnownJson => act('forward-internal', { url: `https://${host}.internal` });
const fetch = (url = 'https://auth.internal'): KnownJson =>
  rules(always(act('http-request', { url })), when(`${FETCHED}.status_code != 200`, deny), always(ok));

type States = readonly [before: AccessFacts, after: AccessFacts];
const at = (policy: KnownJson, endpoints: readonly Endpoint[] = [], ...lists: readonly ObjectList[]): AccessFacts =>
  account([{ url: URL_A, policy }, ...endpoints], lists);
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
const withLog = (...actions: readonly KnownJson[]): KnownJson => ({
  on_http_request: [always(act('http-request', { url: 'https://log.example.org' }), ...actions, forward('app'))],
  on_http_response: [when('res.status_code == 200', act('custom-response', { status_code: 404 }))],
});
const DENIED = "actions.ngrok.restrict_ips.action == 'deny'";
const audited = (...reports: readonly KnownJson[]): KnownJson => rules(...reports, when(DENIED, deny), always(ok));
/** Each of the reports may set the result. */
const manyReports = (network: string): KnownJson => {
  const report = restrict([network], { enforce: false });
  return audited(...Array.from({ length: 17 }, (_, index) => when(`req.url.path == '/${index}'`, report)));
};
const hide = act('custom-response', { status_code: 403 });
const auditedLate = (...first: readonly KnownJson[]): KnownJson => ({
  on_http_request: [...first, reporting(OFFICE), always(ok)],
  on_http_response: [when(DENIED, hide)],
});
const endedEarly = auditedLate(when("req.url.path == '/x'", ok));
const hidingOf = (status: number): KnownJson => ({
  on_http_request: [toApp],
  on_http_response: [when(`res.status_code == ${status}`, hide)],
});
const respond = (config: KnownObject): KnownJson => act('custom-response', { status_code: 200, ...config });
const hidingTarget = (status_code: number): AccessFacts =>
  at(hidingOf(200), [internal('app', doing(respond({ status_code })))]);
/** Two responses that the rules of the phase of the response see: of two statuses, or of two values of a header. */
const byResponse = (first: KnownObject, second: KnownObject, on_http_response: readonly KnownJson[]): States => {
  const responding = (config: KnownObject) => ({ on_http_request: [always(respond(config))], on_http_response });
  return byPolicy(responding(first), responding(second));
};
const byStatus = (...rest: readonly KnownJson[]): States =>
  byResponse({ status_code: 201 }, { status_code: 202 }, rest);
const byHeader = (...rest: readonly KnownJson[]): States =>
  byResponse({ headers: { x: 'a' } }, { headers: { x: 'b' } }, rest);
const adding = (headers: KnownObject): KnownJson => always(act('add-headers', { headers }));
const JUDGED = 'actions.ngrok.owasp_crs_response.decision';
const judging = always(act('owasp-crs-response', { enforce: false }));
const signed = (signature: string, ...then: readonly KnownJson[]): KnownJson =>
  rules(
    adding({ 'x-hub-signature-256': signature }),
    always(act('verify-webhook', { provider: 'github', secret: 's', enforce: false }), ...then),
    when("actions.ngrok.verify_webhook.error.code == 'ERR_1'", deny),
    always(ok),
  );
const untyped = (type: KnownJson, a: string): KnownJson => ({ type, config: { a } });
const admitOffice = (more: KnownObject = {}): KnownJson => doing(restrict([OFFICE], more), ok);
const toRest = rules(always(deny), always(ok));
const inside = (network: string): KnownJson => unless(`!inCidrRange(conn.client_ip, '${network}')`);
const rewritten = when("req.url.path == '/a'", act('url-rewrite', { from: '.*', to: '/no' }));
const withoutTls = when('!has(conn.tls.version)', deny);
const withoutUser = always(act('remove-headers', { headers: ['x-remote-user'] }));

test.each<[string, States]>([
  ['rules, by the result of restrict-ips', byRules(audited(always(restrict([], { ...byPolicies, enforce: false }))))],
  ['the target of an http-request', byTarget(fetch(), 'auth')],
  [
    'the target of a forward of the target of an http-request',
    byTarget(fetch(), 'b', internal('auth', rules(always(forward('b'))))),
  ],
  ['an endpoint that an http-request may ask', byTarget(fetch(`https://\${req.headers['x'][0]}.internal/`), 'auth')],
  ['a wildcard that serves the target of an http-request', byTarget(fetch(), '*')],
  ['a member of the pool that an http-request asks', byTarget(fetch(), 'auth', internal('auth', closed, true))],
  ['rules of the target of an http-request', byRules(fetch(), internal('auth', limited))],
  ['what an unknown action names', byRules(doing(act('ip-gate', byPolicies), ok))],
  [
    'what an action with an unknown member names',
    byRules(doing(act('restrict-ips', { ...byPolicies, mode: 'a' }), ok)),
  ],
  [
    'the status of the target of a forward that the phase of the response reads',
    [hidingTarget(200), hidingTarget(203)],
  ],
  ['restrict-ips to one with an unknown member', byPolicy(admitOffice(), admitOffice({ mode: 'a' }))],
  ['a rule to one with an unknown member', byPolicy(toRest, rules({ actions: [deny], enabled: false }, always(ok)))],
  ['deny to one with an unknown member', byPolicy(toRest, rules(always({ type: 'deny', enabled: false }), always(ok)))],
  ['the configuration of an action whose type is no text', byPolicy(doing(untyped(5, 'a')), doing(untyped(5, 'b')))],
  [
    'the configuration of an action whose type is not known',
    byPolicy(doing(untyped(LATER, 'a')), doing(untyped(LATER, 'b'))),
  ],
  ['a network to a template in a string of an expression', byPolicy(inside(OFFICE), inside(`\${vars.net}`))],
  ['a URL that is not rewritten any more for an agent', byPolicy(rules(rewritten, toApp), rules(toApp))],
  ['a header that is added for an agent', byPolicy(rules(toApp), rules(adding({ authorization: 'Bearer a' }), toApp))],
  ['a header that is not removed any more for an agent', byPolicy(rules(withoutUser, toApp), rules(toApp))],
  [
    'who reaches an upstream, beside a request that is sent elsewhere',
    byPolicy(withLog(restrict([OFFICE])), withLog()),
  ],
  ['a result that one of many actions sets', byPolicy(manyReports(OFFICE), manyReports('0.0.0.0/0'))],
  ['which requests end before the action whose result the response phase reads', byPolicy(auditedLate(), endedEarly)],
  ['what changes a request before an action with a result', byPolicy(signed('a'), signed('b'))],
  ['a status after a change of headers', byStatus(adding({ y: '1' }), when('res.status_code == 201', hide))],
  ['headers after a change of headers', byHeader(adding({ y: '1' }), when("'a' in getResHeader('x')", hide))],
  ['a status after an unknown action', byStatus(always(act('x')), when('res.status_code == 201', hide))],
  ['a response that is read as a whole', byHeader(when("encodeJson(res).contains('a')", hide))],
  ['whether a response has a member', byHeader(when('has(res.location)', hide))],
  [
    'which side of a forward tests whether there is a version of TLS',
    [
      at(rules(withoutTls, toApp), [internal('app', open)]),
      at(rules(toApp), [internal('app', rules(withoutTls, always(ok)))]),
    ],
  ],
  ['a response that a value of Terraform may read', byStatus(when(LATER, hide))],
  ['a response that an unknown action may read', byStatus(always(act('x')))],
  ['a response that an action judges', byHeader(always(act('owasp-crs-response', {})))],
  ['a response, by the result of an action that judges it', byHeader(judging, when(`${JUDGED} == 'deny'`, hide))],
])('a change of %s may be new access', (_, [before, after]) => {
  expect(compare(before, after)).toBe('new');
  for (const same of [before, after]) expect(compare(same, same)).toBe('none');
});

const besideAgent = (policy: KnownJson): States => [of(policy, ofAgent, narrow), of(policy, ofAgent, wide)];

test.each<[string, States]>([
  ['a rule, beside a header with the address', besideAgent(rules(adding({ 'x-ip': `\${conn.client_ip}` }), toApp))],
  ['a rule for an error page behind a forward to an agent', besideAgent(hidingOf(500))],
  ['a rule for an error page behind a forward to the cloud', byRules(hidingOf(500), internal('app', open))],
  ['the log between an action and a condition on its result', byPolicy(signed('a'), signed('a', act('log', {})))],
])('a change of %s is no new access', (_, [before, after]) => {
  expect(compare(before, after)).toBe('none');
});

test('a changed rule may be used by endpoints that were not read, so their access is undecided', () => {
  const endpoints: ObjectList = { kind: 'cloud_endpoint', objects: [], incomplete: unread('cloud_endpoint') };
  const [before, after] = [account([], [narrow, endpoints]), account([], [wide, endpoints])];
  expect(reviewAccess(before, after).undecided).toMatchObject([
    { kind: 'other_access', from: { kind: 'unread', list: 'cloud_endpoint' } },
  ]);
  expect(reviewAccess(before, before).undecided).toEqual([]);
});

test('a changed rule may be used by an endpoint whose URL is not known, so its access is undecided', () => {
  const at = (list: ObjectList) => account([{ url: LATER, policy: limited }], [list]);
  expect(reviewAccess(at(narrow), at(wide)).undecided).toMatchObject([{ kind: 'derived' }]);
  expect(reviewAccess(at(narrow), at(narrow)).undecided).toEqual([]);
});

test('a restriction of a type that the model does not know is compared', () => {
  const restriction = listOf('ip_restriction', { type: 'console', enforced: true, ip_policy_ids: ['ipp_1'] });
  const at = (...networks: readonly string[]) => account([], [rulesOf(...networks), restriction]);
  const { restrictions } = reviewAccess(at(OFFICE), at(OFFICE, '10.0.0.0/8'));
  expect(restrictions).toMatchObject([{ type: 'console', newlyAdmitted: { sure: { networks: ['10.0.0.0/8'] } } }]);
});

test('the witness of a difference says that basic-auth lets the request pass, and no response with an unknown status', () => {
  const report = (credentials: string) => always(reportLogin(credentials));
  const authorized = when(AUTHORIZED, ok);
  const later = act('custom-response', { status_code: LATER });
  for (const policy of [
    rules(report('a:12345678'), authorized, always(later)),
    rules(report('a:12345678'), authorized, report('a:87654321'), when(AUTHORIZED, later), always(deny)),
  ]) {
    const { possible, witness, after } = admitted(closed, policy);
    expect(possible.networks).toEqual([]);
    expect(witness?.text).toContain('basic-auth lets the request pass');
    expect(after).toEqual(['on_http_request[1].actions[0]: custom-response with status 200']);
  }
});

const issuer = { allow_list: [{ value: 'https://issuer.example.com' }] };
const token = act('jwt-validation', { issuer, http: { tokens: [{ type: 'jwt', method: 'header', name: 'X-Token' }] } });
const webhook = act('verify-webhook', { provider: 'github', secret: 's' });
const certificateOf = (authority: string) => act('terminate-tls', { mutual_tls_certificate_authorities: [authority] });
const certificates = ['ca_1', 'ca_2'].map((authority) => always(certificateOf(authority)));
/** Refuses who shows the header, before the action asks for what may be in it. */
const besides = (header: string, action: KnownJson): KnownJson =>
  rules(when(`hasReqHeader('${header}')`, deny), always(action, ok));

const toAgent = act('forward-internal', { url: 'https://agent.internal' });
const asking = (more: KnownObject, ...first: readonly KnownJson[]): KnownJson =>
  rules(...first, always(act('basic-auth', { credentials: [ada], ...more }), ok));
/** One phase by its name and by its older name. */
const twice = (first: KnownJson, second: KnownJson): KnownJson => ({
  ...{ on_http_request: [always(first)], inbound: [always(second)] },
});
const saml = doing(act('saml', { idp_metadata_url: 'https://example.org' }), ok);
const random = unless('rand.double() < 0.5');

test.each<['sure' | 'possible' | 'none', string, KnownJson, KnownJson]>([
  ['possible', 'at the target of a new forward, where an agent may come online', closed, doing(toAgent)],
  ['none', 'at the target of a forward that stays', doing(toAgent), rules(always(toAgent), always(ok))],
  ['none', 'by a random condition that stays', random, random],
  ['sure', 'at a number beside 41', unless("int(req.headers['x-version'][0]) > 41"), open],
  ['none', 'by one phase with two names that stays', twice(deny, ok), twice(deny, ok)],
  ['possible', 'by a change of a phase with two names', twice(deny, deny), twice(deny, ok)],
  ['possible', 'by a second name of a phase', closed, twice(deny, ok)],
  ['none', 'by a member that is set to its documented default', asking({}), asking({ enforce: true })],
  ['sure', 'by a member that is set to another value', asking({}), asking({ enforce: false })],
  [
    ...(['none', 'by a variable that enforce, which is known later, does not read'] as const),
    ...([asking({ enforce: LATER }, setting('x')), asking({ enforce: LATER }, setting('y'))] as const),
  ],
  ['sure', 'by saml that is removed', saml, open],
  ['none', 'by saml that stays', saml, saml],
  [
    'possible',
    'with credentials in a header that a rule refuses',
    closed,
    besides('Authorization', act('basic-auth', { credentials: [ada] })),
  ],
  ['possible', 'with a token in a header that a rule refuses', closed, besides('X-Token', token)],
  ['possible', 'by a webhook whose signature may be in such a header', closed, besides('X-Hub-Signature-256', webhook)],
  [
    ...(['possible', 'with a certificate of two authorities', closed] as const),
    { on_tcp_connect: certificates, on_http_request: [always(ok)] },
  ],
])('%s: new access %s', (expected, _, before, after) => {
  expect(changeOf(before, after)).toBe(expected);
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
  const policy = (condition: string): KnownJson => rules(always(reportLogin(ada)), when(condition, ok), always(deny));
  expect(changeOf(closed, policy(compared))).toBe('sure');
  expect(changeOf(closed, policy(plain))).toBe('sure');
  expect(isOpened(policy(plain), policy(compared))).toBe('none');
  expect(isOpened(policy(compared), policy(plain))).toBe('none');
});
