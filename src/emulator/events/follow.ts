import { linkSignals } from '../../model/net/link-signals';
import type { Delivery, ServiceEvent } from './event';
import type { EntryLog } from './log';
import { type Watchers, waitForNotification } from './watchers';

/** A choice, in real time: while changes are scheduled, no request may arrive that applies them. */
const POLL_MS = 100;
/** Time after which a browser reconnects to a broken stream. A choice. */
const RECONNECT_MS = 1000;
/** Is the key of no event, so all events come after it. */
const NO_EVENT = 'none';

export interface FollowOptions {
  /** Key or id of the last received event; the events after it come first. Default: new events only. */
  readonly after?: string | undefined;
  readonly signals: readonly AbortSignal[];
}

export interface EventLogs {
  readonly events: EntryLog<ServiceEvent>;
  readonly deliveries: EntryLog<Delivery>;
}

/** Reset and restore replace `logs`, and the count of its events starts again. */
export interface FollowedEvents {
  readonly logs: EventLogs;
  readonly watchers: Watchers;
  hasScheduledChanges(): boolean;
  advanceToNow(): Promise<void>;
}

/**
 * Iterates over the matching events as they are published, also after a reset or restore. From the call on it misses no
 * event, except one that a reset or restore deletes before it is read, and one that is older than the newest 10,000
 * when it is read.
 */
export function follow(
  getFollowed: () => FollowedEvents,
  query: EventQuery,
  { after, signals }: FollowOptions,
): AsyncGenerator<MatchedEvent> {
  let { logs } = getFollowed();
  let position = after === undefined ? currentPosition(logs, query) : findPositionAfter(logs, query, after);
  return iterate();

  async function* iterate(): AsyncGenerator<MatchedEvent> {
    const { signal, release } = linkSignals(signals);
    try {
      while (!signal.aborted) {
        const source = getFollowed();
        if (source.logs !== logs) [logs, position] = [source.logs, 0];
        const found = findEventsSince(logs, query, position);
        position = found.position;
        yield* found.matched;
        if (found.matched.length === 0) {
          const timeoutMs = source.hasScheduledChanges() ? POLL_MS : undefined;
          await waitForNotification(source.watchers, signal, timeoutMs);
          if (!signal.aborted) await source.advanceToNow();
        }
      }
    } finally {
      release();
    }
  }
}

/**
 * The id of a message is a value for `Last-Event-ID`. The first message has no event, and the id `after`: a client that
 * reconnects before the first event misses none.
 */
export async function* formatServerSentEvents(
  events: AsyncIterable<MatchedEvent>,
  after: string,
): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\nid: ${after}\n\n`;
  // Compact JSON has no line breaks, so it fits one data line.
  for await (const { key, json } of events) yield `id: ${key}\ndata: ${json}\n\n`;
}

/** Selects events. An empty query selects every event as it was published. */
export interface EventQuery {
  /** An event type, such as `ip_policy_created.v0`. */
  readonly type?: string | undefined;
  /** Id of an event subscription: the events that it delivered, with the fields that it selects. */
  readonly subscription?: string | undefined;
  /** Id of an event destination: the events that it received, once per subscription. */
  readonly destination?: string | undefined;
}

export interface MatchedEvent {
  readonly key: string;
  readonly event: ServiceEvent;
  readonly json: string;
}

/** Oldest first. `position` counts all events of the log, also those that are no longer kept. */
export function findEventsSince(
  { events, deliveries }: EventLogs,
  query: EventQuery,
  position: number,
): { readonly matched: readonly MatchedEvent[]; readonly position: number } {
  const { type, subscription, destination } = query;
  if (!readsDeliveries(query)) {
    const newer = events.entries.slice(firstIndex(events, position));
    const selected = type === undefined ? newer : newer.filter(({ event_type }) => event_type === type);
    return { matched: selected.map(matchEvent), position: events.total };
  }
  const newer = deliveries.entries.slice(firstIndex(deliveries, position));
  const selected = newer.filter(
    (delivery) =>
      (type === undefined || delivery.event.event_type === type) &&
      (subscription === undefined || delivery.subscription === subscription) &&
      (destination === undefined || delivery.receivers.some(({ id }) => id === destination)),
  );
  return { matched: selected.map(matchDelivery), position: deliveries.total };
}

function currentPosition({ events, deliveries }: EventLogs, query: EventQuery): number {
  return readsDeliveries(query) ? deliveries.total : events.total;
}

/** The key of the newest kept event or delivery, whichever the query reads; it need not match the query. */
export function newestKey({ events, deliveries }: EventLogs, query: EventQuery): string {
  const delivery = deliveries.entries.at(-1);
  if (readsDeliveries(query)) return delivery ? deliveryKey(delivery) : NO_EVENT;
  return events.entries.at(-1)?.event_id ?? NO_EVENT;
}

/** 0 if no event with that key or id is kept, so that no event is missed. */
function findPositionAfter({ events, deliveries }: EventLogs, query: EventQuery, key: string): number {
  const [log, keys] = readsDeliveries(query)
    ? [deliveries, deliveries.entries.map((delivery) => [deliveryKey(delivery), delivery.event.event_id])]
    : [events, events.entries.map(({ event_id }) => [event_id])];
  const index = keys.findLastIndex((names) => names.includes(key));
  return index < 0 ? 0 : log.total - log.entries.length + index + 1;
}

function readsDeliveries({ subscription, destination }: EventQuery): boolean {
  return subscription !== undefined || destination !== undefined;
}

function firstIndex(log: { readonly total: number; readonly entries: readonly unknown[] }, position: number): number {
  return Math.max(0, position - (log.total - log.entries.length));
}

function matchEvent(event: ServiceEvent): MatchedEvent {
  return { key: event.event_id, event, json: JSON.stringify(event) };
}

function matchDelivery(delivery: Delivery): MatchedEvent {
  return { key: deliveryKey(delivery), event: delivery.event, json: delivery.json };
}

/** Two subscriptions deliver one event with the same id, so the key includes the subscription. */
export function deliveryKey({ event, subscription }: Delivery): string {
  return `${event.event_id}:${subscription}`;
}
