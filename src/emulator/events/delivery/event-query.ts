import { EVENT_TYPES } from '../../../model/events/event-types';
import { didYouMean } from '../../../model/text';
import { ApiProblem } from '../../http/api-problem';
import type { Account } from '../../state/types';
import type { Delivery, ServiceEvent } from '../event';

/** Selects events. An empty query selects every event as it was published. */
export interface EventQuery {
  /** An event type, such as `ip_policy_created.v0`. */
  readonly type?: string | undefined;
  /** Identifier of an event subscription: the events that it delivered, with the fields that it selects. */
  readonly subscription?: string | undefined;
  /** Identifier of an event destination: the events that it received, once per subscription. */
  readonly destination?: string | undefined;
}

/** An event that a query selects. */
export interface MatchedEvent {
  /** Unique among the events of one query. */
  readonly key: string;
  readonly event: ServiceEvent;
  /** The event as compact JSON. */
  readonly json: string;
}

/** Rejects an unknown event type, because it would never match. */
export function checkEventQuery({ type }: EventQuery): void {
  if (type === undefined || EVENT_TYPES.includes(type)) return;
  throw new ApiProblem(400, undefined, `Event type '${type}' does not exist${didYouMean(type, EVENT_TYPES) || '.'}`);
}

/** Returns the kept events that match, oldest first, from `position` on, and the position after the last of them. */
export function findEventsSince(
  { events, deliveries }: Account,
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

/** Returns the position after the last event of the log that the query reads. */
export function currentPosition({ events, deliveries }: Account, query: EventQuery): number {
  return readsDeliveries(query) ? deliveries.total : events.total;
}

/** Returns the position after the event with that key or identifier; 0 if it is not kept, so that no event is missed. */
export function findPositionAfter({ events, deliveries }: Account, query: EventQuery, key: string): number {
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

/** Two subscriptions deliver one event with the same identifier, so the key includes the subscription. */
export function deliveryKey({ event, subscription }: Delivery): string {
  return `${event.event_id}:${subscription}`;
}
