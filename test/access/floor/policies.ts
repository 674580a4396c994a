// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/** Policies in the forms that the vendor's operator writes for routes of a cluster, and those of the guide. */
import type { Json, JsonObject } from '../reference/account';

const act = (type: string, config: JsonObject): JsonObject => ({ type, config });
const rule = (expressions: readonly string[], ...actions: readonly JsonObject[]): JsonObject => ({
  expressions,
  actions,
});
const forward = act('forward-internal', { url: 'https://app.internal' });
const other = act('forward-internal', { url: 'https://other.internal' });
const fallback: JsonObject = {
  name: 'Fallback-404',
  actions: [
    act('custom-response', { status_code: 404, content: 'No route', headers: { 'content-type': 'text/plain' } }),
  ],
};
const requests = (...rules: readonly JsonObject[]): JsonObject => ({ on_http_request: [...rules, fallback] });
const captured = (...vars: readonly JsonObject[]): JsonObject =>
  rule([], act('set-vars', { vars: [{ original_path: '${req.url.path}' }, ...vars] }));
const everything = captured(
  { original_headers: '${req.headers.encodeJson()}' },
  { original_query_params: '${req.url.query_params.encodeJson()}' },
);
const at = (prefix: string): string => `vars.original_path.startsWith('${prefix}')`;
const rewrite = (prefix: string): JsonObject =>
  act('url-rewrite', { from: `^(https?)://([^/:]+)(:\\d+)?(/${prefix})(.*)$`, to: '$1://$2$3/new$5' });

const LIMIT = act('rate-limit', {
  name: 'n',
  algorithm: 'sliding_window',
  capacity: 9,
  rate: '60s',
  bucket_key: ['conn.client_ip'],
});

export const OPERATOR_POLICIES: Readonly<Record<string, Json>> = {
  'routes by prefix': requests(
    rule(["req.url.path.startsWith('/a')"], forward),
    rule(["req.url.path.startsWith('/')"], other),
  ),
  'routes by path and host': requests(
    rule(["req.host == 'a.example.com'", "req.url.path == '/a'"], forward),
    rule(["req.host.endsWith('.example.org')"], other),
  ),
  'routes by method, header and query': requests(
    rule(
      [
        "req.headers.exists_one(x, x == 'x-team') && req.headers['x-team'].join(',') == 'red'",
        "req.url.query_params.exists_one(x, x == 'q') && req.url.query_params['q'].join(',').matches('.*')",
        "req.method == 'POST'",
      ],
      forward,
    ),
  ),
  'a captured path': requests(captured(), rule([at('/a')], forward)),
  'a captured request, and rewritten paths': requests(
    everything,
    rule([at('/old')], rewrite('old')),
    rule([at('/old')], forward),
  ),
  'a rewritten path of each route': requests(
    captured(),
    rule([at('/a')], rewrite('a')),
    rule([at('/a')], forward),
    rule([at('/b')], rewrite('b')),
    rule([at('/b')], other),
  ),
  'weights of routes': requests(
    captured({ weighted_route_random_num: '${rand.int(0,11)}' }),
    rule([at('/a'), 'int(vars.weighted_route_random_num) <= 2'], forward),
    rule([at('/a'), 'int(vars.weighted_route_random_num) >= 3'], other),
  ),
  'headers of requests and responses': {
    ...requests(
      captured(),
      rule(
        [at('/a')],
        act('remove-headers', { headers: ['x-old'] }),
        act('add-headers', { headers: { 'x-new': 'a', 'x-host': '${req.host}' } }),
        forward,
      ),
    ),
    on_http_response: [
      rule(["req.url.path.startsWith('/a')"], act('add-headers', { headers: { 'x-served': 'a' } })),
      rule([], act('remove-headers', { headers: ['server'] })),
    ],
  },
  'a redirect to another host': requests(
    captured(),
    rule([at('/old')], act('redirect', { from: '.*', to: 'https://new.example.com/', status_code: 301 })),
    rule([at('/')], forward),
  ),
  'a policy of the user before the routes': requests(
    rule([], LIMIT),
    rule(["!inCidrRange(conn.client_ip, '203.0.113.0/24')"], act('deny', {})),
    rule([at('/a').replace('vars.original_path', 'req.url.path')], forward),
  ),
};

const OFFICES = act('restrict-ips', { enforce: true, ip_policies: ['ipp_1'] });

export const GUIDE_POLICIES: Readonly<Record<string, Json>> = {
  'an administration for the office': {
    on_http_request: [
      rule(["req.url.path.startsWith('/admin')"], OFFICES),
      rule(["req.method in ['TRACE', 'TRACK']"], act('deny', { status_code: 405 })),
      rule([], LIMIT, act('forward-internal', { url: 'https://app.internal', on_error: 'continue' })),
      rule([], act('custom-response', { status_code: 503, body: 'Down since ${time.now}' })),
    ],
    on_http_response: [rule([], act('remove-headers', { headers: ['server'] }))],
  },
  'credentials with a secret': {
    on_http_request: [rule([], act('basic-auth', { credentials: ["admin:${secrets.get('v', 'p')}"] }), forward)],
  },
  'the office only': {
    on_http_request: [rule([], OFFICES), rule([], act('custom-response', { body: 'Hello ${conn.client_ip}' }))],
  },
};
