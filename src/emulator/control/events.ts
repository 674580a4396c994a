import type { JsonObject } from '../../model/json';
import { checkEventQuery, type EventQuery, eventsSince, type ShownEvent } from '../events/delivery/event-query';
import { eventStream } from '../events/delivery/event-stream';
import { follow } from '../events/delivery/follow';
import { recordsOf } from '../events/delivery/records';
import { ApiProblem } from '../http/api-problem';
import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import { LOG_LIMIT } from '../http/log';
import { type Query, readQuery } from '../http/query';
import type { Account, State } from '../state/state';
import type { Control } from './control';
import { accountNamed, limitOf } from './input';

const formats = ['json', 'ndjson', 'records'] as const;

/**
 * The events of the first account or of `?account`, oldest first: of a `type`, or what a `subscription` or `destination` got of them. `{total, events}`,
 * bounded as the requests are; `?format=ndjson` as a destination's file has them; `?format=records` as the consumer of a
 * destination reads them; with `Accept: text/event-stream` as they come about, after `Last-Event-ID` if that is given.
 */
export const events: Control = {
  GET(state, request) {
    const query = readQuery(request.query, ['account', 'limit', 'format', 'type', 'subscription', 'destination']);
    const wanted: EventQuery = {
      type: query.get('type'),
      subscription: query.get('subscription'),
      destination: query.get('destination'),
    };
    checkEventQuery(wanted);
    const account = accountNamed(state, query.get('account'));
    if (/\btext\/event-stream\b/i.test(request.headers['accept'] ?? '')) return streamed(state, request, query, wanted);
    const format = query.get('format') ?? 'json';
    if (format === 'records') return records(account, wanted);
    const { shown } = eventsSince(account, wanted, 0);
    const limit = Math.min(limitOf(query) ?? LOG_LIMIT, LOG_LIMIT);
    const newest = limit === 0 ? [] : shown.slice(-limit);
    if (format === 'ndjson') return lines(newest);
    if (format === 'json') return listed(totalOf(account, wanted, shown), newest);
    throw new ApiProblem(400, undefined, `format is '${format}'; expected one of ${formats.join(', ')}.`);
  },
};

/** Since the start or reset; with a filter, of those that are kept. */
function totalOf({ events: log }: Account, query: EventQuery, shown: readonly ShownEvent[]): number {
  return Object.values(query).every((member) => member === undefined) ? log.total : shown.length;
}

function listed(total: number, shown: readonly ShownEvent[]): HttpResponse {
  return jsonResponse(200, { total, events: shown.map(({ event }) => event as unknown as JsonObject) });
}

function lines(shown: readonly ShownEvent[]): HttpResponse {
  const body = shown.map(({ text }) => `${text}\n`).join('');
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body };
}

function records(account: Account, { destination, ...others }: EventQuery): HttpResponse {
  if (destination === undefined || Object.values(others).some((member) => member !== undefined)) {
    throw new ApiProblem(
      400,
      undefined,
      'format=records shows what one destination received; give destination and no other filter.',
    );
  }
  const batch = recordsOf(account, destination);
  if (!batch) throw new ApiProblem(404, undefined, `There is no event destination ${destination}.`);
  return jsonResponse(200, batch);
}

function streamed(state: State, request: HttpRequest, query: Query, wanted: EventQuery): HttpResponse {
  for (const name of ['limit', 'format']) {
    if (query.has(name)) throw new ApiProblem(400, undefined, `A stream of events takes no ${name}; leave it out.`);
  }
  const after = request.headers['last-event-id'];
  const viewNow = () => ({ state, account: accountNamed(state, query.get('account')), origin: request.origin });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    body: '',
    stream: (signal) => eventStream(follow(viewNow, wanted, { after, signals: [signal] })),
  };
}
