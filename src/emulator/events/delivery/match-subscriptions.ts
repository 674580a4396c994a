/** Which subscriptions capture an event, and what of it (event-sources.md rule 1; gaps.md 2.6 and 4.3). */
import { isJsonObject, type JsonObject } from '../../../model/json';
import { readEventFilter, sourcesOf } from '../../kinds/event-subscription';
import { idsIn } from '../../objects/references';
import { newestFirst, type Stored, tryFind } from '../../objects/store';
import type { Account } from '../../state/state';
import type { ServiceEvent } from '../event';
import type { Delivery, Receiver, TargetKind } from './delivery';
import { selectFields } from './select-fields';

/** What a source captures of the events of its type. */
interface Capture {
  /** Undefined: all of them. */
  readonly fields: readonly string[] | undefined;
  /** Undefined: every event. */
  readonly matches: ((object: JsonObject) => boolean) | undefined;
}

/** By the subscription as it is stored: an update stores another one, so nothing here goes stale. */
const captures = new WeakMap<Stored, ReadonlyMap<string, Capture>>();

/**
 * What is delivered of an event, oldest subscription first. A subscription is active while it has a destination; each
 * delivers for itself, so a destination of two subscriptions receives two copies.
 */
export function deliveriesOf(account: Account, event: ServiceEvent): Delivery[] {
  const deliveries: Delivery[] = [];
  for (const subscription of [...newestFirst(account.store, 'event_subscription')].reverse()) {
    const capture = capturesOf(subscription).get(event.event_type);
    if (!capture || (capture.matches && !capture.matches(event.object))) continue;
    const receivers = receiversOf(account, subscription);
    if (receivers.length === 0) continue;
    const { fields } = capture;
    const captured = fields ? { ...event, object: selectFields(event.object, fields) } : event;
    deliveries.push({ subscription: subscription.id, receivers, event: captured, text: JSON.stringify(captured) });
  }
  return deliveries;
}

function capturesOf(subscription: Stored): ReadonlyMap<string, Capture> {
  const known = captures.get(subscription);
  if (known) return known;
  const made = new Map(sourcesOf(subscription.values).map((source) => [String(source['type']), captureOf(source)]));
  captures.set(subscription, made);
  return made;
}

function captureOf({ type, fields, filter }: JsonObject): Capture {
  return {
    fields: Array.isArray(fields) && fields.length > 0 ? (fields as readonly string[]) : undefined,
    matches: typeof filter === 'string' && filter !== '' ? readEventFilter(String(type), filter) : undefined,
  };
}

function receiversOf({ store }: Account, subscription: Stored): Receiver[] {
  return idsIn(subscription.values['destination_ids']).flatMap((id) => {
    const destination = tryFind(store, 'event_destination', id);
    return destination ? [receiverOf(destination)] : [];
  });
}

/** Where a destination delivers to: the one of its targets that is set, and the resource that it names. */
export function receiverOf({ id, values }: Stored): Receiver {
  const [target, settings] = Object.entries(values['target'] as JsonObject).find(([, value]) =>
    isJsonObject(value),
  ) as [TargetKind, JsonObject];
  const [, resource] = Object.entries(settings).find(([name]) => name !== 'auth') as [string, string];
  return { id, target, resource };
}
