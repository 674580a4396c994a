// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Valid traffic policies, one for each topic: accepted without error and warning. */
import type { JsonObject } from '../../../src/model/json';
import type { Scheme } from '../../../src/model/traffic-policy/data/schema';

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

export const VALID_POLICIES: readonly ValidPolicy[] = [
  // Forms of the text.
  { title: 'JSON', policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}' },
  { title: 'YAML', policy: 'on_http_request:\n  - actions:\n      - type: deny\n' },
  {
    title: 'YAML with comments and flow',
    policy: '# closed\non_http_request: [{actions: [{type: deny, config: {status_code: 404}}]}]',
  },
  {
    title: 'YAML with anchors',
    policy:
      'on_http_request:\n  - expressions: [conn.client_ip.is_tor_node]\n    actions: &closed\n      - type: deny\n  - actions: *closed\n',
  },
  {
    title: 'YAML with a merge key',
    policy:
      'on_http_request:\n  - &rule\n    expressions: ["req.method == \'GET\'"]\n    actions: [{type: log, config: {metadata: {a: b}}}]\n  - <<: *rule\n    expressions: []\n    actions: [{type: deny}]\n',
  },
  {
    title: 'older names of phases',
    policy: {
      inbound: [{ actions: [deny] }],
      outbound: [{ actions: [{ type: 'remove-headers', config: { headers: ['server'] } }] }],
    },
  },
  {
    title: 'names, null and empty lists',
    policy: {
      on_http_request: [{ name: 'all', expressions: [], actions: [{ type: 'deny', config: {} }] }],
      on_http_response: [],
    },
  },
  // Each action.
  {
    title: 'add-headers',
    policy: request('add-headers', { headers: { 'x-country': '${conn.geo.country}', host: 'app.example.com' } }),
  },
  {
    title: 'add-headers in the response',
    policy: response('add-headers', { headers: { 'x-status': 'was ${res.status_code}' } }),
  },
  {
    title: 'basic-auth',
    policy: request('basic-auth', { realm: 'staff', credentials: ["admin:${secrets.get('web', 'admin')}", secret] }),
  },
  {
    title: 'circuit-breaker',
    policy: request('circuit-breaker', {
      error_threshold: 0.25,
      volume_threshold: 20,
      window_duration: '30s',
      tripped_duration: '1m',
    }),
  },
  {
    title: 'close-connection',
    policy: {
      on_tcp_connect: [{ expressions: ['conn.client_ip.is_on_blocklist'], actions: [{ type: 'close-connection' }] }],
      on_http_request: [end],
    },
  },
  { title: 'compress-response', policy: response('compress-response', { algorithms: ['br', 'gzip'] }) },
  { title: 'compress-response without configuration', policy: response('compress-response') },
  {
    title: 'custom-response',
    policy: {
      on_http_request: [
        {
          actions: [
            {
              type: 'custom-response',
              config: { status_code: 503, body: 'Down since ${time.now}', headers: { 'content-type': 'text/plain' } },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'deny with a status',
    policy: { on_http_request: [{ actions: [{ type: 'deny', config: { status_code: 404 } }] }] },
  },
  {
    title: 'forward-internal by host',
    policy: {
      on_http_request: [
        { actions: [{ type: 'forward-internal', config: { url: 'https://${req.host.split(".")[0]}.internal' } }] },
      ],
    },
  },
  {
    title: 'forward-internal with fallback',
    policy: {
      on_http_request: [
        {
          actions: [
            { type: 'forward-internal', config: { url: 'https://a.internal', on_error: 'continue' } },
            {
              type: 'custom-response',
              config: { status_code: 502, body: 'no ${actions.ngrok.forward_internal.error.code}' },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'forward-internal with a binding',
    policy: {
      on_http_request: [
        { actions: [{ type: 'forward-internal', config: { url: 'https://a.internal', binding: 'internal' } }] },
      ],
    },
  },
  {
    title: 'http-request',
    policy: request('http-request', {
      url: 'https://auth.internal/check',
      method: 'POST',
      headers: { 'x-ip': '${conn.client_ip}' },
      query_params: [{ key: 'path', value: '${req.url.path}' }],
      body: '${req.headers.encodeJson()}',
      timeout: '5s',
      retry_condition: 'attempts.size() < 2 && last_attempt.res.status_code >= 500',
      on_error: 'halt',
    }),
  },
  { title: 'jwt-validation', policy: request('jwt-validation', jwt) },
  {
    title: 'log',
    policy: request('log', {
      metadata: { path: '${req.url.path}', nested: { list: ['${conn.client_port}', 1, true, null] } },
    }),
  },
  {
    title: 'oauth of the service',
    policy: request('oauth', {
      provider: 'google',
      auth_id: 'staff',
      max_session_duration: '12h',
      idle_session_timeout: '1h',
    }),
  },
  {
    title: 'oauth of an own application',
    policy: request('oauth', {
      provider: 'github',
      client_id: 'id',
      client_secret: secret,
      scopes: ['read:user'],
      authz_url_params: { allow_signup: 'false' },
      allow_cors_preflight: true,
      userinfo_refresh_interval: '5m',
    }),
  },
  {
    title: 'openid-connect',
    policy: request('openid-connect', {
      issuer_url: 'https://login.example.com',
      client_id: 'id',
      client_secret: secret,
      scopes: ['openid', 'email'],
      idle_session_duration: '1h',
    }),
  },
  {
    title: 'openid-connect by its older name',
    policy: request('oidc', { issuer_url: 'https://login.example.com', client_id: 'id', client_secret: secret }),
  },
  {
    title: 'owasp-crs-request',
    policy: request('owasp-crs-request', { on_error: 'halt', process_body: true, exclude_rule_ids: [920420] }),
  },
  { title: 'owasp-crs-response', policy: response('owasp-crs-response') },
  { title: 'rate-limit', policy: request('rate-limit', limit) },
  {
    title: 'rate-limit by header',
    policy: request('rate-limit', {
      ...limit,
      rate: '10m',
      bucket_key: ["getReqHeader('X-Api-Key')", 'conn.client_ip'],
      enforce: false,
    }),
  },
  {
    title: 'redirect',
    policy: request('redirect', {
      from: '^http://old[.]example[.]com/(.*)',
      to: 'https://new.example.com/$1',
      status_code: 301,
    }),
  },
  {
    title: 'redirect with headers',
    policy: request('redirect', {
      to: 'https://new.example.com${req.url.path}',
      headers: { 'cache-control': 'no-store' },
    }),
  },
  { title: 'remove-headers', policy: response('remove-headers', { headers: ['server', 'x-powered-by'] }) },
  {
    title: 'request-body-find-replace',
    policy: request('request-body-find-replace', {
      replacements: [{ from: '\\d{16}', to: '[card]' }, { from: 'secret' }],
    }),
  },
  {
    title: 'response-body-find-replace',
    policy: response('response-body-find-replace', { replacements: [{ from: 'http://', to: 'https://' }] }),
  },
  {
    title: 'restrict-ips',
    policy: request('restrict-ips', {
      enforce: true,
      allow: ['203.0.113.0/24', '2001:db8::/32'],
      deny: ['203.0.113.66/32'],
    }),
  },
  {
    title: 'restrict-ips by policies',
    policy: connect('restrict-ips', { enforce: true, ip_policies: ['ipp_2abcdefghijklmnopqrstuvwxyz'] }),
  },
  {
    title: 'restrict-ips with CEL',
    policy: request('restrict-ips', { enforce: false, allow: ['${conn.server_ip}/32'] }),
  },
  {
    title: 'set-vars',
    policy: {
      on_http_request: [
        { actions: [{ type: 'set-vars', config: { vars: [{ user: '${req.host}' }, { count: 3 }] } }] },
        { expressions: ["vars.user.startsWith('a')"], actions: [deny] },
        end,
      ],
    },
  },
  {
    title: 'sse-find-replace',
    policy: {
      on_http_request: [end],
      on_event_stream_message: [
        { actions: [{ type: 'sse-find-replace', config: { replacements: [{ field: 'data', from: 'a', to: 'b' }] } }] },
      ],
    },
  },
  {
    title: 'terminate-tls',
    policy: connect('terminate-tls', {
      min_version: '1.3',
      mutual_tls_certificate_authorities: ['ca_2abcdefghijklmnopqrstuvwxyz'],
      mutual_tls_verification_strategy: 'require-any',
    }),
  },
  {
    title: 'terminate-tls with a certificate',
    policy: connect('terminate-tls', {
      server_certificate: "${secrets.get('tls', 'cert')}",
      server_private_key: "${secrets.get('tls', 'key')}",
    }),
  },
  { title: 'url-rewrite', policy: request('url-rewrite', { from: '/v1/(.*)', to: '/$1' }) },
  {
    title: 'an expression with escaped quotes, as JSON and double quotes of YAML have them',
    policy: [
      'on_http_request:',
      '  - actions:',
      '      - type: http-request',
      '        config:',
      '          url: https://api.example.com/users',
      '          body: "{ \\"user\\": \\"${req.headers[\\"x-user-id\\"]}\\" }"',
      '      - type: deny',
    ].join('\n'),
  },
  {
    title: 'a list that is sorted by a comparison of two elements, as the page of set-vars shows it',
    policy: request('set-vars', {
      vars: [
        { models: [{ latency: 2 }, { latency: 1 }] },
        { best: '${vars.models.sort(x, y, x.latency < y.latency)}' },
      ],
    }),
  },
  { title: 'verify-webhook', policy: request('verify-webhook', { provider: 'github', secret }) },
  {
    title: 'verify-webhook by its older name',
    policy: request('webhook-validation', { provider: 'slack', secret, enforce: false }),
  },
  // Schemes.
  {
    title: 'a tcp endpoint',
    scheme: 'tcp',
    policy: {
      on_tcp_connect: [
        {
          actions: [
            { type: 'restrict-ips', config: { enforce: true, allow: ['10.0.0.0/8'] } },
            { type: 'forward-internal', config: { url: 'tcp://db.internal:5432' } },
          ],
        },
      ],
    },
  },
  {
    title: 'a tls endpoint',
    scheme: 'tls',
    policy: {
      on_tcp_connect: [
        {
          actions: [{ type: 'terminate-tls' }, { type: 'forward-internal', config: { url: 'tls://db.internal:443' } }],
        },
      ],
    },
  },
  { title: 'an http endpoint', scheme: 'http', policy: request('redirect', { from: '^http://', to: 'https://' }) },
  {
    title: 'an internal endpoint',
    scheme: 'https',
    isInternal: true,
    policy: { on_http_request: [{ actions: [{ type: 'custom-response', config: { body: 'ok' } }] }] },
  },
  // CEL.
  {
    title: 'addresses',
    policy: denyWhen("!inCidrRanges(conn.client_ip, ['10.0.0.0/8', '192.168.0.0/16']) || conn.client_ip.isPrivateIp()"),
  },
  { title: 'an address among addresses', policy: denyWhen("conn.client_ip in ['203.0.113.7', '203.0.113.8']") },
  {
    title: 'categories and location',
    policy: denyWhen(
      "conn.client_ip.categories.exists(c, c.startsWith('com.aws'))",
      "conn.client_ip.geo.location.country_code != 'DE' && !conn.client_ip.geo.location.is_eu",
    ),
  },
  {
    title: 'path, query and method',
    policy: denyWhen(
      "req.url.path.matches('^/admin(/.*)?$') && req.method in ['PUT', 'POST']",
      "'debug' in req.url.query_params && req.url.query_params['debug'][0] == 'true'",
    ),
  },
  {
    title: 'headers',
    policy: denyWhen(
      "!hasReqHeader('X-Token') || getReqHeader('X-Token')[0] != secrets.get('web', 'token')",
      "req.headers['accept'].exists(a, a.contains('json'))",
      'has(req.headers.cookie)',
    ),
  },
  {
    title: 'cookies and user agent',
    policy: denyWhen(
      "hasReqCookie('session') && getReqCookie('session').value == ''",
      "req.user_agent.is_bot || req.user_agent.name == 'curl' || req.user_agent.contains('wget')",
    ),
  },
  {
    title: 'TLS',
    policy: denyWhen(
      "conn.tls.version != '1.3' || conn.tls.sni == ''",
      "!conn.tls.client.san.dns_names.exists(n, n == 'device.example.com') || conn.tls.client.subject.common_name != 'device'",
      'conn.tls.client.validity.not_after < timestamp(time.now)',
    ),
  },
  {
    title: 'time and random numbers',
    policy: denyWhen(
      "timestamp(time.now).getHours('Europe/Berlin') < 6",
      'rand.double() <= 0.1 || rand.int(0, 100) == 5',
    ),
  },
  {
    title: 'hashes, JSON and base64',
    policy: denyWhen(
      "hash.sha256(req.host) == req.host.sha256() && hash.md5(req.host, 'base64') != ''",
      "req.headers['x'][0].isJson() && req.headers['x'][0].decodeJson().admin == true",
      "base64.decode('YQ==').size() == 1",
    ),
  },
  {
    title: 'lists and strings',
    policy: denyWhen(
      "req.host.split('.').slice(0, 2).join('-') == 'a-b'",
      'lists.range(3).map(i, i * 2).size() == 3',
      "'%s-%d'.format([req.host, 1]).lower() == 'a-1'",
      '[3, 1].sortBy(n, n)[0] == 1 && [1, 1].distinct().size() == 1',
    ),
  },
  {
    title: 'variables of actions',
    policy: {
      on_http_request: [
        { actions: [{ type: 'oauth', config: { provider: 'google' } }] },
        { expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"], actions: [deny] },
        end,
      ],
    },
  },
  {
    title: 'variables of the response',
    policy: {
      on_http_request: [end],
      on_http_response: [
        {
          expressions: ["res.status_code >= 500 && hasResHeader('X-Debug')", "req.method == 'GET'"],
          actions: [{ type: 'custom-response', config: { status_code: 502, body: 'try later' } }],
        },
      ],
    },
  },
  {
    title: 'conditional expressions',
    policy: denyWhen(
      "(req.url.path == '/' ? 'a' : 'b') == 'a' && type(req.host) == string",
      "int(req.headers['content-length'][0]) > 1000 && duration('1h') > duration('1m')",
    ),
  },
];
