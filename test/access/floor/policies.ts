// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/** Policies in the forms that the vendor's operator writes for routes of a cluster, and those of the guide. */
import { act, always, requests } from '../random/parts';
import type { Json, JsonObject } from '../reference/account';

const rule = (expressions: readonly string[], ...actions: readonly JsonObject[]) => ({ expressions, actions });
const forward = act('forward-internal', { url: 'https://app.internal' });
const other = act('forward-internal', { url: 'https://other.internal' });
const noRoute = { status_code: 404, content: 'No route', headers: { 'content-type': 'text/plain' } };
const fallback: JsonObject = { name: 'Fallback-404', actions: [act('custom-response', noRoute)] };
const routed = (...rules: readonly JsonObject[]): JsonObject => requests(...rules, fallback);
const hasOne = (map: string, name: string) => `${map}.exists_one(x, x == '${name}') && ${map}['${name}']`;
const captured = (...vars: readonly JsonObject[]): JsonObject =>
  rule([], act('set-vars', { vars: [{ original_path: '${req.url.path}' }, ...vars] }));
const everything = captured(
  { original_headers: '${req.headers.encodeJson()}' },
  { original_query_params: '${req.url.query_params.encodeJson()}' },
);
const at = (prefix: string): string => `vars.original_path.startsWith('${prefix}')`;
const original = (prefix: string): string => `req.url.path.startsWith('${prefix}')`;
const rewritten = (prefix: string, next: JsonObject): JsonObject[] => {
  const from = `^(https?)://([^/:]+)(:\\d+)?(/${prefix})(.*)$`;
  return [
    rule([at(`/${prefix}`)], act('url-rewrite', { from, to: '$1://$2$3/new$5' })),
    rule([at(`/${prefix}`)], next),
  ];
};

const withoutServer = act('remove-headers', { headers: ['server'] });
const addHeaders = act('add-headers', { headers: { 'x-new': 'a', 'x-host': '${req.host}' } });
const WINDOW = { name: 'n', algorithm: 'sliding_window', capacity: 9, rate: '60s' };
const LIMIT = act('rate-limit', { ...WINDOW, bucket_key: ['conn.client_ip'] });

export const OPERATOR_POLICIES: Readonly<Record<string, Json>> = {
  'routes by prefix': routed(rule([original('/a')], forward), rule([original('/')], other)),
  'routes by path and host': routed(
    rule(["req.host == 'a.example.com'", "req.url.path == '/a'"], forward),
    rule(["req.host.endsWith('.example.org')"], other),
  ),
  'routes by method, header and query': routed(
    rule(
      [
        `${hasOne('req.headers', 'x-team')}.join(',') == 'red'`,
        `${hasOne('req.url.query_params', 'q')}.join(',').matches('.*')`,
        "req.method == 'POST'",
      ],
      forward,
    ),
  ),
  'a captured path': routed(captured(), rule([at('/a')], forward)),
  'a captured request, and rewritten paths': routed(everything, ...rewritten('old', forward)),
  'a rewritten path of each route': routed(captured(), ...rewritten('a', forward), ...rewritten('b', other)),
  'weights of routes': routed(
    captured({ weighted_route_random_num: '${rand.int(0,11)}' }),
    rule([at('/a'), 'int(vars.weighted_route_random_num) <= 2'], forward),
    rule([at('/a'), 'int(vars.weighted_route_random_num) >= 3'], other),
  ),
  'headers of requests and responses': {
    ...routed(captured(), rule([at('/a')], act('remove-headers', { headers: ['x-old'] }), addHeaders, forward)),
    on_http_response: [
      rule([original('/a')], act('add-headers', { headers: { 'x-served': 'a' } })),
      rule([], withoutServer),
    ],
  },
  'a redirect to another host': routed(
    captured(),
    rule([at('/old')], act('redirect', { from: '.*', to: 'https://new.example.com/', status_code: 301 })),
    rule([at('/')], forward),
  ),
  'a policy of the user before the routes': routed(
    rule([], LIMIT),
    rule(["!inCidrRange(conn.client_ip, '203.0.113.0/24')"], act('deny', {})),
    rule([original('/a')], forward),
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
    on_http_response: [rule([], withoutServer)],
  },
  'credentials with a secret': requests(
    always(act('basic-auth', { credentials: ["admin:${secrets.get('v', 'p')}"] }), forward),
  ),
  'the office only': requests(always(OFFICES), always(act('custom-response', { body: 'Hello ${conn.client_ip}' }))),
};
