// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Planted mistakes in traffic policies: each is found, with its severity and path. */

import type { PolicyContext, PolicyProblem } from '../../../src/model/traffic-policy/check/problem';
import type { Json, JsonObject } from '../../../src/values/json';

export interface PlantedPolicy {
  readonly title: string;
  /** YAML, JSON or an object. */
  readonly policy: string | JsonObject;
  readonly severity: PolicyProblem['severity'];
  /** Path as in messages; empty for the whole text. */
  readonly path: string;
  /** Part of the message. */
  readonly says: string;
  /** https if not given. */
  readonly context?: PolicyContext;
}

type Row = readonly [title: string, policy: string | JsonObject, path: string, says: string, context?: PolicyContext];

const end: JsonObject = { actions: [{ type: 'deny' }] };

/** A policy with one action in `on_http_request`, which then ends. */
function request(type: string, config?: JsonObject, phase = 'on_http_request'): JsonObject {
  const rule = { actions: [config ? { type, config } : { type }] };
  if (phase !== 'on_http_request') return { [phase]: [rule], on_http_request: [end] };
  return { [phase]: type === 'deny' || type === 'custom-response' ? [rule] : [rule, end] };
}

function when(expression: Json, phase = 'on_http_request'): JsonObject {
  const rule = { expressions: [expression], actions: [{ type: 'log', config: { metadata: { a: 'b' } } }] };
  return phase === 'on_http_request' ? { [phase]: [rule, end] } : { [phase]: [rule], on_http_request: [end] };
}

const RULE = 'on_http_request[0]';
const TYPE = `${RULE}.actions[0].type`;
const CONFIG = `${RULE}.actions[0].config`;
const EXPRESSION = `${RULE}.expressions[0]`;

const jwt: JsonObject = {
  issuer: { allow_list: [{ value: 'https://issuer.example.com' }] },
  http: { tokens: [{ type: 'jwt', method: 'header', name: 'Authorization', prefix: 'Bearer ' }] },
  jws: { allowed_algorithms: ['RS256'], keys: { sources: { additional_jkus: ['https://issuer.example.com/jwks'] } } },
};

const limit: JsonObject = {
  name: 'n',
  algorithm: 'sliding_window',
  capacity: 10,
  rate: '60s',
  bucket_key: ['conn.client_ip'],
};

const ERRORS: readonly Row[] = [
  ['empty text', ' ', '', 'is empty'],
  ['broken YAML', 'on_http_request: [', '', 'cannot be parsed'],
  ['a list', '[]', '', 'is a list'],
  ['a duplicate member in JSON', '{"on_http_request": [], "on_http_request": []}', '', 'two members of one name'],
  ['a duplicate key in YAML', 'on_http_request: []\non_http_request: []', '', 'unique'],
  ['no action', { on_http_request: [] }, '', 'has no action'],
  ['rules as an object', { on_http_request: { actions: [] } }, 'on_http_request', 'list of rules'],
  ['a rule without actions', { on_http_request: [{ name: 'x' }, end] }, `${RULE}.actions`, 'is not set'],
  ['actions as an object', { on_http_request: [{ actions: {} }, end] }, `${RULE}.actions`, 'list of actions'],
  [
    'expressions as a string',
    { on_http_request: [{ expressions: 'true', ...end }, end] },
    `${RULE}.expressions`,
    'list of CEL',
  ],
  ['an action without type', { on_http_request: [{ actions: [{ config: {} }] }, end] }, TYPE, 'is not set'],
  ['config as a list', { on_http_request: [{ actions: [{ type: 'log', config: [] }] }, end] }, CONFIG, 'is a list'],
  // The example of the page of http-request: single quotes of YAML keep the backslashes, which CEL has only in strings.
  [
    'an expression with backslashes before its quotes',
    [
      'on_http_request:',
      '  - actions:',
      '      - type: http-request',
      '        config:',
      '          url: https://api.example.com/users',
      `          body: '{ "user": "\${req.headers[\\"x-user-id\\"]}" }'`,
      '      - type: deny',
    ].join('\n'),
    `${CONFIG}.body`,
    'is not CEL: Unexpected character',
  ],
  [
    'an HTTP phase on a tcp endpoint',
    { on_http_request: [end] },
    'on_http_request',
    'does not exist for tcp',
    { scheme: 'tcp' },
  ],
  [
    'on_tcp_connect on an internal endpoint',
    { on_tcp_connect: [end], on_http_request: [end] },
    'on_tcp_connect',
    'internal',
    { scheme: 'https', isInternal: true },
  ],
  [
    'an action of another phase',
    request('oauth', { provider: 'google' }, 'on_http_response'),
    'on_http_response[0].actions[0].type',
    'on_http_response does not have',
  ],
  [
    'terminate-tls on a tcp endpoint',
    { on_tcp_connect: [{ actions: [{ type: 'terminate-tls' }, { type: 'deny' }] }] },
    'on_tcp_connect[0].actions[0].type',
    'tcp endpoints do not have',
    { scheme: 'tcp' },
  ],
  ['a required member that is missing', request('oauth', {}), `${CONFIG}.provider`, 'is not set'],
  [
    'a nested member that is missing',
    request('jwt-validation', { ...jwt, issuer: {} }),
    `${CONFIG}.issuer.allow_list`,
    'is not set',
  ],
  ['a string for a number', request('deny', { status_code: '403' }), `${CONFIG}.status_code`, 'an integer'],
  [
    'a string for a boolean',
    request('restrict-ips', { enforce: 'yes', allow: [] }),
    `${CONFIG}.enforce`,
    'true or false',
  ],
  ['a string for a list', request('remove-headers', { headers: 'server' }), `${CONFIG}.headers`, 'a list'],
  ['a number with a fraction', request('rate-limit', { ...limit, capacity: 1.5 }), `${CONFIG}.capacity`, 'an integer'],
  ['an unknown provider', request('oauth', { provider: 'gogle' }), `${CONFIG}.provider`, "did you mean 'google'"],
  ['a number out of range', request('rate-limit', { ...limit, capacity: 0 }), `${CONFIG}.capacity`, '1 to 2000000000'],
  [
    'a status that is no redirect',
    request('redirect', { to: 'https://x.example', status_code: 200 }),
    `${CONFIG}.status_code`,
    '300 to 399',
  ],
  ['a rate that is too short', request('rate-limit', { ...limit, rate: '10s' }), `${CONFIG}.rate`, '60s to 86400s'],
  [
    'a rate that is not a multiple of 10 seconds',
    request('rate-limit', { ...limit, rate: '65s' }),
    `${CONFIG}.rate`,
    'multiple of 10s',
  ],
  ['a duration without unit', request('rate-limit', { ...limit, rate: '60' }), `${CONFIG}.rate`, 'a duration'],
  [
    'a name that is too long',
    request('rate-limit', { ...limit, name: 'n'.repeat(1024) }),
    `${CONFIG}.name`,
    '1024 characters',
  ],
  [
    'too many headers',
    request('add-headers', {
      headers: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'v'])),
    }),
    `${CONFIG}.headers`,
    'at most 10',
  ],
  ['no header', request('add-headers', { headers: {} }), `${CONFIG}.headers`, 'is empty'],
  [
    'a header with a space',
    request('add-headers', { headers: { 'x y': 'v' } }),
    `${CONFIG}.headers["x y"]`,
    'name of a header',
  ],
  [
    'an algorithm twice',
    request('compress-response', { algorithms: ['gzip', 'gzip'] }, 'on_http_response'),
    'on_http_response[0].actions[0].config.algorithms',
    'twice',
  ],
  [
    'a CIDR with bits beyond its mask',
    request('restrict-ips', { enforce: true, allow: ['203.0.113.7/24'] }),
    `${CONFIG}.allow[0]`,
    '203.0.113.7/24',
  ],
  [
    'an IP policy by name',
    request('restrict-ips', { enforce: true, ip_policies: ['offices'] }),
    `${CONFIG}.ip_policies[0]`,
    'id of an IP policy',
  ],
  [
    'a client id without secret',
    request('oauth', { provider: 'google', client_id: 'c' }),
    `${CONFIG}.client_secret`,
    'both or none',
  ],
  [
    'a certificate without key',
    {
      on_tcp_connect: [{ actions: [{ type: 'terminate-tls', config: { server_certificate: 'PEM' } }] }],
      on_http_request: [end],
    },
    'on_tcp_connect[0].actions[0].config.server_private_key',
    'both or none',
  ],
  [
    'a variable element with two members',
    request('set-vars', { vars: [{ a: 1, b: 2 }] }),
    `${CONFIG}.vars[0]`,
    'exactly one',
  ],
  ['a bad regular expression', request('url-rewrite', { from: 'a(', to: 'b' }), `${CONFIG}.from`, 'regular expression'],
  [
    'credentials without colon',
    request('basic-auth', { credentials: ['admin'] }),
    `${CONFIG}.credentials[0]`,
    'user:password',
  ],
  [
    'a short password',
    request('basic-auth', { credentials: ['admin:short'] }),
    `${CONFIG}.credentials[0]`,
    '5 characters',
  ],
  ['CEL that does not parse', when('req.method =='), EXPRESSION, 'is not CEL'],
  [
    'CEL in a template that does not parse',
    request('custom-response', { body: 'Hi ${req.}' }),
    `${CONFIG}.body`,
    'is not CEL',
  ],
  [
    'an interpolation without end',
    request('custom-response', { body: 'Hi ${req.host' }),
    `${CONFIG}.body`,
    'without its end',
  ],
  [
    'a bucket key that does not parse',
    request('rate-limit', { ...limit, bucket_key: ['${conn.client_ip}'] }),
    `${CONFIG}.bucket_key[0]`,
    'is not CEL',
  ],
];

const WARNINGS: readonly Row[] = [
  [
    'an unknown phase',
    { on_http_requests: [end], on_http_request: [end] },
    'on_http_requests',
    "did you mean 'on_http_request'",
  ],
  ['an unknown action', request('rate-limiter'), TYPE, "did you mean 'rate-limit'"],
  [
    'an unknown action that may handle the requests',
    { on_http_request: [{ actions: [{ type: 'frobnicate' }] }] },
    TYPE,
    "is the unknown action 'frobnicate'",
  ],
  [
    'an unknown member of an action',
    request('custom-response', { contents: 'x' }),
    `${CONFIG}.contents`,
    'not a known member',
  ],
  [
    'an earlier name of a member',
    request('custom-response', { content: 'x' }),
    `${CONFIG}.content`,
    'is the earlier name of body',
  ],
  [
    'an unknown member of a rule',
    { on_http_request: [{ expression: ['true'], actions: [{ type: 'log', config: { metadata: {} } }] }, end] },
    `${RULE}.expression`,
    "did you mean 'expressions'",
  ],
  ['compress-response in a request', request('compress-response'), TYPE, 'may not have'],
  // The service may know more of them than its documents: one page names `signalsciences`, another `signal_sciences`.
  [
    'an unknown sender of webhooks',
    request('verify-webhook', { provider: 'gihub', secret: '${secrets.get("v", "s")}' }),
    `${CONFIG}.provider`,
    "did you mean 'github'",
  ],
  [
    'a literal password',
    request('basic-auth', { credentials: ['admin:long-enough'] }),
    `${CONFIG}.credentials[0]`,
    'literal secret',
  ],
  [
    'a literal secret of a webhook',
    request('verify-webhook', { provider: 'github', secret: 'abc' }),
    `${CONFIG}.secret`,
    'literal secret',
  ],
  ['an unknown variable', when("request.method == 'GET'"), EXPRESSION, 'the variable request'],
  ['an unknown member of a variable', when("req.url.pth == '/'"), EXPRESSION, "did you mean 'req.url.path'"],
  [
    'a request variable in on_tcp_connect',
    when("req.method == 'GET'", 'on_tcp_connect'),
    'on_tcp_connect[0].expressions[0]',
    'on_tcp_connect does not have',
  ],
  ['a response variable in the request', when('res.status_code == 500'), EXPRESSION, 'on_http_request does not have'],
  ['an unknown function', when("isInCidr(conn.client_ip, '10.0.0.0/8')"), EXPRESSION, 'isInCidr()'],
  ['an unknown function of a namespace', when("hash.sha3(req.host) == 'x'"), EXPRESSION, 'hash.sha3()'],
  ['a string compared with a number', when('req.method == 1'), EXPRESSION, 'wrong types'],
  ['an expression that is no condition', when('req.url.path'), EXPRESSION, 'a condition'],
  ['a network in a list of addresses', when("conn.client_ip in ['10.0.0.0/8']"), EXPRESSION, 'never equal'],
  ['a network that equals no address', when("'10.0.0.0/8' != conn.client_ip"), EXPRESSION, 'never equal'],
  ['a network as a pattern', when("conn.client_ip.matches('10.0.0.0/8')"), EXPRESSION, 'never equal'],
  [
    'a network that a header equals',
    when("req.headers['x-forwarded-for'][0] in ['10.0.0.0/8']"),
    EXPRESSION,
    'never equal',
  ],
  [
    'a variable with a list of networks',
    {
      on_http_request: [
        { actions: [{ type: 'set-vars', config: { vars: [{ nets: ['10.0.0.0/8'] }] } }] },
        { expressions: ['conn.client_ip in vars.nets'], ...end },
        end,
      ],
    },
    'on_http_request[1].expressions[0]',
    "the network '10.0.0.0/8', which is never equal",
  ],
  [
    'an address in a form that the service never writes',
    when("conn.client_ip == '2001:DB8:0::1'"),
    EXPRESSION,
    "expected '2001:db8::1'",
  ],
  ['a variable that no action sets', when("vars.user == 'a'"), EXPRESSION, 'no set-vars'],
  ['an index that no action sets', when("vars['user'] == 'a'"), EXPRESSION, 'no set-vars'],
  [
    'a variable of an action that does not exist',
    when('actions.ngrok.oauht.identity != null'),
    EXPRESSION,
    "did you mean 'oauth'",
  ],
  [
    'an action behind one that ends',
    { on_http_request: [{ actions: [{ type: 'deny' }, { type: 'log', config: { metadata: {} } }] }] },
    `${RULE}.actions[1]`,
    'behind an action that ends',
  ],
  [
    'requests that nothing handles',
    { on_http_request: [{ expressions: ['conn.client_ip.is_tor_node'], ...end }] },
    'on_http_request',
    'does not end for every request',
  ],
  [
    'a forward that continues after an error, without fallback',
    {
      on_http_request: [
        { actions: [{ type: 'forward-internal', config: { url: 'https://a.internal', on_error: 'continue' } }] },
      ],
    },
    'on_http_request',
    'does not end',
  ],
  [
    'two actions that authenticate',
    {
      on_http_request: [
        {
          actions: [
            { type: 'oauth', config: { provider: 'google' } },
            {
              type: 'openid-connect',
              config: { issuer_url: 'https://i.example', client_id: 'a', client_secret: '${secrets.get("v", "s")}' },
            },
          ],
        },
        end,
      ],
    },
    `${RULE}.actions[1]`,
    'second action that authenticates',
  ],
  [
    'networks that are denied, and none that is allowed',
    request('restrict-ips', { enforce: true, deny: ['203.0.113.0/24'] }),
    CONFIG,
    'admits no address',
  ],
  [
    'a literal id of an IP policy in configuration',
    request('restrict-ips', { enforce: true, ip_policies: ['ipp_2abcdefghijklmnopqrstuvwxyz'] }),
    `${CONFIG}.ip_policies[0]`,
    'a reference',
    { isConfiguration: true },
  ],
];

const toPlanted =
  (severity: PlantedPolicy['severity']) =>
  ([title, policy, path, says, context]: Row): PlantedPolicy => ({
    title,
    policy,
    severity,
    path,
    says,
    ...(context && { context }),
  });

export const INVALID_POLICIES = [...ERRORS.map(toPlanted('error')), ...WARNINGS.map(toPlanted('warning'))];

/** One mistake for each context. `test/model/traffic-policy.test.ts` has all; what reads a policy adds its own path to them. */
export const PLANTED_BY_CONTEXT: readonly (readonly [title: string, planted: PlantedPolicy])[] = [
  pick('an error', ({ severity, context }) => severity === 'error' && !context),
  pick('a warning', ({ severity, context }) => severity === 'warning' && !context),
  pick('what another scheme forbids', ({ context }) => context?.scheme === 'tcp'),
  pick('what an internal endpoint forbids', ({ context }) => context?.isInternal === true),
  pick('what only a configuration must not contain', ({ context }) => context?.isConfiguration === true),
];

function pick(title: string, isWanted: (each: PlantedPolicy) => boolean): readonly [string, PlantedPolicy] {
  const planted = INVALID_POLICIES.find((each) => each.path !== '' && isWanted(each));
  if (!planted) throw new Error(`No planted policy has ${title}`);
  return [title, planted];
}
