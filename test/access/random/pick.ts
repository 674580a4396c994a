/** Random parts of policies. */
import type { Json, JsonObject } from '../reference/account';
import { NETWORKS } from './networks';
import { act, DENY, NOT_FOUND, OK } from './parts';

/** A random integer from 0 to below `bound`. */
export type Pick = (bound: number) => number;

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

/** A condition that has a value for every request of the reference. */
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
