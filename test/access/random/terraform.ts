// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/**
 * Accounts with a policy of which Terraform knows a part only later: X at one of the places that {@link MEMBERS} lists,
 * with values that fit there, or all rules of a phase, or the policy.
 */
import { type Account, EMPTY_ACCOUNT, hole, type Json, type JsonObject } from '../reference/account';
import { ALL_IPV4, OFFICE, PARTNER } from './networks';
import { act, always, cloud, DENY, OK, REQUEST, requests, URL_A, when } from './parts';
import { ending, oneOf, type Pick, total } from './pick';

const X = hole('var.x');
/** A text that is an error for every request. */
const FAILING = '${vars.none}';
const NETWORK_LISTS: readonly Json[] = [[], null, [ALL_IPV4, '::/0'], [OFFICE], [FAILING]];
/** Without CEL. */
const NAMES: readonly Json[] = ['red', 'GET', '/admin', '/other', ''];
const TEXTS: readonly Json[] = [...NAMES, FAILING];
const NETWORKS: readonly Json[] = [ALL_IPV4, '::/0', OFFICE, '192.0.2.1/32'];
const NETWORK_TEXTS: readonly Json[] = [...NETWORKS, FAILING];
const BOOLEANS: readonly Json[] = [true, false, null];
const STATUSES: readonly Json[] = [200, 301, 404, 503, null];
const LOG = act('log', { metadata: {} });
const RULES: readonly Json[] = [
  always(REQUEST),
  always(DENY),
  always(OK),
  when('false', DENY),
  when("req.method == 'GET'", DENY),
  always(LOG),
];
const [UPSTREAM, OPEN, SHUT] = ['https://up.internal', 'https://open.internal', 'https://shut.internal'];
const ELSEWHERE = 'https://b.example.com/';
const ACTIONS: readonly Json[] = [REQUEST, DENY, OK, LOG, act('restrict-ips', { allow: [] })];

type Member = readonly [rules: readonly Json[], values: readonly Json[]];

/** Rules with X, which may have each of the values. */
const member = (values: readonly Json[], ...rules: readonly Json[]): Member => [rules, values];

const run = (type: string, config: Json): Json => always(act(type, config));
const unless = (condition: string): readonly Json[] => [when(condition, DENY), always(OK)];
const limited = (config: Json): JsonObject => act('restrict-ips', config);

/**
 * Rules of the phase `on_http_request`. X is in the place of a member of a rule, an action or a config, of an element
 * of a list, of a part of a text, or of a whole action or rule. One entry has no X.
 */
export const MEMBERS: readonly Member[] = [
  member(NETWORK_LISTS, always(limited({ allow: X }), OK)),
  member(NETWORK_LISTS, always(limited({ allow: [ALL_IPV4, '::/0'], deny: X }), OK)),
  member(NETWORK_TEXTS, always(limited({ allow: [OFFICE, X] }), OK)),
  member(NETWORK_TEXTS, always(limited({ allow: [ALL_IPV4], deny: [PARTNER, X] }), OK)),
  member(['203.0.0.0', '10.0.0.0'], always(limited({ allow: [ALL_IPV4, '::/0'], deny: [`${X}/8`] }), OK)),
  member(BOOLEANS, always(limited({ allow: [OFFICE], enforce: X }), OK)),
  member(NETWORK_LISTS, always(limited({ allow: X, enforce: false }), OK)),
  member(NETWORK_TEXTS, always(limited({ allow: [X], enforce: false }), OK)),
  member([[], ['ipp_1'], ['ipp_2'], null], always(limited({ ip_policies: X }), OK)),
  member(['ipp_1', 'ipp_2'], always(limited({ allow: [OFFICE], ip_policies: [X] }), OK)),
  member(
    [
      { allow: [] },
      { allow: [ALL_IPV4, '::/0'] },
      ...[OFFICE, FAILING].map((network) => ({ allow: [network], enforce: false })),
    ],
    always(limited(X), OK),
  ),
  member(STATUSES, run('custom-response', { status_code: X })),
  member([{}, { status_code: 404 }, { status_code: 200, body: FAILING }], run('custom-response', X)),
  member(TEXTS, run('custom-response', { body: X })),
  member(ACTIONS, always(X)),
  member([[DENY], [OK], [], [REQUEST, OK]], { actions: X }, always(OK)),
  member([[], ["req.method == 'GET'"], ['false'], null], { expressions: X, actions: [DENY] }, always(OK)),
  member(['true', 'false', "req.method == 'GET'"], { expressions: [X], actions: [DENY] }, always(OK)),
  member(
    ['GET', 'PUT', 'TRACE', 'other', 'none'],
    { expressions: [`req.method == '${X}'`], actions: [DENY] },
    always(OK),
  ),
  member(NAMES, { expressions: [`req.method == 'PUT' && req.url.path == '${X}'`], actions: [DENY] }, always(OK)),
  member(NETWORKS, { expressions: [`inCidrRange(conn.client_ip, '${X}')`], actions: [DENY] }, always(OK)),
  member(NAMES, { name: X, actions: [DENY] }),
  member(RULES, X, always(OK)),
  // Without X: a policy that no value changes.
  member(ACTIONS, { actions: [DENY] }),
  member(['deny', 'custom-response', 'close-connection', 'http-request'], always({ type: X }), always(OK)),
  member(TEXTS, run('set-vars', { vars: [{ a: X }] }), ...unless("vars.a == 'red'")),
  member(TEXTS, run('set-vars', { vars: [{ a: `p-${X}` }] }), ...unless("vars.a == 'p-red'")),
  member(TEXTS, run('set-vars', { vars: [{ a: { b: X } }] }), ...unless("vars.a.b == 'red'")),
  member(TEXTS, run('set-vars', { vars: [{ a: [X] }] }), ...unless("'red' in vars.a")),
  member(
    [[{ a: 'red' }], [{ a: 'blue' }], [{ b: 'red' }], [{ a: FAILING }]],
    run('set-vars', { vars: X }),
    ...unless("vars.a == 'red'"),
  ),
  member([{ a: 'red' }, { a: 'blue' }, { a: FAILING }], run('set-vars', { vars: [X] }), ...unless("vars.a == 'red'")),
  member(
    [{ vars: [{ a: 'red' }] }, { vars: [{ a: 'blue' }] }, { vars: [{ b: FAILING }] }],
    run('set-vars', X),
    ...unless("vars.a == 'red'"),
  ),
  // Nothing reads the variable, and its text may be an error.
  member([{ vars: [{ a: 'red' }] }, { vars: [{ a: FAILING }] }], always(act('set-vars', X), OK)),
  member([[{ a: 'red' }], [{ a: FAILING }]], always(act('set-vars', { vars: X }), OK)),
  member([{ a: 'red' }, { a: FAILING }], always(act('set-vars', { vars: [X] }), OK)),
  member(TEXTS, always(act('set-vars', { vars: [{ a: X }] }), OK)),
  member(NETWORK_TEXTS, run('set-vars', { vars: [{ n: X }] }), always(limited({ allow: ['${vars.n}'] }), OK)),
  member(['^https://a', '^https://c', null, FAILING], run('redirect', { from: X, to: ELSEWHERE }), always(DENY)),
  member(['a', 'c'], run('redirect', { from: `^https://${X}`, to: 'https://b.example.com' }), always(DENY)),
  member(['${req.url}', ELSEWHERE, 'https://a.example.com/', FAILING], run('redirect', { to: X }), always(DENY)),
  member([{ to: ELSEWHERE }, { from: '^https://c', to: ELSEWHERE }, { to: FAILING }], run('redirect', X), always(DENY)),
  member([OPEN, SHUT, UPSTREAM], run('forward-internal', { url: X })),
  member(['open', 'shut', 'up'], run('forward-internal', { url: `https://${X}.internal` })),
  member(
    ['halt', 'continue', null],
    run('forward-internal', { url: 'https://gone.internal', on_error: X }),
    always(OK),
  ),
  member(['halt', 'continue'], run('forward-internal', { url: OPEN, on_error: X }), always(DENY)),
  member([{ url: UPSTREAM }, { url: OPEN }, { url: SHUT }, { url: FAILING }], run('forward-internal', X)),
  member(BOOLEANS, run('basic-auth', { credentials: ['a:password'], enforce: X }), always(OK)),
  member(BOOLEANS, run('rate-limit', { name: 'r', enforce: X }), always(OK)),
  member(['halt', 'continue', null], run('http-request', { url: 'https://h.example.net/', on_error: X }), always(OK)),
  member([{}, { a: 'b' }, { a: FAILING }], run('log', { metadata: X }), always(OK)),
  member(TEXTS, run('add-headers', { headers: { 'x-team': X } }), ...unless("req.headers['x-team'][0] == 'red'")),
  member(
    [{ 'x-team': 'red' }, { 'x-key': 'red' }, { 'x-key': FAILING }],
    run('add-headers', { headers: X }),
    ...unless("hasReqHeader('X-Team')"),
  ),
  member([['x-team'], ['x-key']], run('remove-headers', { headers: X }), ...unless("hasReqHeader('X-Team')")),
  member(
    ['/admin', '/new', `/${FAILING}`],
    run('url-rewrite', { from: '/old', to: X }),
    ...unless("req.url.path == '/admin'"),
  ),
  member(
    ['/old', FAILING].map((from) => ({ from, to: '/admin' })),
    run('url-rewrite', X),
    ...unless("req.url.path == '/admin'"),
  ),
  member(['red', FAILING], run('http-request', { url: 'https://h.example.net/', body: X }), always(OK)),
  member(['red', FAILING], run('redirect', { to: ELSEWHERE, headers: { 'x-team': X } }), always(DENY)),
  member(['a:password', FAILING], run('basic-auth', { credentials: [X], enforce: false }), always(OK)),
  member(['google', 'github'], run('oauth', { provider: X }), always(OK)),
];

/** A policy with the rules of the member. Without a member, one of them, or a policy with more that is known later. */
export function terraform(pick: Pick, member?: Member): Account {
  const [rules, values] = member ?? oneOf(pick, MEMBERS);
  const first = pick(2) === 0 ? [when(total(pick), ending(pick))] : [];
  const last = pick(4) === 0 ? { on_http_response: [{ expressions: ['res.status_code == 404'], actions: [OK] }] } : {};
  const ofMember = { ...requests(...first, ...rules), ...last };
  const others: readonly Json[] = [
    { on_http_request: hole('var.rules') },
    { on_tcp_connect: hole('var.rules'), on_http_request: [always(OK)] },
    { on_http_request: [always(OK)], on_http_response: hole('var.response') },
    hole('var.policy'),
  ];
  // Chosen: three of four policies have a place of the table.
  const policy = member ? ofMember : oneOf<Json>(pick, [...Array.from({ length: 12 }, () => ofMember), ...others]);
  return {
    ...EMPTY_ACCOUNT,
    endpoints: [
      cloud(URL_A, policy),
      cloud(OPEN, requests(always(OK))),
      cloud(UPSTREAM, requests(always(REQUEST, OK))),
      cloud(SHUT, requests(always(DENY))),
    ],
    rules: [ALL_IPV4, '::/0'].map((cidr) => ({ policyId: 'ipp_1', cidr, action: 'allow' })),
    holes: {
      'var.x': values,
      'var.rules': [
        [always(REQUEST)],
        [always(OK)],
        [always(DENY)],
        [when("inCidrRange(conn.client_ip, '203.0.113.0/24')", DENY), run('log', { metadata: {} })],
      ],
      'var.response': [[always(REQUEST)], [always(OK)], [run('custom-response', { status_code: 404 })]],
      'var.policy': [requests(always(REQUEST, OK)), requests(always(OK)), requests(always(DENY))],
    },
  };
}
