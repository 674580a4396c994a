import { isJsonObject, type JsonObject } from '../../../values/json';
import { appendToFiles } from '../../events/delivery-folder';
import type { Delivery, Receiver, ServiceEvent, TargetKind } from '../../events/event';
import { selectFields } from '../../events/fields';
import { append } from '../../events/log';
import { findReceiver, toRecords } from '../../events/records';
import { notifyWatchers } from '../../events/watchers';
import { compileSubscriptionFilter, listSubscriptionSources } from '../kinds/event-subscription';
import { badRequest } from '../state/refusal';
import type { ReadContext } from '../state/request-context';
import { oldestFirst, type Store, type StoredObject, tryFind } from '../state/store';
import type { Account } from '../state/types';
import { listIds } from './references';

/** Works synchronously, so that a client that got the response finds the events of its request. */
export function publish({ state, account }: ReadContext, events: readonly ServiceEvent[]): void {
  const deliveries = events.flatMap((event) => {
    append(account.events, () => event);
    return matchSubscriptions(account.store, event);
  });
  for (const delivery of deliveries) append(account.deliveries, () => delivery);
  if (state.deliveryFolder && deliveries.length > 0) appendToFiles(state.deliveryFolder, deliveries);
  notifyWatchers(state.watchers);
}

/**
 * Oldest subscription first. One without a destination that exists delivers nothing, and a destination of two
 * subscriptions receives the event twice.
 */
function matchSubscriptions(store: Store, event: ServiceEvent): Delivery[] {
  const deliveries: Delivery[] = [];
  for (const subscription of oldestFirst(store, 'event_subscription')) {
    const capture = getCaptures(subscription).get(event.event_type);
    if (!capture || (capture.matches && !capture.matches(event.object))) continue;
    const receivers = listReceivers(store, subscription);
    if (receivers.length === 0) continue;
    const { fields } = capture;
    const captured = fields ? { ...event, object: selectFields(event.object, fields) } : event;
    deliveries.push({ subscription: subscription.id, receivers, event: captured, json: JSON.stringify(captured) });
  }
  return deliveries;
}

interface Capture {
  readonly fields: readonly string[] | undefined;
  readonly matches: ((object: JsonObject) => boolean) | undefined;
}

/**
 * Each filter is compiled once, because one request for traffic publishes up to 100,000 events. An updated subscription
 * is another object, so it has another entry.
 */
const capturesBySubscription = new WeakMap<StoredObject, ReadonlyMap<string, Capture>>();

function getCaptures(subscription: StoredObject): ReadonlyMap<string, Capture> {
  const cached = capturesBySubscription.get(subscription);
  if (cached) return cached;
  const captures = new Map(
    listSubscriptionSources(subscription.values).map((source) => [String(source['type']), toCapture(source)]),
  );
  capturesBySubscription.set(subscription, captures);
  return captures;
}

function toCapture({ type, fields, filter }: JsonObject): Capture {
  return {
    fields: Array.isArray(fields) && fields.length > 0 ? (fields as readonly string[]) : undefined,
    matches: typeof filter === 'string' && filter !== '' ? compileSubscriptionFilter(String(type), filter) : undefined,
  };
}

function listReceivers(store: Store, subscription: StoredObject): Receiver[] {
  return listIds(subscription.values['destination_ids']).flatMap((id) => {
    const destination = tryFind(store, 'event_destination', id);
    return destination ? [toReceiver(destination)] : [];
  });
}

/** The model requires one object in `target`. */
function toReceiver({ id, values }: StoredObject): Receiver {
  const [target, settings] = Object.entries(values['target'] as JsonObject).find(([, value]) =>
    isJsonObject(value),
  ) as [TargetKind, JsonObject];
  // `delivery_stream_rn`, `stream_rn` or `log_group_rn`. Other members, such as `api_key`, may be secret.
  const resource = Object.entries(settings).find(([name]) => name.endsWith('_rn'))?.[1];
  return { id, target, resource: String(resource ?? '') };
}

/** Undefined for an unknown destination. Refuses targets without records. */
export function readRecords({ store, deliveries }: Account, destination: string): JsonObject | undefined {
  const existing = tryFind(store, 'event_destination', destination);
  const receiver = existing ? toReceiver(existing) : findReceiver(deliveries.entries, destination);
  if (!receiver) return undefined;
  const records = toRecords(deliveries.entries, receiver);
  if (records) return records;
  throw badRequest(
    `The target of event destination '${destination}' has no records; expected delivery_stream, data_stream or log_group.`,
  );
}
