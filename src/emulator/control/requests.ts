import type { JsonObject } from '../../values/json';
import { newest } from '../events/log';
import { jsonResponse } from '../http/http';
import type { LoggedRequest } from '../http/logged-request';
import { readQuery } from '../http/read-input';
import { badRequest } from '../service/state/refusal';
import type { Query } from '../service/state/request-context';
import { type Control, parseLimit } from './control';

const COUNTABLE = ['method', 'operation', 'status', 'client'] as const;
const PARAMETERS = ['limit', 'since', 'method', 'path', 'operation', 'status', 'client', 'count_by'];

/**
 * GET returns `{total, requests}`. `total` counts all requests to the service since start or reset. `requests` are
 * those of the newest 10,000 that match the filters, or the newest `limit` of them. `path` matches a prefix, `client` a
 * part of the User-Agent in any case, `status` a number or `4xx`, and `since` requests after that `n`.
 * `count_by=<member>` returns `{total, counts}`, the number of those that match per value, whatever `limit` is.
 */
export const requestsControl: Control = {
  GET({ requests: log }, request) {
    const query = readQuery(request.query, PARAMETERS);
    const found = newest(log.entries).filter(createFilter(query));
    const entries = newest(found, parseLimit(query));
    const countBy = query.get('count_by');
    if (countBy !== undefined) return jsonResponse(200, { total: log.total, counts: countRequests(found, countBy) });
    return jsonResponse(200, { total: log.total, requests: entries.map((entry) => ({ ...entry })) });
  },
};

function createFilter(query: Query): (entry: LoggedRequest) => boolean {
  const status = query.get('status');
  if (status !== undefined && !/^(\d{1,3}|[1-5]xx)$/.test(status)) {
    throw badRequest(`status is '${status}'; expected a status such as 404, or 4xx.`);
  }
  const since = query.get('since') ?? '0';
  if (!/^\d+$/.test(since)) throw badRequest(`since is '${since}'; expected the n of a request.`);
  const [method, path, operation] = ['method', 'path', 'operation'].map((name) => query.get(name));
  const client = query.get('client')?.toLowerCase();
  return (entry) =>
    entry.n > Number(since) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path.startsWith(path)) &&
    (operation === undefined || (entry.operation ?? '') === operation) &&
    (client === undefined || entry.client.toLowerCase().includes(client)) &&
    (status === undefined ||
      (status.endsWith('xx') ? `${entry.status}`[0] === status[0] : entry.status === Number(status)));
}

function countRequests(entries: readonly LoggedRequest[], name: string): JsonObject {
  const member = COUNTABLE.find((one) => one === name);
  if (!member) throw badRequest(`count_by is '${name}'; expected one of ${COUNTABLE.join(', ')}.`);
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const value = String(entry[member] ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
