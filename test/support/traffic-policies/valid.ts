// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Valid traffic policies, one for each topic: accepted without error and warning. */

import type { Scheme } from '../../../src/model/traffic-policy/data/schema';
import type { JsonObject } from '../../../src/values/json';
import { ruleWith } from './rule-with';

export interface ValidPolicy {
  readonly title: string;
  /** YAML, JSON or an object. */
  readonly policy: string | JsonObject;
  /** https if not given. */
  readonly scheme?: Scheme;
  readonly isInternal?: true;
}

const end = ruleWith('forward-internal', { url: 'https://app.internal' });

/** One action for every request, then a forward. */
const request = (type: string, config?: JsonObject): JsonObject => ({ on_http_request: [ruleWith(type, config), end] });

const response = (type: string, config?: JsonObject): JsonObject => ({
  on_http_request: [end],
  on_http_response: [ruleWith(type, config)],
});

const connect = (type: string, config?: JsonObject): JsonObject => ({
  on_tcp_connect: [ruleWith(type, config)],
  on_http_request: [end],
});

/** A policy whose only action ends every request. */
const ends = (type: string, config?: JsonObject): JsonObject => ({ on_http_request: [ruleWith(type, config)] });

const denied = (...expressions: readonly string[]): JsonObject => ({ expressions, ...ruleWith('deny') });

/** Requests that match are denied, the others are forwarded. */
const denyWhen = (...expressions: readonly string[]): JsonObject => ({
  on_http_request: [denied(...expressions), end],
});

const secret = "${secrets.get('web', 'key')}";
const client = { client_id: 'id', client_secret: secret, scopes: ['read:user'] };
const limit = { name: 'n', algorithm: 'sliding_window', capacity: 100, enforce: false };

const jwt: JsonObject = {
  issuer: { allow_list: [{ value: 'https://issuer.example.com/' }] },
  audience: { allow_list: [{ value: 'api' }] },
  http: { tokens: [{ type: 'access_token', method: 'header', name: 'Authorization', prefix: 'Bearer ' }] },
  jws: {
    allowed_algorithms: ['RS256', 'ES256'],
    keys: {
      sources: { additional_jkus: ['https://issuer.example.com/jwks'] },
      identification: { token_claims: ['kid'] },
    },
  },
};

type Row = readonly [title: string, policy: string | JsonObject, at?: Pick<ValidPolicy, 'scheme' | 'isInternal'>];

/** A row with the name of its action. */
const named = (policyWith: typeof request, type: string, config?: JsonObject): Row => [type, policyWith(type, config)];

const FORMS: readonly Row[] = [
  ['JSON', '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'],
  ['YAML with comments and flow', '# closed\non_http_request: [{actions: [{type: deny, config: {status_code: 404}}]}]'],
  [
    'YAML with anchors',
    'on_http_request:\n  - expressions: [conn.client_ip.is_tor_node]\n    actions: &a [{type: deny}]\n  - actions: *a\n',
  ],
  [
    'YAML with a merge key',
    'on_http_request:\n  - &rule\n    expressions: ["req.method == \'GET\'"]\n    actions: [{type: log, config: {metadata: {a: b}}}]\n  - <<: *rule\n    expressions: []\n    actions: [{type: deny}]\n',
  ],
  [
    'older names of phases',
    { inbound: [ruleWith('deny')], outbound: [ruleWith('remove-headers', { headers: ['server'] })] },
  ],
  [
    'names, null and empty lists',
    { on_http_request: [{ name: 'all', expressions: [], ...ruleWith('deny', {}) }], on_http_response: [] },
  ],
  [
    'an expression with escaped quotes, as JSON and double quotes of YAML have them',
    [
      'on_http_request:',
      '  - actions:',
      '      - type: http-request',
      '        config:',
      '          url: https://api.example.com/users',
      '          body: "{ \\"user\\": \\"${req.headers[\\"x-user-id\\"]}\\" }"',
      '      - type: deny',
    ].join('\n'),
  ],
];

const ACTIONS: readonly Row[] = [
  named(request, 'add-headers', { headers: { 'x-country': '${conn.geo.country}', host: 'app.example.com' } }),
  ['add-headers in the response', response('add-headers', { headers: { 'x-status': 'was ${res.status_code}' } })],
  named(request, 'basic-auth', { realm: 'staff', credentials: ["admin:${secrets.get('web', 'admin')}", secret] }),
  named(request, 'circuit-breaker', { error_threshold: 0.25, window_duration: '30s', tripped_duration: '1m' }),
  named(connect, 'close-connection'),
  named(response, 'compress-response', { algorithms: ['br', 'gzip'] }),
  named(ends, 'custom-response', { status_code: 503, body: 'Down since ${time.now}', headers: { a: 'b' } }),
  ['deny with a status', ends('deny', { status_code: 404 })],
  [
    'forward-internal by host',
    ends('forward-internal', { url: 'https://${req.host.split(".")[0]}.internal', binding: 'internal' }),
  ],
  [
    'forward-internal with fallback',
    {
      on_http_request: [
        ruleWith('forward-internal', { url: 'https://a.internal', on_error: 'continue' }),
        ruleWith('custom-response', { status_code: 502, body: 'no ${actions.ngrok.forward_internal.error.code}' }),
      ],
    },
  ],
  named(request, 'http-request', {
    url: 'https://auth.internal/check',
    query_params: [{ key: 'path', value: '${req.url.path}' }],
    body: '${req.headers.encodeJson()}',
    timeout: '5s',
    retry_condition: 'attempts.size() < 2 && last_attempt.res.status_code >= 500',
  }),
  named(request, 'jwt-validation', jwt),
  named(request, 'log', { metadata: { path: '${req.url.path}', nested: { list: ['${conn.client_port}', 1, null] } } }),
  [
    'oauth of an own application',
    request('oauth', { provider: 'github', ...client, max_session_duration: '12h', allow_cors_preflight: true }),
  ],
  named(request, 'openid-connect', { issuer_url: 'https://login.example.com', ...client }),
  ['openid-connect by its older name', request('oidc', { issuer_url: 'https://login.example.com', ...client })],
  named(request, 'owasp-crs-request', { on_error: 'halt', exclude_rule_ids: [920420] }),
  named(response, 'owasp-crs-response'),
  [
    'rate-limit by header',
    request('rate-limit', { ...limit, rate: '10m', bucket_key: ["getReqHeader('X-Api-Key')", 'conn.client_ip'] }),
  ],
  named(request, 'redirect', { from: '^http://old[.]example/(.*)', to: 'https://a.example/$1', status_code: 301 }),
  ['redirect with headers', request('redirect', { to: 'https://a.example${req.url.path}', headers: { a: 'b' } })],
  named(response, 'remove-headers', { headers: ['server', 'x-powered-by'] }),
  named(request, 'request-body-find-replace', {
    replacements: [{ from: '\\d{16}', to: '[card]' }, { from: 'secret' }],
  }),
  named(response, 'response-body-find-replace', { replacements: [{ from: 'http://', to: 'https://' }] }),
  named(request, 'restrict-ips', {
    enforce: true,
    allow: ['203.0.113.0/24', '2001:db8::/32'],
    deny: ['203.0.113.66/32'],
  }),
  [
    'restrict-ips by policies',
    connect('restrict-ips', { enforce: true, ip_policies: ['ipp_2abcdefghijklmnopqrstuvwxyz'] }),
  ],
  ['restrict-ips with CEL', request('restrict-ips', { enforce: false, allow: ['${conn.server_ip}/32'] })],
  [
    'set-vars',
    {
      on_http_request: [
        ruleWith('set-vars', { vars: [{ user: '${req.host}' }, { count: 3 }] }),
        denied("vars.user.startsWith('a')"),
        end,
      ],
    },
  ],
  [
    'sse-find-replace',
    {
      on_http_request: [end],
      on_event_stream_message: [
        ruleWith('sse-find-replace', { replacements: [{ field: 'data', from: 'a', to: 'b' }] }),
      ],
    },
  ],
  named(connect, 'terminate-tls', {
    min_version: '1.3',
    mutual_tls_certificate_authorities: ['ca_2abcdefghijklmnopqrstuvwxyz'],
    mutual_tls_verification_strategy: 'require-any',
  }),
  [
    'terminate-tls with a certificate',
    connect('terminate-tls', { server_certificate: secret, server_private_key: secret }),
  ],
  named(request, 'url-rewrite', { from: '/v1/(.*)', to: '/$1' }),
  named(request, 'verify-webhook', { provider: 'github', secret }),
  ['verify-webhook by its older name', request('webhook-validation', { provider: 'slack', secret, enforce: false })],
];

const SCHEMES: readonly Row[] = [
  [
    'a tcp endpoint',
    {
      on_tcp_connect: [
        ruleWith('restrict-ips', { enforce: true, allow: ['10.0.0.0/8'] }),
        ruleWith('forward-internal', { url: 'tcp://db.internal:5432' }),
      ],
    },
    { scheme: 'tcp' },
  ],
  [
    'a tls endpoint',
    { on_tcp_connect: [ruleWith('terminate-tls'), ruleWith('forward-internal', { url: 'tls://db.internal:443' })] },
    { scheme: 'tls' },
  ],
  ['an http endpoint', request('redirect', { from: '^http://', to: 'https://' }), { scheme: 'http' }],
  ['an internal endpoint', ends('custom-response', { body: 'ok' }), { scheme: 'https', isInternal: true }],
];

const EXPRESSIONS: readonly Row[] = [
  [
    'a list that is sorted by a comparison of two elements, as the page of set-vars shows it',
    request('set-vars', {
      vars: [{ models: [{ latency: 2 }] }, { best: '${vars.models.sort(x, y, x.latency < y.latency)}' }],
    }),
  ],
  [
    'addresses',
    denyWhen("!inCidrRanges(conn.client_ip, ['10.0.0.0/8', '192.168.0.0/16']) || conn.client_ip.isPrivateIp()"),
  ],
  ['an address among addresses', denyWhen("conn.client_ip in ['203.0.113.7', '203.0.113.8']")],
  [
    'categories and location',
    denyWhen(
      "conn.client_ip.categories.exists(c, c.startsWith('com.aws'))",
      "conn.client_ip.geo.location.country_code != 'DE' && !conn.client_ip.geo.location.is_eu",
    ),
  ],
  [
    'path, query and method',
    denyWhen(
      "req.url.path.matches('^/admin(/.*)?$') && req.method in ['PUT', 'POST']",
      "'debug' in req.url.query_params && req.url.query_params['debug'][0] == 'true'",
    ),
  ],
  [
    'headers',
    denyWhen(
      "!hasReqHeader('X-Token') || getReqHeader('X-Token')[0] != secrets.get('web', 'token')",
      "req.headers['accept'].exists(a, a.contains('json'))",
      'has(req.headers.cookie)',
    ),
  ],
  [
    'cookies and user agent',
    denyWhen(
      "hasReqCookie('session') && getReqCookie('session').value == ''",
      "req.user_agent.is_bot || req.user_agent.name == 'curl' || req.user_agent.contains('wget')",
    ),
  ],
  [
    'TLS',
    denyWhen(
      "conn.tls.version != '1.3' || conn.tls.sni == ''",
      "!conn.tls.client.san.dns_names.exists(n, n == 'device.example.com') || conn.tls.client.subject.common_name != 'device'",
      'conn.tls.client.validity.not_after < timestamp(time.now)',
    ),
  ],
  [
    'time and random numbers',
    denyWhen("timestamp(time.now).getHours('Europe/Berlin') < 6", 'rand.double() <= 0.1 || rand.int(0, 100) == 5'),
  ],
  [
    'hashes, JSON and base64',
    denyWhen(
      "hash.sha256(req.host) == req.host.sha256() && hash.md5(req.host, 'base64') != ''",
      "req.headers['x'][0].isJson() && req.headers['x'][0].decodeJson().admin == true",
      "base64.decode('YQ==').size() == 1",
    ),
  ],
  [
    'lists and strings',
    denyWhen(
      "req.host.split('.').slice(0, 2).join('-') == 'a-b'",
      'lists.range(3).map(i, i * 2).size() == 3',
      "'%s-%d'.format([req.host, 1]).lower() == 'a-1'",
      '[3, 1].sortBy(n, n)[0] == 1 && [1, 1].distinct().size() == 1',
    ),
  ],
  [
    'variables of actions',
    {
      on_http_request: [
        ruleWith('oauth', { provider: 'google' }),
        denied("!actions.ngrok.oauth.identity.email.endsWith('@example.com')"),
        end,
      ],
    },
  ],
  [
    'variables of the response',
    {
      on_http_request: [end],
      on_http_response: [
        {
          expressions: ["res.status_code >= 500 && hasResHeader('X-Debug')", "req.method == 'GET'"],
          ...ruleWith('custom-response', { status_code: 502, body: 'try later' }),
        },
      ],
    },
  ],
  [
    'conditional expressions',
    denyWhen(
      "(req.url.path == '/' ? 'a' : 'b') == 'a' && type(req.host) == string",
      "int(req.headers['content-length'][0]) > 1000 && duration('1h') > duration('1m')",
    ),
  ],
];

export const VALID_POLICIES: readonly ValidPolicy[] = [...FORMS, ...ACTIONS, ...SCHEMES, ...EXPRESSIONS].map(
  ([title, policy, at]) => ({ title, policy, ...at }),
);
