// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Planted mistakes in traffic policies: each is found, with its severity and path. */

import type { Json, JsonObject } from '../../../src/model/json';
import type { PolicyContext, PolicyProblem } from '../../../src/model/traffic-policy/check/problem';

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

export const INVALID_POLICIES: readonly PlantedPolicy[] = [
  { title: 'empty text', policy: ' ', severity: 'error', path: '', says: 'is empty' },
  { title: 'broken YAML', policy: 'on_http_request: [', severity: 'error', path: '', says: 'cannot be parsed' },
  { title: 'a list', policy: '[]', severity: 'error', path: '', says: 'is a list' },
  {
    title: 'a duplicate member in JSON',
    policy: '{"on_http_request": [], "on_http_request": []}',
    severity: 'error',
    path: '',
    says: 'two members of one name',
  },
  {
    title: 'a duplicate key in YAML',
    policy: 'on_http_request: []\non_http_request: []',
    severity: 'error',
    path: '',
    says: 'unique',
  },
  { title: 'no action', policy: { on_http_request: [] }, severity: 'error', path: '', says: 'has no action' },
  {
    title: 'rules as an object',
    policy: { on_http_request: { actions: [] } },
    severity: 'error',
    path: 'on_http_request',
    says: 'list of rules',
  },
  {
    title: 'a rule without actions',
    policy: { on_http_request: [{ name: 'x' }, end] },
    severity: 'error',
    path: `${RULE}.actions`,
    says: 'is not set',
  },
  {
    title: 'actions as an object',
    policy: { on_http_request: [{ actions: {} }, end] },
    severity: 'error',
    path: `${RULE}.actions`,
    says: 'list of actions',
  },
  {
    title: 'expressions as a string',
    policy: { on_http_request: [{ expressions: 'true', ...end }, end] },
    severity: 'error',
    path: `${RULE}.expressions`,
    says: 'list of CEL',
  },
  {
    title: 'an action without type',
    policy: { on_http_request: [{ actions: [{ config: {} }] }, end] },
    severity: 'error',
    path: TYPE,
    says: 'is not set',
  },
  {
    title: 'config as a list',
    policy: { on_http_request: [{ actions: [{ type: 'log', config: [] }] }, end] },
    severity: 'error',
    path: CONFIG,
    says: 'is a list',
  },
  {
    title: 'an unknown phase',
    policy: { on_http_requests: [end], on_http_request: [end] },
    severity: 'warning',
    path: 'on_http_requests',
    says: "did you mean 'on_http_request'",
  },
  {
    title: 'an unknown action',
    policy: request('rate-limiter'),
    severity: 'warning',
    path: TYPE,
    says: "did you mean 'rate-limit'",
  },
  {
    title: 'an unknown member of an action',
    policy: request('custom-response', { content: 'x' }),
    severity: 'warning',
    path: `${CONFIG}.content`,
    says: 'not a known member',
  },
  {
    // An earlier document of the service has this member.
    title: 'the rolling window of a circuit breaker',
    policy: request('circuit-breaker', { error_threshold: 0.5, rolling_window: [1, 2] }),
    severity: 'warning',
    path: `${CONFIG}.rolling_window`,
    says: 'not a known member',
  },
  {
    // The example of the page of http-request: single quotes of YAML keep the backslashes, which CEL has only in strings.
    title: 'an expression with backslashes before its quotes',
    policy: [
      'on_http_request:',
      '  - actions:',
      '      - type: http-request',
      '        config:',
      '          url: https://api.example.com/users',
      `          body: '{ "user": "\${req.headers[\\"x-user-id\\"]}" }'`,
      '      - type: deny',
    ].join('\n'),
    severity: 'error',
    path: `${CONFIG}.body`,
    says: 'is not CEL: Unexpected character',
  },
  {
    title: 'an unknown member of a rule',
    policy: { on_http_request: [{ expression: ['true'], actions: [{ type: 'log', config: { metadata: {} } }] }, end] },
    severity: 'warning',
    path: `${RULE}.expression`,
    says: "did you mean 'expressions'",
  },
  {
    title: 'an HTTP phase on a tcp endpoint',
    policy: { on_http_request: [end] },
    context: { scheme: 'tcp' },
    severity: 'error',
    path: 'on_http_request',
    says: 'does not exist for tcp',
  },
  {
    title: 'on_tcp_connect on an internal endpoint',
    policy: { on_tcp_connect: [end], on_http_request: [end] },
    context: { scheme: 'https', isInternal: true },
    severity: 'error',
    path: 'on_tcp_connect',
    says: 'internal',
  },
  {
    title: 'an action of another phase',
    policy: request('oauth', { provider: 'google' }, 'on_http_response'),
    severity: 'error',
    path: 'on_http_response[0].actions[0].type',
    says: 'on_http_response does not have',
  },
  {
    title: 'deny in the response',
    policy: request('deny', {}, 'on_http_response'),
    severity: 'error',
    path: 'on_http_response[0].actions[0].type',
    says: 'on_http_response does not have',
  },
  {
    title: 'terminate-tls in a request',
    policy: request('terminate-tls', {}),
    severity: 'error',
    path: TYPE,
    says: 'on_http_request does not have',
  },
  {
    title: 'terminate-tls on a tcp endpoint',
    policy: { on_tcp_connect: [{ actions: [{ type: 'terminate-tls' }, { type: 'deny' }] }] },
    context: { scheme: 'tcp' },
    severity: 'error',
    path: 'on_tcp_connect[0].actions[0].type',
    says: 'tcp endpoints do not have',
  },
  {
    title: 'sse-find-replace in a request',
    policy: request('sse-find-replace', { replacements: [{ from: 'a' }] }),
    severity: 'error',
    path: TYPE,
    says: 'does not have',
  },
  {
    title: 'compress-response in a request',
    policy: request('compress-response'),
    severity: 'warning',
    path: TYPE,
    says: 'may not have',
  },
  {
    title: 'a required member that is missing',
    policy: request('oauth', {}),
    severity: 'error',
    path: `${CONFIG}.provider`,
    says: 'is not set',
  },
  {
    title: 'a nested member that is missing',
    policy: request('jwt-validation', { ...jwt, issuer: {} }),
    severity: 'error',
    path: `${CONFIG}.issuer.allow_list`,
    says: 'is not set',
  },
  {
    title: 'a string for a number',
    policy: request('deny', { status_code: '403' }),
    severity: 'error',
    path: `${CONFIG}.status_code`,
    says: 'an integer',
  },
  {
    title: 'a string for a boolean',
    policy: request('restrict-ips', { enforce: 'yes', allow: [] }),
    severity: 'error',
    path: `${CONFIG}.enforce`,
    says: 'true or false',
  },
  {
    title: 'a string for a list',
    policy: request('remove-headers', { headers: 'server' }),
    severity: 'error',
    path: `${CONFIG}.headers`,
    says: 'a list',
  },
  {
    title: 'a number with a fraction',
    policy: request('rate-limit', { ...limit, capacity: 1.5 }),
    severity: 'error',
    path: `${CONFIG}.capacity`,
    says: 'an integer',
  },
  {
    title: 'an unknown provider',
    policy: request('oauth', { provider: 'gogle' }),
    severity: 'error',
    path: `${CONFIG}.provider`,
    says: "did you mean 'google'",
  },
  {
    title: 'an unknown sender of webhooks',
    // The service may know more of them than its documents: one page names `signalsciences`, another `signal_sciences`.
    policy: request('verify-webhook', { provider: 'gihub', secret: '${secrets.get("v", "s")}' }),
    severity: 'warning',
    path: `${CONFIG}.provider`,
    says: "did you mean 'github'",
  },
  {
    title: 'a number out of range',
    policy: request('rate-limit', { ...limit, capacity: 0 }),
    severity: 'error',
    path: `${CONFIG}.capacity`,
    says: '1 to 2000000000',
  },
  {
    title: 'a status that is no redirect',
    policy: request('redirect', { to: 'https://x.example', status_code: 200 }),
    severity: 'error',
    path: `${CONFIG}.status_code`,
    says: '300 to 399',
  },
  {
    title: 'a rate that is too short',
    policy: request('rate-limit', { ...limit, rate: '10s' }),
    severity: 'error',
    path: `${CONFIG}.rate`,
    says: '60s to 86400s',
  },
  {
    title: 'a rate that is not a multiple of 10 seconds',
    policy: request('rate-limit', { ...limit, rate: '65s' }),
    severity: 'error',
    path: `${CONFIG}.rate`,
    says: 'multiple of 10s',
  },
  {
    title: 'a duration without unit',
    policy: request('rate-limit', { ...limit, rate: '60' }),
    severity: 'error',
    path: `${CONFIG}.rate`,
    says: 'a duration',
  },
  {
    title: 'a name that is too long',
    policy: request('rate-limit', { ...limit, name: 'n'.repeat(1024) }),
    severity: 'error',
    path: `${CONFIG}.name`,
    says: '1024 characters',
  },
  {
    title: 'too many headers',
    policy: request('add-headers', {
      headers: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'v'])),
    }),
    severity: 'error',
    path: `${CONFIG}.headers`,
    says: 'at most 10',
  },
  {
    title: 'no header',
    policy: request('add-headers', { headers: {} }),
    severity: 'error',
    path: `${CONFIG}.headers`,
    says: 'is empty',
  },
  {
    title: 'a header with a space',
    policy: request('add-headers', { headers: { 'x y': 'v' } }),
    severity: 'error',
    path: `${CONFIG}.headers["x y"]`,
    says: 'name of a header',
  },
  {
    title: 'an algorithm twice',
    policy: request('compress-response', { algorithms: ['gzip', 'gzip'] }, 'on_http_response'),
    severity: 'error',
    path: 'on_http_response[0].actions[0].config.algorithms',
    says: 'twice',
  },
  {
    title: 'a CIDR with bits beyond its mask',
    policy: request('restrict-ips', { enforce: true, allow: ['203.0.113.7/24'] }),
    severity: 'error',
    path: `${CONFIG}.allow[0]`,
    says: '203.0.113.7/24',
  },
  {
    title: 'an IP policy by name',
    policy: request('restrict-ips', { enforce: true, ip_policies: ['offices'] }),
    severity: 'error',
    path: `${CONFIG}.ip_policies[0]`,
    says: 'id of an IP policy',
  },
  {
    title: 'a client id without secret',
    policy: request('oauth', { provider: 'google', client_id: 'c' }),
    severity: 'error',
    path: `${CONFIG}.client_secret`,
    says: 'both or none',
  },
  {
    title: 'a certificate without key',
    policy: {
      on_tcp_connect: [{ actions: [{ type: 'terminate-tls', config: { server_certificate: 'PEM' } }] }],
      on_http_request: [end],
    },
    severity: 'error',
    path: 'on_tcp_connect[0].actions[0].config.server_private_key',
    says: 'both or none',
  },
  {
    title: 'a variable element with two members',
    policy: request('set-vars', { vars: [{ a: 1, b: 2 }] }),
    severity: 'error',
    path: `${CONFIG}.vars[0]`,
    says: 'exactly one',
  },
  {
    title: 'a bad regular expression',
    policy: request('url-rewrite', { from: 'a(', to: 'b' }),
    severity: 'error',
    path: `${CONFIG}.from`,
    says: 'regular expression',
  },
  {
    title: 'credentials without colon',
    policy: request('basic-auth', { credentials: ['admin'] }),
    severity: 'error',
    path: `${CONFIG}.credentials[0]`,
    says: 'user:password',
  },
  {
    title: 'a short password',
    policy: request('basic-auth', { credentials: ['admin:short'] }),
    severity: 'error',
    path: `${CONFIG}.credentials[0]`,
    says: '5 characters',
  },
  {
    title: 'a literal password',
    policy: request('basic-auth', { credentials: ['admin:long-enough'] }),
    severity: 'warning',
    path: `${CONFIG}.credentials[0]`,
    says: 'literal secret',
  },
  {
    title: 'a literal secret of a webhook',
    policy: request('verify-webhook', { provider: 'github', secret: 'abc' }),
    severity: 'warning',
    path: `${CONFIG}.secret`,
    says: 'literal secret',
  },
  {
    title: 'CEL that does not parse',
    policy: when('req.method =='),
    severity: 'error',
    path: EXPRESSION,
    says: 'is not CEL',
  },
  {
    title: 'CEL in a template that does not parse',
    policy: request('custom-response', { body: 'Hi ${req.}' }),
    severity: 'error',
    path: `${CONFIG}.body`,
    says: 'is not CEL',
  },
  {
    title: 'an interpolation without end',
    policy: request('custom-response', { body: 'Hi ${req.host' }),
    severity: 'error',
    path: `${CONFIG}.body`,
    says: 'without its end',
  },
  {
    title: 'a bucket key that does not parse',
    policy: request('rate-limit', { ...limit, bucket_key: ['${conn.client_ip}'] }),
    severity: 'error',
    path: `${CONFIG}.bucket_key[0]`,
    says: 'is not CEL',
  },
  {
    title: 'an unknown variable',
    policy: when("request.method == 'GET'"),
    severity: 'warning',
    path: EXPRESSION,
    says: 'the variable request',
  },
  {
    title: 'an unknown member of a variable',
    policy: when("req.url.pth == '/'"),
    severity: 'warning',
    path: EXPRESSION,
    says: "did you mean 'req.url.path'",
  },
  {
    title: 'a request variable in on_tcp_connect',
    policy: when("req.method == 'GET'", 'on_tcp_connect'),
    severity: 'warning',
    path: 'on_tcp_connect[0].expressions[0]',
    says: 'on_tcp_connect does not have',
  },
  {
    title: 'a response variable in the request',
    policy: when('res.status_code == 500'),
    severity: 'warning',
    path: EXPRESSION,
    says: 'on_http_request does not have',
  },
  {
    title: 'an unknown function',
    policy: when("isInCidr(conn.client_ip, '10.0.0.0/8')"),
    severity: 'warning',
    path: EXPRESSION,
    says: 'isInCidr()',
  },
  {
    title: 'an unknown function of a namespace',
    policy: when("hash.sha3(req.host) == 'x'"),
    severity: 'warning',
    path: EXPRESSION,
    says: 'hash.sha3()',
  },
  {
    title: 'a string compared with a number',
    policy: when('req.method == 1'),
    severity: 'warning',
    path: EXPRESSION,
    says: 'wrong types',
  },
  {
    title: 'an expression that is no condition',
    policy: when('req.url.path'),
    severity: 'warning',
    path: EXPRESSION,
    says: 'a condition',
  },
  {
    title: 'a network in a list of addresses',
    policy: when("conn.client_ip in ['10.0.0.0/8']"),
    severity: 'warning',
    path: EXPRESSION,
    says: 'never equal',
  },
  {
    title: 'a variable that no action sets',
    policy: when("vars.user == 'a'"),
    severity: 'warning',
    path: EXPRESSION,
    says: 'no set-vars',
  },
  {
    title: 'a variable of an action that does not exist',
    policy: when('actions.ngrok.oauht.identity != null'),
    severity: 'warning',
    path: EXPRESSION,
    says: "did you mean 'oauth'",
  },
  {
    title: 'an action behind one that ends',
    policy: { on_http_request: [{ actions: [{ type: 'deny' }, { type: 'log', config: { metadata: {} } }] }] },
    severity: 'warning',
    path: `${RULE}.actions[1]`,
    says: 'behind an action that ends',
  },
  {
    title: 'requests that nothing handles',
    policy: { on_http_request: [{ expressions: ['conn.client_ip.is_tor_node'], ...end }] },
    severity: 'warning',
    path: 'on_http_request',
    says: 'does not end for every request',
  },
  {
    title: 'a forward that continues after an error, without fallback',
    policy: {
      on_http_request: [
        { actions: [{ type: 'forward-internal', config: { url: 'https://a.internal', on_error: 'continue' } }] },
      ],
    },
    severity: 'warning',
    path: 'on_http_request',
    says: 'does not end',
  },
  {
    title: 'two actions that authenticate',
    policy: {
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
    severity: 'warning',
    path: `${RULE}.actions[1]`,
    says: 'second action that authenticates',
  },
  {
    title: 'networks that are denied, and none that is allowed',
    policy: request('restrict-ips', { enforce: true, deny: ['203.0.113.0/24'] }),
    severity: 'warning',
    path: CONFIG,
    says: 'admits no address',
  },
  {
    title: 'a literal id of an IP policy in configuration',
    policy: request('restrict-ips', { enforce: true, ip_policies: ['ipp_2abcdefghijklmnopqrstuvwxyz'] }),
    context: { isConfiguration: true },
    severity: 'warning',
    path: `${CONFIG}.ip_policies[0]`,
    says: 'a reference',
  },
];
