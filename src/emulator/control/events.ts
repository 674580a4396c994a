import type { JsonObject } from '../../values/json';
import {
  type EventQuery,
  findEventsSince,
  formatServerSentEvents,
  type MatchedEvent,
  newestKey,
} from '../events/follow';
import { newest } from '../events/log';
import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import { readJsonBody, readJsonLines, readQuery } from '../http/read-input';
import { checkEventQuery, followEvents } from '../service/objects/follow-events';
import { readRecords } from '../service/objects/publish';
import { countScheduled, startTraffic } from '../service/objects/traffic';
import { badRequest, Refusal } from '../service/state/refusal';
import type { Query } from '../service/state/request-context';
import type { Account, State } from '../service/state/types';
import { type Control, getAccount, parseLimit } from './control';
import { readTraffic } from './traffic-request';

const PARAMETERS = ['account', 'limit', 'format', 'type', 'subscription', 'destination'];

/**
 * GET returns `{total, events}`, oldest first: the newest 10,000 events, or the newest `limit` of them. `type`,
 * `subscription` and `destination` filter. `format=ndjson` returns the same events as lines, and `format=records` what
 * the consumer of the `destination` reads. With `Accept: text/event-stream` the events follow as they are published,
 * after `Last-Event-ID` if it is set.
 */
export const eventsControl: Control = {
  GET(state, request) {
    const query = readQuery(request.query, PARAMETERS);
    const filter: EventQuery = {
      type: query.get('type'),
      subscription: query.get('subscription'),
      destination: query.get('destination'),
    };
    checkEventQuery(filter);
    const account = getAccount(state, query.get('account'));
    if (/\btext\/event-stream\b/i.test(request.headers['accept'] ?? '')) {
      return streamEvents(state, request, query, filter);
    }
    const format = query.get('format') ?? 'json';
    if (format === 'records') return recordsResponse(account, filter);
    const { matched } = findEventsSince(account, filter, 0);
    const selected = newest(matched, parseLimit(query));
    if (format === 'ndjson') return ndjsonResponse(selected);
    if (format !== 'json') throw badRequest(`format is '${format}'; expected one of json, ndjson, records.`);
    // Only without a filter does the total include events that are no longer kept.
    const total = hasFilter(filter) ? matched.length : account.events.total;
    return jsonResponse(200, { total, events: selected.map(({ event }) => event as unknown as JsonObject) });
  },
};

function hasFilter(query: EventQuery): boolean {
  return Object.values(query).some((member) => member !== undefined);
}

function ndjsonResponse(matched: readonly MatchedEvent[]): HttpResponse {
  const body = matched.map(({ json }) => `${json}\n`).join('');
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body };
}

function recordsResponse(account: Account, { destination, ...others }: EventQuery): HttpResponse {
  if (destination === undefined || hasFilter(others)) {
    throw badRequest('format=records needs destination and supports no other filter.');
  }
  const batch = readRecords(account, destination);
  if (!batch) throw new Refusal(404, undefined, `Event destination '${destination}' does not exist.`);
  return jsonResponse(200, batch);
}

function streamEvents(state: State, request: HttpRequest, query: Query, filter: EventQuery): HttpResponse {
  for (const name of ['limit', 'format']) {
    if (query.get(name) !== undefined) throw badRequest(`A stream of events does not support ${name}; remove it.`);
  }
  const getContext = () => ({ state, account: getAccount(state, query.get('account')), origin: request.origin });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    body: '',
    stream(signal) {
      const after = request.headers['last-event-id'] ?? newestKey(getContext().account, filter);
      return formatServerSentEvents(followEvents(getContext, filter, { after, signals: [signal] }), after);
    },
  };
}

/**
 * POST publishes traffic and session events in the first account or in `?account`. It takes a `TrafficRequest`, or its
 * `events` as NDJSON, and returns `{published, scheduled}`. GET returns the number of scheduled events.
 */
export const trafficControl: Control = {
  GET(state, { query }) {
    const account = getAccount(state, readQuery(query, ['account']).get('account'));
    return jsonResponse(200, { scheduled: countScheduled(account) });
  },
  POST(state, request) {
    const account = getAccount(state, readQuery(request.query, ['account']).get('account'));
    return jsonResponse(200, {
      ...startTraffic(
        { state, account, origin: request.origin },
        readTraffic(readTrafficBody(request), state.profile.name),
      ),
    });
  },
};

function readTrafficBody(request: HttpRequest): JsonObject {
  const isNdjson = /^application\/x-ndjson\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  return isNdjson ? { events: readJsonLines(request) } : readJsonBody(request);
}
