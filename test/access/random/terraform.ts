// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/** A value that Terraform knows later, of each type at the members of a policy that {@link MEMBERS} lists. */
import { type Account, EMPTY_ACCOUNT, hole, type Json, type JsonObject } from '../reference/account';
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

const limited = (config: Json): JsonObject => act('restrict-ips', config);

/** Rules with a value at one member. */
export const MEMBERS: readonly Member[] = [
  [[always(limited({ allow: X }), OK)], NETWORK_LISTS],
  [[always(limited({ allow: [ALL_IPV4, '::/0'], deny: X }), OK)], NETWORK_LISTS],
  [[always(limited({ allow: [OFFICE, X] }), OK)], NETWORK_TEXTS],
  [[always(limited({ allow: [ALL_IPV4], deny: [PARTNER, X] }), OK)], NETWORK_TEXTS],
  [[always(limited({ allow: [ALL_IPV4, '::/0'], deny: [`${X}/8`] }), OK)], ['203.0.0.0', '10.0.0.0']],
  [[always(limited({ allow: [OFFICE], enforce: X }), OK)], BOOLEANS],
  [[always(limited({ allow: X, enforce: false }), OK)], NETWORK_LISTS],
  [[always(limited({ allow: [X], enforce: false }), OK)], NETWORK_TEXTS],
  [[always(limited({ ip_policies: X }), OK)], [[], ['ipp_1'], ['ipp_2'], null]],
  [[always(limited({ allow: [OFFICE], ip_policies: [X] }), OK)], ['ipp_1', 'ipp_2']],
  [
    [always(limited(X), OK)],
    [
      { allow: [] },
      { allow: [ALL_IPV4, '::/0'] },
      { allow: [OFFICE], enforce: false },
      { allow: [FAILING], enforce: false },
    ],
  ],
  [[always(act('custom-response', { status_code: X }))], STATUSES],
  [[always(act('custom-response', X))], [{}, { status_code: 404 }, { status_code: 200, body: FAILING }]],
  [[always(act('custom-response', { body: X }))], TEXTS],
  [[always(X)], ACTIONS],
  [
    [{ actions: X }, always(OK)],
    [[DENY], [OK], [], [REQUEST, OK]],
  ],
  [
    [{ expressions: X, actions: [DENY] }, always(OK)],
    [[], ["req.method == 'GET'"], ['false'], null],
  ],
  [
    [{ expressions: [X], actions: [DENY] }, always(OK)],
    ['true', 'false', "req.method == 'GET'"],
  ],
  [
    [{ expressions: [`req.method == '${X}'`], actions: [DENY] }, always(OK)],
    ['GET', 'PUT', 'TRACE', 'other', 'none'],
  ],
  [[{ expressions: [`req.method == 'PUT' && req.url.path == '${X}'`], actions: [DENY] }, always(OK)], NAMES],
  [[{ expressions: [`inCidrRange(conn.client_ip, '${X}')`], actions: [DENY] }, always(OK)], NETWORKS],
  [[{ name: X, actions: [DENY] }], NAMES],
  [[X, always(OK)], RULES],
  [[always(act('deny'), X)].map((rule) => ({ ...rule, actions: [DENY] })), ACTIONS],
  [
    [always({ type: X }), always(OK)],
    ['deny', 'custom-response', 'close-connection', 'http-request'],
  ],
  [[always(act('set-vars', { vars: [{ a: X }] })), when("vars.a == 'red'", DENY), always(OK)], TEXTS],
  [[always(act('set-vars', { vars: [{ a: `p-${X}` }] })), when("vars.a == 'p-red'", DENY), always(OK)], TEXTS],
  [[always(act('set-vars', { vars: [{ a: { b: X } }] })), when("vars.a.b == 'red'", DENY), always(OK)], TEXTS],
  [[always(act('set-vars', { vars: [{ a: [X] }] })), when("'red' in vars.a", DENY), always(OK)], TEXTS],
  [
    [always(act('set-vars', { vars: X })), when("vars.a == 'red'", DENY), always(OK)],
    [[{ a: 'red' }], [{ a: 'blue' }], [{ b: 'red' }], [{ a: FAILING }]],
  ],
  [
    [always(act('set-vars', { vars: [X] })), when("vars.a == 'red'", DENY), always(OK)],
    [{ a: 'red' }, { a: 'blue' }, { a: FAILING }],
  ],
  [
    [always(act('set-vars', X)), when("vars.a == 'red'", DENY), always(OK)],
    [{ vars: [{ a: 'red' }] }, { vars: [{ a: 'blue' }] }, { vars: [{ b: FAILING }] }],
  ],
  // Nothing reads the variable, and its text may be an error.
  [[always(act('set-vars', X), OK)], [{ vars: [{ a: 'red' }] }, { vars: [{ a: FAILING }] }]],
  [[always(act('set-vars', { vars: X }), OK)], [[{ a: 'red' }], [{ a: FAILING }]]],
  [[always(act('set-vars', { vars: [X] }), OK)], [{ a: 'red' }, { a: FAILING }]],
  [[always(act('set-vars', { vars: [{ a: X }] }), OK)], TEXTS],
  [[always(act('set-vars', { vars: [{ n: X }] })), always(limited({ allow: ['${vars.n}'] }), OK)], NETWORK_TEXTS],
  [
    [always(act('redirect', { from: X, to: 'https://b.example.com/' })), always(DENY)],
    ['^https://a', '^https://c', null, FAILING],
  ],
  [
    [always(act('redirect', { from: `^https://${X}`, to: 'https://b.example.com' })), always(DENY)],
    ['a', 'c'],
  ],
  [
    [always(act('redirect', { to: X })), always(DENY)],
    ['${req.url}', 'https://b.example.com/', 'https://a.example.com/', FAILING],
  ],
  [
    [always(act('redirect', X)), always(DENY)],
    [{ to: 'https://b.example.com/' }, { from: '^https://c', to: 'https://b.example.com/' }, { to: FAILING }],
  ],
  [[always(act('forward-internal', { url: X }))], ['https://open.internal', 'https://shut.internal', UPSTREAM]],
  [[always(act('forward-internal', { url: `https://${X}.internal` }))], ['open', 'shut', 'up']],
  [
    [always(act('forward-internal', { url: 'https://gone.internal', on_error: X })), always(OK)],
    ['halt', 'continue', null],
  ],
  [
    [always(act('forward-internal', { url: 'https://open.internal', on_error: X })), always(DENY)],
    ['halt', 'continue'],
  ],
  [
    [always(act('forward-internal', X))],
    [{ url: UPSTREAM }, { url: 'https://open.internal' }, { url: 'https://shut.internal' }, { url: FAILING }],
  ],
  [[always(act('basic-auth', { credentials: ['a:password'], enforce: X })), always(OK)], BOOLEANS],
  [[always(act('rate-limit', { name: 'r', enforce: X })), always(OK)], BOOLEANS],
  [
    [always(act('http-request', { url: 'https://h.example.net/', on_error: X })), always(OK)],
    ['halt', 'continue', null],
  ],
  [
    [always(act('log', { metadata: X })), always(OK)],
    [{}, { a: 'b' }, { a: FAILING }],
  ],
  [
    [
      always(act('add-headers', { headers: { 'x-team': X } })),
      when("req.headers['x-team'][0] == 'red'", DENY),
      always(OK),
    ],
    TEXTS,
  ],
  [
    [always(act('add-headers', { headers: X })), when("hasReqHeader('X-Team')", DENY), always(OK)],
    [{ 'x-team': 'red' }, { 'x-key': 'red' }, { 'x-key': FAILING }],
  ],
  [
    [always(act('remove-headers', { headers: X })), when("hasReqHeader('X-Team')", DENY), always(OK)],
    [['x-team'], ['x-key']],
  ],
  [
    [always(act('url-rewrite', { from: '/old', to: X })), when("req.url.path == '/admin'", DENY), always(OK)],
    ['/admin', '/new', `/${FAILING}`],
  ],
  [
    [always(act('url-rewrite', X)), when("req.url.path == '/admin'", DENY), always(OK)],
    [
      { from: '/old', to: '/admin' },
      { from: FAILING, to: '/admin' },
    ],
  ],
  [
    [always(act('http-request', { url: 'https://h.example.net/', body: X })), always(OK)],
    ['red', FAILING],
  ],
  [
    [always(act('redirect', { to: 'https://b.example.com/', headers: { 'x-team': X } })), always(DENY)],
    ['red', FAILING],
  ],
  [
    [always(act('basic-auth', { credentials: [X], enforce: false })), always(OK)],
    ['a:password', FAILING],
  ],
  [
    [always(act('oauth', { provider: X })), always(OK)],
    ['google', 'github'],
  ],
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
