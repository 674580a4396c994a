/** Which events somebody wants to see. */

import { didYouMean } from '../../../model/did-you-mean';
import { EVENT_TYPES } from '../../../model/events/event-types';
import { ApiProblem } from '../../http/api-problem';
import type { Account } from '../../state/state';
import type { ServiceEvent } from '../event';
import type { Delivery } from './delivery';

/** Every member narrows it; with none it is every event as it came about. */
export interface EventQuery {
  /** An event type, such as `ip_policy_created.v0`. */
  readonly type?: string | undefined;
  /** Identifier of an event subscription: what it delivered, with the fields that it asks for. */
  readonly subscription?: string | undefined;
  /** Identifier of an event destination: what it received, copies of several subscriptions included. */
  readonly destination?: string | undefined;
}

/** An event to be shown. */
export interface ShownEvent {
  /** Tells it from all others that the same query shows. */
  readonly key: string;
  readonly event: ServiceEvent;
  /** The event as compact JSON. */
  readonly text: string;
}

/** Refuses a type that does not exist, since it would show nothing for ever. */
export function checkEventQuery({ type }: EventQuery): void {
  if (type === undefined || EVENT_TYPES.includes(type)) return;
  throw new ApiProblem(400, undefined, `No event type is named '${type}'${didYouMean(type, EVENT_TYPES)}.`);
}

/** The events kept that a query shows, oldest first, from the `position`-th recorded on; and the position behind them. */
export function eventsSince(
  { events, deliveries }: Account,
  query: EventQuery,
  position: number,
): { readonly shown: readonly ShownEvent[]; readonly position: number } {
  const { type, subscription, destination } = query;
  if (!isOfDeliveries(query)) {
    const newer = events.entries.slice(firstIndex(events, position));
    const wanted = type === undefined ? newer : newer.filter(({ event_type }) => event_type === type);
    return { shown: wanted.map(shownEvent), position: events.total };
  }
  const newer = deliveries.entries.slice(firstIndex(deliveries, position));
  const wanted = newer.filter(
    (delivery) =>
      (type === undefined || delivery.event.event_type === type) &&
      (subscription === undefined || delivery.subscription === subscription) &&
      (destination === undefined || delivery.receivers.some(({ id }) => id === destination)),
  );
  return { shown: wanted.map(shownDelivery), position: deliveries.total };
}

/** How many events were recorded until now, of those that the query reads. */
export function positionNow({ events, deliveries }: Account, query: EventQuery): number {
  return isOfDeliveries(query) ? deliveries.total : events.total;
}

/** The position behind the event with that key or identifier; 0 for one that is not kept (any more), so that nothing is missed. */
export function positionAfter({ events, deliveries }: Account, query: EventQuery, key: string): number {
  const [log, keys] = isOfDeliveries(query)
    ? [deliveries, deliveries.entries.map((delivery) => [deliveryKey(delivery), delivery.event.event_id])]
    : [events, events.entries.map(({ event_id }) => [event_id])];
  const index = keys.findLastIndex((names) => names.includes(key));
  return index < 0 ? 0 : log.total - log.entries.length + index + 1;
}

function isOfDeliveries({ subscription, destination }: EventQuery): boolean {
  return subscription !== undefined || destination !== undefined;
}

function firstIndex(log: { readonly total: number; readonly entries: readonly unknown[] }, position: number): number {
  return Math.max(0, position - (log.total - log.entries.length));
}

function shownEvent(event: ServiceEvent): ShownEvent {
  return { key: event.event_id, event, text: JSON.stringify(event) };
}

function shownDelivery(delivery: Delivery): ShownEvent {
  return { key: deliveryKey(delivery), event: delivery.event, text: delivery.text };
}

/** Two subscriptions deliver one event with one identifier. */
function deliveryKey({ event, subscription }: Delivery): string {
  return `${event.event_id}:${subscription}`;
}
