// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Valid traffic policies, one for each topic: accepted without error and warning. */

import type { Scheme } from '../../../src/model/traffic-policy/data/schema';
import type { JsonObject } from '../../../src/values/json';

export interface ValidPolicy {
  readonly title: string;
  /** YAML, JSON or an object. */
  readonly policy: string | JsonObject;
  /** https if not given. */
  readonly scheme?: Scheme;
  readonly isInternal?: true;
}

const end: JsonObject = { actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] };
const deny: JsonObject = { type: 'deny' };

/** One action for every request, then a forward. */
function request(type: string, config?: JsonObject): JsonObject {
  return { on_http_request: [{ actions: [config ? { type, config } : { type }] }, end] };
}

function response(type: string, config?: JsonObject): JsonObject {
  return { on_http_request: [end], on_http_response: [{ actions: [config ? { type, config } : { type }] }] };
}

function connect(type: string, config?: JsonObject): JsonObject {
  return { on_tcp_connect: [{ actions: [config ? { type, config } : { type }] }], on_http_request: [end] };
}

/** A policy whose only rule ends every request. */
function ends(...actions: readonly JsonObject[]): JsonObject {
  return { on_http_request: [{ actions }] };
}

/** Requests that match are denied, the others are forwarded. */
function denyWhen(...expressions: readonly string[]): JsonObject {
  return { on_http_request: [{ expressions, actions: [deny] }, end] };
}

const limit: JsonObject = {
  name: 'n',
  algorithm: 'sliding_window',
  capacity: 100,
  rate: '60s',
  bucket_key: ['conn.client_ip'],
};
const secret = "${secrets.get('web', 'key')}";

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

const ROWS: readonly Row[] = [
  // Forms of the text.
  ['JSON', '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'],
  ['YAML', 'on_http_request:\n  - actions:\n      - type: deny\n'],
  ['YAML with comments and flow', '# closed\non_http_request: [{actions: [{type: deny, config: {status_code: 404}}]}]'],
  [
    'YAML with anchors',
    'on_http_request:\n  - expressions: [conn.client_ip.is_tor_node]\n    actions: &closed\n      - type: deny\n  - actions: *closed\n',
  ],
  [
    'YAML with a merge key',
    'on_http_request:\n  - &rule\n    expressions: ["req.method == \'GET\'"]\n    actions: [{type: log, config: {metadata: {a: b}}}]\n  - <<: *rule\n    expressions: []\n    actions: [{type: deny}]\n',
  ],
  [
    'older names of phases',
    {
      inbound: [{ actions: [deny] }],
      outbound: [{ actions: [{ type: 'remove-headers', config: { headers: ['server'] } }] }],
    },
  ],
  [
    'names, null and empty lists',
    {
      on_http_request: [{ name: 'all', expressions: [], actions: [{ type: 'deny', config: {} }] }],
      on_http_response: [],
    },
  ],
  // Each action.
  ['add-headers', request('add-headers', { headers: { 'x-country': '${conn.geo.country}', host: 'app.example.com' } })],
  ['add-headers in the response', response('add-headers', { headers: { 'x-status': 'was ${res.status_code}' } })],
  [
    'basic-auth',
    request('basic-auth', { realm: 'staff', credentials: ["admin:${secrets.get('web', 'admin')}", secret] }),
  ],
  [
    'circuit-breaker',
    request('circuit-breaker', {
      error_threshold: 0.25,
      volume_threshold: 20,
      window_duration: '30s',
      tripped_duration: '1m',
    }),
  ],
  [
    'close-connection',
    {
      on_tcp_connect: [{ expressions: ['conn.client_ip.is_on_blocklist'], actions: [{ type: 'close-connection' }] }],
      on_http_request: [end],
    },
  ],
  ['compress-response', response('compress-response', { algorithms: ['br', 'gzip'] })],
  ['compress-response without configuration', response('compress-response')],
  [
    'custom-response',
    ends({
      type: 'custom-response',
      config: { status_code: 503, body: 'Down since ${time.now}', headers: { 'content-type': 'text/plain' } },
    }),
  ],
  ['deny with a status', ends({ type: 'deny', config: { status_code: 404 } })],
  [
    'forward-internal by host',
    ends({ type: 'forward-internal', config: { url: 'https://${req.host.split(".")[0]}.internal' } }),
  ],
  [
    'forward-internal with fallback',
    ends(
      { type: 'forward-internal', config: { url: 'https://a.internal', on_error: 'continue' } },
      {
        type: 'custom-response',
        config: { status_code: 502, body: 'no ${actions.ngrok.forward_internal.error.code}' },
      },
    ),
  ],
  [
    'forward-internal with a binding',
    ends({ type: 'forward-internal', config: { url: 'https://a.internal', binding: 'internal' } }),
  ],
  [
    'http-request',
    request('http-request', {
      url: 'https://auth.internal/check',
      method: 'POST',
      headers: { 'x-ip': '${conn.client_ip}' },
      query_params: [{ key: 'path', value: '${req.url.path}' }],
      body: '${req.headers.encodeJson()}',
      timeout: '5s',
      retry_condition: 'attempts.size() < 2 && last_attempt.res.status_code >= 500',
      on_error: 'halt',
    }),
  ],
  ['jwt-validation', request('jwt-validation', jwt)],
  [
    'log',
    request('log', {
      metadata: { path: '${req.url.path}', nested: { list: ['${conn.client_port}', 1, true, null] } },
    }),
  ],
  [
    'oauth of the service',
    request('oauth', {
      provider: 'google',
      auth_id: 'staff',
      max_session_duration: '12h',
      idle_session_timeout: '1h',
    }),
  ],
  [
    'oauth of an own application',
    request('oauth', {
      provider: 'github',
      client_id: 'id',
      client_secret: secret,
      scopes: ['read:user'],
      authz_url_params: { allow_signup: 'false' },
      allow_cors_preflight: true,
      userinfo_refresh_interval: '5m',
    }),
  ],
  [
    'openid-connect',
    request('openid-connect', {
      issuer_url: 'https://login.example.com',
      client_id: 'id',
      client_secret: secret,
      scopes: ['openid', 'email'],
      idle_session_duration: '1h',
    }),
  ],
  [
    'openid-connect by its older name',
    request('oidc', { issuer_url: 'https://login.example.com', client_id: 'id', client_secret: secret }),
  ],
  [
    'owasp-crs-request',
    request('owasp-crs-request', { on_error: 'halt', process_body: true, exclude_rule_ids: [920420] }),
  ],
  ['owasp-crs-response', response('owasp-crs-response')],
  ['rate-limit', request('rate-limit', limit)],
  [
    'rate-limit by header',
    request('rate-limit', {
      ...limit,
      rate: '10m',
      bucket_key: ["getReqHeader('X-Api-Key')", 'conn.client_ip'],
      enforce: false,
    }),
  ],
  [
    'redirect',
    request('redirect', {
      from: '^http://old[.]example[.]com/(.*)',
      to: 'https://new.example.com/$1',
      status_code: 301,
    }),
  ],
  [
    'redirect with headers',
    request('redirect', {
      to: 'https://new.example.com${req.url.path}',
      headers: { 'cache-control': 'no-store' },
    }),
  ],
  ['remove-headers', response('remove-headers', { headers: ['server', 'x-powered-by'] })],
  [
    'request-body-find-replace',
    request('request-body-find-replace', {
      replacements: [{ from: '\\d{16}', to: '[card]' }, { from: 'secret' }],
    }),
  ],
  [
    'response-body-find-replace',
    response('response-body-find-replace', { replacements: [{ from: 'http://', to: 'https://' }] }),
  ],
  [
    'restrict-ips',
    request('restrict-ips', {
      enforce: true,
      allow: ['203.0.113.0/24', '2001:db8::/32'],
      deny: ['203.0.113.66/32'],
    }),
  ],
  [
    'restrict-ips by policies',
    connect('restrict-ips', { enforce: true, ip_policies: ['ipp_2abcdefghijklmnopqrstuvwxyz'] }),
  ],
  ['restrict-ips with CEL', request('restrict-ips', { enforce: false, allow: ['${conn.server_ip}/32'] })],
  [
    'set-vars',
    {
      on_http_request: [
        { actions: [{ type: 'set-vars', config: { vars: [{ user: '${req.host}' }, { count: 3 }] } }] },
        { expressions: ["vars.user.startsWith('a')"], actions: [deny] },
        end,
      ],
    },
  ],
  [
    'sse-find-replace',
    {
      on_http_request: [end],
      on_event_stream_message: [
        { actions: [{ type: 'sse-find-replace', config: { replacements: [{ field: 'data', from: 'a', to: 'b' }] } }] },
      ],
    },
  ],
  [
    'terminate-tls',
    connect('terminate-tls', {
      min_version: '1.3',
      mutual_tls_certificate_authorities: ['ca_2abcdefghijklmnopqrstuvwxyz'],
      mutual_tls_verification_strategy: 'require-any',
    }),
  ],
  [
    'terminate-tls with a certificate',
    connect('terminate-tls', {
      server_certificate: "${secrets.get('tls', 'cert')}",
      server_private_key: "${secrets.get('tls', 'key')}",
    }),
  ],
  ['url-rewrite', request('url-rewrite', { from: '/v1/(.*)', to: '/$1' })],
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
  [
    'a list that is sorted by a comparison of two elements, as the page of set-vars shows it',
    request('set-vars', {
      vars: [
        { models: [{ latency: 2 }, { latency: 1 }] },
        { best: '${vars.models.sort(x, y, x.latency < y.latency)}' },
      ],
    }),
  ],
  ['verify-webhook', request('verify-webhook', { provider: 'github', secret })],
  ['verify-webhook by its older name', request('webhook-validation', { provider: 'slack', secret, enforce: false })],
  // Schemes.
  [
    'a tcp endpoint',
    {
      on_tcp_connect: [
        {
          actions: [
            { type: 'restrict-ips', config: { enforce: true, allow: ['10.0.0.0/8'] } },
            { type: 'forward-internal', config: { url: 'tcp://db.internal:5432' } },
          ],
        },
      ],
    },
    { scheme: 'tcp' },
  ],
  [
    'a tls endpoint',
    {
      on_tcp_connect: [
        {
          actions: [{ type: 'terminate-tls' }, { type: 'forward-internal', config: { url: 'tls://db.internal:443' } }],
        },
      ],
    },
    { scheme: 'tls' },
  ],
  ['an http endpoint', request('redirect', { from: '^http://', to: 'https://' }), { scheme: 'http' }],
  [
    'an internal endpoint',
    ends({ type: 'custom-response', config: { body: 'ok' } }),
    { scheme: 'https', isInternal: true },
  ],
  // CEL.
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
        { actions: [{ type: 'oauth', config: { provider: 'google' } }] },
        { expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"], actions: [deny] },
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
          actions: [{ type: 'custom-response', config: { status_code: 502, body: 'try later' } }],
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

export const VALID_POLICIES: readonly ValidPolicy[] = ROWS.map(([title, policy, at]) => ({ title, policy, ...at }));
