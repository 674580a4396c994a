/** Parts of random policies. */
import type { Endpoint, Json, JsonObject } from '../reference/account';

export type Pick = (bound: number) => number;
export type Rule = { readonly expressions?: Json; readonly actions: Json };

export const OFFICE = '203.0.113.0/24';
const PART_OF_OFFICE = '203.0.113.64/26';
export const PARTNER = '198.51.100.0/25';
const IPV6 = '2001:db8:1::/48';
export const ALL_IPV4 = '0.0.0.0/0';
export const NETWORKS = [OFFICE, PART_OF_OFFICE, PARTNER, IPV6, ALL_IPV4, '::/0'];

export const act = (type: string, config?: Json): JsonObject => (config === undefined ? { type } : { type, config });
export const always = (...actions: readonly Json[]): Rule => ({ actions });
export const when = (expression: Json, ...actions: readonly Json[]): Rule => ({ expressions: [expression], actions });
export const requests = (...rules: readonly Json[]): JsonObject => ({ on_http_request: rules });
export const DENY = act('deny');
export const OK = act('custom-response', { status_code: 200 });
export const NOT_FOUND = act('custom-response', { status_code: 404, body: 'gone' });

/** Reaches an upstream. */
export const HOOKS = 'https://hooks.example.net/';
export const REQUEST = act('http-request', { url: HOOKS });

export const URL_OF_DECISIONS = 'https://a.example.com';

export function cloud(url: string, policy: Json, pooled = false): Endpoint {
  return { url, binding: url.includes('.internal') ? 'internal' : 'public', pooled, owner: 'cloud', policy };
}

export function oneOf<T>(pick: Pick, items: readonly T[]): T {
  return items[pick(items.length)] as T;
}

export function some<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The action of a rule that ends requests. */
export function ending(pick: Pick): JsonObject {
  return oneOf(pick, [DENY, DENY, OK, NOT_FOUND, act('close-connection')]);
}

export function restrict(pick: Pick): JsonObject {
  const config: Record<string, Json> = { allow: some(1 + pick(2), () => oneOf(pick, NETWORKS)) };
  if (pick(3) === 0) config['deny'] = [oneOf(pick, NETWORKS)];
  if (pick(6) === 0) config['enforce'] = false;
  return act('restrict-ips', config);
}

/** A condition that has a value for every request. */
export function total(pick: Pick, depth = 2): string {
  if (depth > 0 && pick(5) < 2) {
    const [left, right] = [total(pick, depth - 1), total(pick, depth - 1)];
    return oneOf(pick, [`(${left} && ${right})`, `(${left} || ${right})`, `!(${left})`]);
  }
  return oneOf(pick, TOTAL)(pick);
}

const method = (pick: Pick): string => oneOf(pick, ['GET', 'PUT', 'POST']);
const path = (pick: Pick): string => oneOf(pick, ['/admin', '/a', '/api', '/api/v1']);

const TOTAL: readonly ((pick: Pick) => string)[] = [
  (pick) => `req.method == '${method(pick)}'`,
  (pick) => `req.method != '${method(pick)}'`,
  (pick) => `req.method in ['${method(pick)}', '${method(pick)}']`,
  (pick) => `req.url.path.startsWith('${path(pick)}')`,
  (pick) => `req.url.path == '${path(pick)}'`,
  (pick) => `req.url.path.endsWith('${oneOf(pick, ['.php', 'v1'])}')`,
  (pick) => `req.url.path.contains('${oneOf(pick, ['admin', 'api'])}')`,
  (pick) => `req.url.path.matches('^${path(pick)}')`,
  (pick) => `inCidrRange(conn.client_ip, '${oneOf(pick, NETWORKS)}')`,
  (pick) => `!inCidrRange(conn.client_ip, '${oneOf(pick, NETWORKS)}')`,
  (pick) => `inCidrRanges(conn.client_ip, ['${oneOf(pick, NETWORKS)}', '${oneOf(pick, NETWORKS)}'])`,
  (pick) => `conn.client_ip == '${oneOf(pick, ['203.0.113.0', '203.0.113.64', '198.18.0.1'])}'`,
  (pick) => `hasReqHeader('${oneOf(pick, ['X-Team', 'X-Key'])}')`,
  (pick) => `'${oneOf(pick, ['x-team', 'x-key'])}' in req.headers`,
  (pick) => `conn.geo.country_code == '${oneOf(pick, ['DE', 'US'])}'`,
];

/** A condition that may be an error. */
export function failing(pick: Pick, depth = 1): string {
  if (depth > 0 && pick(2) === 0) {
    const [left, right] = [failing(pick, depth - 1), pick(2) === 0 ? total(pick, 0) : failing(pick, depth - 1)];
    return oneOf(pick, [`(${left} && ${right})`, `(${right} || ${left})`, `!(${left})`, `!(${left})`]);
  }
  return oneOf(pick, FAILING)(pick);
}

const FAILING: readonly ((pick: Pick) => string)[] = [
  (pick) => `req.headers['${oneOf(pick, ['x-team', 'x-key'])}'][0] == '${oneOf(pick, ['red', 'blue'])}'`,
  (pick) => `getReqHeader('X-Team')[0] != '${oneOf(pick, ['red', 'blue'])}'`,
  (pick) => `req.url.query_params['k'][0] == '${oneOf(pick, ['red', 'blue'])}'`,
  (pick) => `int(req.headers['x-key'][0]) > ${pick(3)}`,
  (pick) => `req.headers['x-team'][${pick(2)}].startsWith('re')`,
  (pick) => `vars.missing == '${oneOf(pick, ['red', 'blue'])}'`,
];
