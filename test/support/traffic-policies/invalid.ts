// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Planted mistakes in traffic policies: each is found, with its severity and path. */

import type { PolicyContext, PolicyProblem } from '../../../src/model/traffic-policy/check/problem';
import type { Json, JsonObject } from '../../../src/values/json';
import { ruleWith } from './rule-with';

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

const end = ruleWith('deny');
const log = ruleWith('log', { metadata: { a: 'b' } });

/** A policy with a rule in a phase, which then ends. */
function phase(name: string, ...rules: readonly Json[]): JsonObject {
  return name === 'on_http_request' ? { [name]: [...rules, end] } : { [name]: [...rules], on_http_request: [end] };
}

const inRequest = (...rules: readonly Json[]): JsonObject => phase('on_http_request', ...rules);
const request = (type: string, config?: JsonObject): JsonObject => inRequest(ruleWith(type, config));

const RULE = 'on_http_request[0]';
const TYPE = `${RULE}.actions[0].type`;
const CONFIG = `${RULE}.actions[0].config`;

/** A mistake in the configuration of an action, at its member. */
const config = (title: string, type: string, values: JsonObject, member: string, says: string): Row => [
  title,
  type === 'deny' || type === 'custom-response' ? { on_http_request: [ruleWith(type, values)] } : request(type, values),
  `${CONFIG}.${member}`,
  says,
];

/** A mistake in an expression of a rule. */
const expression = (title: string, text: string, says: string): Row => [
  title,
  inRequest({ expressions: [text], ...log }),
  `${RULE}.expressions[0]`,
  says,
];

const jwt: JsonObject = {
  http: { tokens: [{ type: 'jwt', method: 'header', name: 'Authorization', prefix: 'Bearer ' }] },
  jws: { allowed_algorithms: ['RS256'], keys: { sources: { additional_jkus: ['https://issuer.example.com/jwks'] } } },
};
const limit = { name: 'n', algorithm: 'sliding_window', capacity: 10, rate: '60s', bucket_key: ['conn.client_ip'] };
const secret = '${secrets.get("v", "s")}';
const client = { issuer_url: 'https://i.example', client_id: 'a', client_secret: secret };
const headers = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'v']));

const ERRORS: readonly Row[] = [
  ['empty text', ' ', '', 'is empty'],
  ['broken YAML', 'on_http_request: [', '', 'cannot be parsed'],
  ['a list', '[]', '', 'is a list'],
  ['a duplicate member in JSON', '{"on_http_request": [], "on_http_request": []}', '', 'two members of one name'],
  ['a duplicate key in YAML', 'on_http_request: []\non_http_request: []', '', 'unique'],
  ['no action', { on_http_request: [] }, '', 'has no action'],
  ['rules as an object', { on_http_request: { actions: [] } }, 'on_http_request', 'list of rules'],
  ['a rule without actions', inRequest({ name: 'x' }), `${RULE}.actions`, 'is not set'],
  ['actions as an object', inRequest({ actions: {} }), `${RULE}.actions`, 'list of actions'],
  ['expressions as a string', inRequest({ expressions: 'true', ...end }), `${RULE}.expressions`, 'list of CEL'],
  ['an action without type', inRequest({ actions: [{ config: {} }] }), TYPE, 'is not set'],
  ['config as a list', inRequest({ actions: [{ type: 'log', config: [] }] }), CONFIG, 'is a list'],
  // The example of the page of http-request: single quotes of YAML keep the backslashes, which CEL has only in strings.
  [
    'an expression with backslashes before its quotes',
    [
      'on_http_request:',
      '  - actions:',
      '      - type: custom-response',
      `        config: {body: '{ "user": "\${req.headers[\\"x-user-id\\"]}" }'}`,
    ].join('\n'),
    `${CONFIG}.body`,
    'is not CEL: Unexpected character',
  ],
  ['an HTTP phase on a tcp endpoint', inRequest(), 'on_http_request', 'does not exist for tcp', { scheme: 'tcp' }],
  [
    'on_tcp_connect on an internal endpoint',
    phase('on_tcp_connect', end),
    'on_tcp_connect',
    'internal',
    { scheme: 'https', isInternal: true },
  ],
  [
    'an action of another phase',
    phase('on_http_response', ruleWith('oauth', { provider: 'google' })),
    'on_http_response[0].actions[0].type',
    'on_http_response does not have',
  ],
  [
    'terminate-tls on a tcp endpoint',
    { on_tcp_connect: [ruleWith('terminate-tls'), end] },
    'on_tcp_connect[0].actions[0].type',
    'tcp endpoints do not have',
    { scheme: 'tcp' },
  ],
  config('a missing required member', 'oauth', {}, 'provider', 'is not set'),
  config('a missing nested member', 'jwt-validation', { ...jwt, issuer: {} }, 'issuer.allow_list', 'is not set'),
  config('a string for a number', 'deny', { status_code: '403' }, 'status_code', 'an integer'),
  config('a string for a boolean', 'restrict-ips', { enforce: 'yes', allow: [] }, 'enforce', 'true or false'),
  config('a string for a list', 'remove-headers', { headers: 'server' }, 'headers', 'a list'),
  config('a number with a fraction', 'rate-limit', { ...limit, capacity: 1.5 }, 'capacity', 'an integer'),
  config('an unknown provider', 'oauth', { provider: 'gogle' }, 'provider', "did you mean 'google'"),
  config('a number out of range', 'rate-limit', { ...limit, capacity: 0 }, 'capacity', '1 to 2000000000'),
  config('a status of no redirect', 'redirect', { to: 'https://x', status_code: 200 }, 'status_code', '300 to 399'),
  config('a rate that is too short', 'rate-limit', { ...limit, rate: '10s' }, 'rate', '60s to 86400s'),
  config('a rate that is no multiple of 10 s', 'rate-limit', { ...limit, rate: '65s' }, 'rate', 'multiple of 10s'),
  config('a duration without unit', 'rate-limit', { ...limit, rate: '60' }, 'rate', 'a duration'),
  config('a name that is too long', 'rate-limit', { ...limit, name: 'n'.repeat(1024) }, 'name', '1024 characters'),
  config('too many headers', 'add-headers', { headers }, 'headers', 'at most 10'),
  config('no header', 'add-headers', { headers: {} }, 'headers', 'is empty'),
  config('a header with a space', 'add-headers', { headers: { 'x y': 'v' } }, 'headers["x y"]', 'name of a header'),
  [
    'an algorithm twice',
    phase('on_http_response', ruleWith('compress-response', { algorithms: ['gzip', 'gzip'] })),
    'on_http_response[0].actions[0].config.algorithms',
    'twice',
  ],
  config('a CIDR with host bits', 'restrict-ips', { enforce: true, allow: ['10.0.0.1/8'] }, 'allow[0]', '10.0.0.1/8'),
  config('an IP policy by name', 'restrict-ips', { ip_policies: ['offices'] }, 'ip_policies[0]', 'id of an IP policy'),
  config(
    'a client id without secret',
    'oauth',
    { provider: 'google', client_id: 'c' },
    'client_secret',
    'both or none',
  ),
  [
    'a certificate without key',
    phase('on_tcp_connect', ruleWith('terminate-tls', { server_certificate: 'PEM' })),
    'on_tcp_connect[0].actions[0].config.server_private_key',
    'both or none',
  ],
  config('a variable with two members', 'set-vars', { vars: [{ a: 1, b: 2 }] }, 'vars[0]', 'exactly one'),
  config('a bad regular expression', 'url-rewrite', { from: 'a(', to: 'b' }, 'from', 'regular expression'),
  config('credentials without colon', 'basic-auth', { credentials: ['a'] }, 'credentials[0]', 'user:password'),
  config('a short password', 'basic-auth', { credentials: ['admin:short'] }, 'credentials[0]', '5 characters'),
  expression('CEL that does not parse', 'req.method ==', 'is not CEL'),
  config('bad CEL in a template', 'custom-response', { body: 'Hi ${req.}' }, 'body', 'is not CEL'),
  config('an interpolation without end', 'custom-response', { body: 'Hi ${req.host' }, 'body', 'without its end'),
  config(
    'a bucket key that does not parse',
    'rate-limit',
    { ...limit, bucket_key: ['${conn.client_ip}'] },
    'bucket_key[0]',
    'is not CEL',
  ),
];

const WARNINGS: readonly Row[] = [
  [
    'an unknown phase',
    { ...inRequest(), on_http_requests: [end] },
    'on_http_requests',
    "did you mean 'on_http_request'",
  ],
  ['an unknown action', request('rate-limiter'), TYPE, "did you mean 'rate-limit'"],
  [
    'an unknown action that may handle the requests',
    { on_http_request: [ruleWith('frobnicate')] },
    TYPE,
    "is the unknown action 'frobnicate'",
  ],
  config('an unknown member', 'custom-response', { contents: 'x' }, 'contents', 'not a known member'),
  config('an earlier name of a member', 'custom-response', { content: 'x' }, 'content', 'is the earlier name of body'),
  [
    'an unknown member of a rule',
    inRequest({ expression: ['true'], ...log }),
    `${RULE}.expression`,
    "did you mean 'expressions'",
  ],
  ['compress-response in a request', request('compress-response'), TYPE, 'may not have'],
  // The service may know more of them than its documents: one page names `signalsciences`, another `signal_sciences`.
  config('an unknown sender', 'verify-webhook', { provider: 'gihub', secret }, 'provider', "did you mean 'github'"),
  config(
    'a literal password',
    'basic-auth',
    { credentials: ['admin:long-enough'] },
    'credentials[0]',
    'literal secret',
  ),
  config('a literal secret', 'verify-webhook', { provider: 'github', secret: 'abc' }, 'secret', 'literal secret'),
  expression('an unknown variable', "request.method == 'GET'", 'the variable request'),
  expression('an unknown member of a variable', "req.url.pth == '/'", "did you mean 'req.url.path'"),
  [
    'a request variable in on_tcp_connect',
    phase('on_tcp_connect', { expressions: ["req.method == 'GET'"], ...log }),
    'on_tcp_connect[0].expressions[0]',
    'on_tcp_connect does not have',
  ],
  expression('a response variable in the request', 'res.status_code == 500', 'on_http_request does not have'),
  expression('an unknown function', "isInCidr(conn.client_ip, '10.0.0.0/8')", 'isInCidr()'),
  expression('an unknown function of a namespace', "hash.sha3(req.host) == 'x'", 'hash.sha3()'),
  expression('a string compared with a number', 'req.method == 1', 'wrong types'),
  expression('an expression that is no condition', 'req.url.path', 'a condition'),
  expression('a network in a list of addresses', "conn.client_ip in ['10.0.0.0/8']", 'never equal'),
  expression('a network that equals no address', "'10.0.0.0/8' != conn.client_ip", 'never equal'),
  expression('a network as a pattern', "conn.client_ip.matches('10.0.0.0/8')", 'never equal'),
  expression('a network that a header equals', "req.headers['x-forwarded-for'][0] in ['10.0.0.0/8']", 'never equal'),
  [
    'a variable with a list of networks',
    inRequest(ruleWith('set-vars', { vars: [{ nets: ['10.0.0.0/8'] }] }), {
      expressions: ['conn.client_ip in vars.nets'],
      ...end,
    }),
    'on_http_request[1].expressions[0]',
    "the network '10.0.0.0/8', which is never equal",
  ],
  expression('an address in another form', "conn.client_ip == '2001:DB8:0::1'", "expected '2001:db8::1'"),
  expression('a variable that no action sets', "vars.user == 'a'", 'no set-vars'),
  expression('an index that no action sets', "vars['user'] == 'a'", 'no set-vars'),
  expression('a variable of an unknown action', 'actions.ngrok.oauht.identity != null', "did you mean 'oauth'"),
  [
    'an action behind one that ends',
    { on_http_request: [{ actions: [{ type: 'deny' }, { type: 'log', config: { metadata: {} } }] }] },
    `${RULE}.actions[1]`,
    'behind an action that ends',
  ],
  ['a rule behind one that ends', { on_http_request: [end, log] }, 'on_http_request[1].actions[0]', 'behind an action'],
  [
    'requests that nothing handles',
    { on_http_request: [{ expressions: ['conn.client_ip.is_tor_node'], ...end }] },
    'on_http_request',
    'does not end for every request',
  ],
  [
    'a forward that continues after an error, without fallback',
    { on_http_request: [ruleWith('forward-internal', { url: 'https://a.internal', on_error: 'continue' })] },
    'on_http_request',
    'does not end',
  ],
  [
    'two actions that authenticate',
    inRequest(ruleWith('oauth', { provider: 'google' }), ruleWith('openid-connect', client)),
    'on_http_request[1].actions[0]',
    'second action that authenticates',
  ],
  [
    'networks that are denied, and none that is allowed',
    request('restrict-ips', { deny: ['10.0.0.0/8'] }),
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
  ([title, policy, path, says, context]: Row): PlantedPolicy => {
    return { title, policy, severity, path, says, ...(context && { context }) };
  };

export const INVALID_POLICIES = [...ERRORS.map(toPlanted('error')), ...WARNINGS.map(toPlanted('warning'))];

/**
 * One mistake for each context. `test/model/traffic-policy.test.ts` has all; what reads a policy adds its own path to
 * them.
 */
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
