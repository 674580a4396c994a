// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/** A value that Terraform knows later, of each type at the members of a policy that {@link MEMBERS} lists. */
import { type Account, EMPTY_ACCOUNT, hole, type Json } from '../reference/account';
import {
  ALL_IPV4,
  act,
  always,
  cloud,
  DENY,
  ending,
  OFFICE,
  OK,
  oneOf,
  PARTNER,
  type Pick,
  REQUEST,
  requests,
  total,
  URL_OF_DECISIONS,
  when,
} from './parts';

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
const RULES: readonly Json[] = [
  always(REQUEST),
  always(DENY),
  always(OK),
  when('false', DENY),
  when("req.method == 'GET'", DENY),
  always(act('log', { metadata: {} })),
];
const UPSTREAM = 'https://up.internal';
const ACTIONS: readonly Json[] = [REQUEST, DENY, OK, act('log', { metadata: {} }), act('restrict-ips', { allow: [] })];

type Member = readonly [rules: readonly Json[], values: readonly Json[]];

/** An action with {@link X} in it, and the rules behind it. */
const row = (action: Json, values: readonly Json[], ...rest: readonly Json[]): Member => [
  [always(action), ...rest],
  values,
];
const limited = (config: Json, values: readonly Json[]): Member => row(act('restrict-ips', config), values, OPEN);
const [OPEN, SHUT] = [always(OK), always(DENY)];
/** Rules that deny where the condition is true. */
const denyWhen = (condition: string): readonly Json[] => [when(condition, DENY), OPEN];
const DENY_RED = denyWhen("vars.a == 'red'");
const DENY_ADMIN = denyWhen("req.url.path == '/admin'");
const DENY_TEAM = denyWhen("hasReqHeader('X-Team')");

const setVars = (config: Json, values: readonly Json[], ...rest: readonly Json[]): Member =>
  row(act('set-vars', config), values, ...rest);
const setVariable = (a: Json, values: readonly Json[], ...rest: readonly Json[]): Member =>
  setVars({ vars: [{ a }] }, values, ...rest);
const expressions = (list: Json, values: readonly Json[]): Member => [
  [{ expressions: list, actions: [DENY] }, OPEN],
  values,
];

const B = 'https://b.example.com/';
const HOOK = 'https://h.example.net/';

/** Rules with a value at one member. */
export const MEMBERS: readonly Member[] = [
  limited({ allow: X }, NETWORK_LISTS),
  limited({ allow: [ALL_IPV4, '::/0'], deny: X }, NETWORK_LISTS),
  limited({ allow: [OFFICE, X] }, NETWORK_TEXTS),
  limited({ allow: [ALL_IPV4], deny: [PARTNER, X] }, NETWORK_TEXTS),
  limited({ allow: [ALL_IPV4, '::/0'], deny: [`${X}/8`] }, ['203.0.0.0', '10.0.0.0']),
  limited({ allow: [OFFICE], enforce: X }, BOOLEANS),
  limited({ allow: X, enforce: false }, NETWORK_LISTS),
  limited({ allow: [X], enforce: false }, NETWORK_TEXTS),
  limited({ ip_policies: X }, [[], ['ipp_1'], ['ipp_2'], null]),
  limited({ allow: [OFFICE], ip_policies: [X] }, ['ipp_1', 'ipp_2']),
  limited(X, [
    { allow: [] },
    { allow: [ALL_IPV4, '::/0'] },
    { allow: [OFFICE], enforce: false },
    { allow: [FAILING], enforce: false },
  ]),
  row(act('custom-response', { status_code: X }), STATUSES),
  row(act('custom-response', X), [{}, { status_code: 404 }, { status_code: 200, body: FAILING }]),
  row(act('custom-response', { body: X }), TEXTS),
  row(X, ACTIONS),
  [
    [{ actions: X }, OPEN],
    [[DENY], [OK], [], [REQUEST, OK]],
  ],
  expressions(X, [[], ["req.method == 'GET'"], ['false'], null]),
  expressions([X], ['true', 'false', "req.method == 'GET'"]),
  expressions([`req.method == '${X}'`], ['GET', 'PUT', 'TRACE', 'other', 'none']),
  expressions([`req.method == 'PUT' && req.url.path == '${X}'`], NAMES),
  expressions([`inCidrRange(conn.client_ip, '${X}')`], NETWORKS),
  [[{ name: X, actions: [DENY] }], NAMES],
  [[X, OPEN], RULES],
  row({ type: X }, ['deny', 'custom-response', 'close-connection', 'http-request'], OPEN),
  setVariable(X, TEXTS, ...DENY_RED),
  setVariable(`p-${X}`, TEXTS, ...denyWhen("vars.a == 'p-red'")),
  setVariable({ b: X }, TEXTS, ...denyWhen("vars.a.b == 'red'")),
  setVariable([X], TEXTS, ...denyWhen("'red' in vars.a")),
  setVars({ vars: X }, [[{ a: 'red' }], [{ a: 'blue' }], [{ b: 'red' }], [{ a: FAILING }]], ...DENY_RED),
  setVars({ vars: [X] }, [{ a: 'red' }, { a: 'blue' }, { a: FAILING }], ...DENY_RED),
  setVars(X, [{ vars: [{ a: 'red' }] }, { vars: [{ a: 'blue' }] }, { vars: [{ b: FAILING }] }], ...DENY_RED),
  // Nothing reads the variable, and its text may be an error.
  setVars(X, [{ vars: [{ a: 'red' }] }, { vars: [{ a: FAILING }] }], OPEN),
  setVars({ vars: X }, [[{ a: 'red' }], [{ a: FAILING }]], OPEN),
  setVars({ vars: [X] }, [{ a: 'red' }, { a: FAILING }], OPEN),
  setVariable(X, TEXTS, OPEN),
  setVariable(X, NETWORK_TEXTS, always(act('restrict-ips', { allow: ['${vars.a}'] })), OPEN),
  row(act('redirect', { from: X, to: B }), ['^https://a', '^https://c', null, FAILING], SHUT),
  row(act('redirect', { from: `^https://${X}`, to: 'https://b.example.com' }), ['a', 'c'], SHUT),
  row(act('redirect', { to: X }), ['${req.url}', B, 'https://a.example.com/', FAILING], SHUT),
  row(act('redirect', X), [{ to: B }, { from: '^https://c', to: B }, { to: FAILING }], SHUT),
  row(act('forward-internal', { url: X }), ['https://open.internal', 'https://shut.internal', UPSTREAM]),
  row(act('forward-internal', { url: `https://${X}.internal` }), ['open', 'shut', 'up']),
  row(act('forward-internal', { url: 'https://gone.internal', on_error: X }), ['halt', 'continue', null], OPEN),
  row(act('forward-internal', { url: 'https://open.internal', on_error: X }), ['halt', 'continue'], SHUT),
  row(act('forward-internal', X), [
    ...[UPSTREAM, 'https://open.internal', 'https://shut.internal', FAILING].map((url) => ({ url })),
  ]),
  row(act('basic-auth', { credentials: ['a:password'], enforce: X }), BOOLEANS, OPEN),
  row(act('rate-limit', { name: 'r', enforce: X }), BOOLEANS, OPEN),
  row(act('http-request', { url: HOOK, on_error: X }), ['halt', 'continue', null], OPEN),
  row(act('log', { metadata: X }), [{}, { a: 'b' }, { a: FAILING }], OPEN),
  row(act('add-headers', { headers: { 'x-team': X } }), TEXTS, ...denyWhen("req.headers['x-team'][0] == 'red'")),
  row(
    act('add-headers', { headers: X }),
    [{ 'x-team': 'red' }, { 'x-key': 'red' }, { 'x-key': FAILING }],
    ...DENY_TEAM,
  ),
  row(act('remove-headers', { headers: X }), [['x-team'], ['x-key']], ...DENY_TEAM),
  row(act('url-rewrite', { from: '/old', to: X }), ['/admin', '/new', `/${FAILING}`], ...DENY_ADMIN),
  row(
    act('url-rewrite', X),
    ['/old', FAILING].map((from) => ({ from, to: '/admin' })),
    ...DENY_ADMIN,
  ),
  row(act('http-request', { url: HOOK, body: X }), ['red', FAILING], OPEN),
  row(act('redirect', { to: B, headers: { 'x-team': X } }), ['red', FAILING], SHUT),
  row(act('basic-auth', { credentials: [X], enforce: false }), ['a:password', FAILING], OPEN),
  row(act('oauth', { provider: X }), ['google', 'github'], OPEN),
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
  const policy = member ? ofMember : oneOf<Json>(pick, [...Array.from({ length: 12 }, () => ofMember), ...others]);
  return {
    ...EMPTY_ACCOUNT,
    endpoints: [
      cloud(URL_OF_DECISIONS, policy),
      cloud('https://open.internal', requests(always(OK))),
      cloud(UPSTREAM, requests(always(REQUEST, OK))),
      cloud('https://shut.internal', requests(always(DENY))),
    ],
    rules: [ALL_IPV4, '::/0'].map((cidr) => ({ policyId: 'ipp_1', cidr, action: 'allow' })),
    holes: {
      'var.x': values,
      'var.rules': [
        [always(REQUEST)],
        [always(OK)],
        [always(DENY)],
        [when("inCidrRange(conn.client_ip, '203.0.113.0/24')", DENY), always(act('log', { metadata: {} }))],
      ],
      'var.response': [[always(REQUEST)], [always(OK)], [always(act('custom-response', { status_code: 404 }))]],
      'var.policy': [requests(always(REQUEST, OK)), requests(always(OK)), requests(always(DENY))],
    },
  };
}
