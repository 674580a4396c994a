import type { JsonObject } from '../../model/json';
import { ApiProblem } from '../http/api-problem';
import { harOf } from '../http/har';
import { jsonResponse } from '../http/http';
import { LOG_LIMIT, type LoggedRequest, newest } from '../http/log';
import { type Query, readQuery } from '../http/query';
import type { Control } from './control';
import { limitOf } from './input';

const countable = ['method', 'operation', 'status', 'client'] as const;
const parameters = ['limit', 'since', 'method', 'path', 'operation', 'status', 'client', 'count_by', 'format'];

/**
 * The requests that the service has had: `total` since start or reset, and of the newest 10,000 those that fit `method`,
 * `path` (its beginning), `operation`, `status` (`404` or `4xx`), `client` (a part of it) and `since` (a number `n`), the
 * newest `limit` of them. `count_by=<member>` answers how many there are of each value in place of the list;
 * `format=har` an HTTP Archive of those whose bodies are still kept.
 */
export const requests: Control = {
  GET({ requests: log, exchanges }, request) {
    const query = readQuery(request.query, parameters);
    const found = newest(log).filter(readFilter(query));
    const limit = limitOf(query) ?? LOG_LIMIT;
    const entries = limit === 0 ? [] : found.slice(-limit);
    const countBy = query.get('count_by');
    if (countBy !== undefined) return jsonResponse(200, { total: log.total, counts: countsBy(found, countBy) });
    switch (query.get('format')) {
      case undefined:
      case 'json':
        return jsonResponse(200, { total: log.total, requests: entries.map((entry) => ({ ...entry })) });
      case 'har': {
        const shown = new Set(entries.map(({ n }) => n));
        return jsonResponse(200, harOf(exchanges.kept.filter(({ n }) => shown.has(n))));
      }
      default:
        throw new ApiProblem(400, undefined, `format is '${query.get('format')}'; expected json or har.`);
    }
  },
};

function readFilter(query: Query): (entry: LoggedRequest) => boolean {
  const status = query.get('status');
  if (status !== undefined && !/^(\d{1,3}|[1-5]xx)$/.test(status)) {
    throw new ApiProblem(400, undefined, `status is '${status}'; expected one such as 404, or 4xx.`);
  }
  const since = query.get('since') ?? '0';
  if (!/^\d+$/.test(since)) throw new ApiProblem(400, undefined, `since is '${since}'; expected the n of a request.`);
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

function countsBy(entries: readonly LoggedRequest[], name: string): JsonObject {
  const member = countable.find((one) => one === name);
  if (!member) throw new ApiProblem(400, undefined, `count_by is '${name}'; expected one of ${countable.join(', ')}.`);
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const value = String(entry[member] ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
