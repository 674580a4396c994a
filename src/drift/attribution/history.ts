/** Audit events as ordered changes of objects. An event contains the object after a change, or before its deletion. */

import { type DatedEvent, type DeliveredAuditEvent, isDated } from '../../events/dated-event';
import { groupBy } from '../../model/arrays';
import type { AuditAction } from '../../model/events/event-types';
import { type AttributeValues, attributesFromResponse } from '../../model/from-response';
import type { Kind } from '../../model/kind';
import { tryFindKind } from '../../model/kinds';
import { findNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { parseTimestamp } from '../../model/time';
import { isJsonObject, type JsonObject } from '../../values/json';
import type { Author } from '../compare/finding';

export interface AuditChange {
  readonly kind: string;
  readonly id: string;
  readonly action: AuditAction;
  readonly event: DatedEvent;
  readonly values: AttributeValues;
  /** Another event of the same object, action and second exists, so their order is unknown. */
  readonly ambiguousOrder: boolean;
}

/** The changes of an object, oldest first, each event once. */
export interface ObjectChanges {
  readonly kind: string;
  readonly id: string;
  /** At least one. */
  readonly changes: readonly AuditChange[];
}

export interface History {
  changesOf(kind: string, id: string): readonly AuditChange[];
  /**
   * The changes whose event has the natural key, of all objects. Of an object that is created as `a` and renamed to
   * `b`, `changesByKey(kind, 'a')` has the creation, and not the renaming.
   */
  changesByKey(kind: string, key: string): readonly AuditChange[];
}

/** `events`: all events of some objects, in any order and also repeated. Those that are no changes are left out. */
export function readObjectChanges(events: Iterable<DeliveredAuditEvent>): readonly ObjectChanges[] {
  const byId = new Map<string, AuditChange>();
  for (const event of events) {
    const change = parseChange(event);
    if (change && !byId.has(change.event.event_id)) byId.set(change.event.event_id, change);
  }
  const changes = markAmbiguousOrder([...byId.values()].sort(compareByTime));
  const byObject = groupBy(changes, ({ kind, id }) => objectKey(kind, id));
  return [...byObject.values()].map((ofObject) => {
    const { kind, id } = ofObject[0] as AuditChange;
    return { kind, id, changes: ofObject };
  });
}

export function toHistory(objects: readonly ObjectChanges[]): History {
  const byObject = new Map(objects.map(({ kind, id, changes }) => [objectKey(kind, id), changes]));
  const changes = objects.flatMap((each) => each.changes).sort(compareByTime);
  const keyed = changes.flatMap((change) => {
    const key = naturalKeyOf(change);
    return key === undefined ? [] : [{ change, key: objectKey(change.kind, key) }];
  });
  const byKey = groupBy(keyed, ({ key }) => key);
  return {
    changesOf: (kind, id) => byObject.get(objectKey(kind, id)) ?? [],
    changesByKey: (kind, key) => (byKey.get(objectKey(kind, key)) ?? []).map(({ change }) => change),
  };
}

export function naturalKeyOf({ kind: name, values }: AuditChange): string | undefined {
  const kind = tryFindKind(name);
  return kind && findNaturalKey(kind, values);
}

/** Undefined for an event of another type or without id, time or object. */
export function parseChange(event: DeliveredAuditEvent): AuditChange | undefined {
  const change = identifyChange(event);
  if (!change) return undefined;
  const { kind, object, ...rest } = change;
  return {
    ...rest,
    kind: kind.name,
    values: attributesFromResponse(kind.attributes, object),
    // One event alone; readObjectChanges compares it with others.
    ambiguousOrder: false,
  };
}

/** As {@link parseChange}, without reading the values of the object. */
export function identifyChange(
  event: DeliveredAuditEvent,
): (Pick<AuditChange, 'id' | 'action' | 'event'> & { readonly kind: Kind; readonly object: JsonObject }) | undefined {
  const [, name, action] = /^(.+)_(created|updated|deleted)\.v\d+$/.exec(event.event_type) ?? [];
  const kind = name === undefined ? undefined : tryFindKind(name);
  const { object } = event;
  if (!isDated(event) || !kind || !isJsonObject(object) || typeof object['id'] !== 'string') return undefined;
  return { kind, id: object['id'], action: action as AuditAction, event, object };
}

/** The time of the event in milliseconds since 1970. */
export function timeOf(event: DatedEvent): number {
  return parseTimestamp(event.event_timestamp) as number;
}

const ACTION_ORDER: Readonly<Record<AuditAction, number>> = { created: 0, updated: 1, deleted: 2 };

/**
 * Orders changes by time, and within a second by action. Timestamps have whole seconds (docs/internals/gaps.md,
 * section 2.5, item 6) and event ids are random, so other changes of one second compare as equal.
 */
export function compareByTime(a: AuditChange, b: AuditChange): number {
  const [timeA, timeB] = [timeOf(a.event), timeOf(b.event)];
  return timeA === timeB ? ACTION_ORDER[a.action] - ACTION_ORDER[b.action] : timeA - timeB;
}

function markAmbiguousOrder(changes: readonly AuditChange[]): AuditChange[] {
  const timeKey = ({ kind, id, action, event }: AuditChange): string => `${kind} ${id} ${action} ${timeOf(event)}`;
  const groups = groupBy(changes, timeKey);
  return changes.map((change) => ({ ...change, ambiguousOrder: (groups.get(timeKey(change))?.length ?? 0) > 1 }));
}

export function parseAuthor({ principal }: DeliveredAuditEvent): Author | null {
  if (!isJsonObject(principal)) return null;
  const { id, subject, source, credential } = principal;
  return {
    id: String(id ?? ''),
    subject: String(subject ?? ''),
    source: source === 'Dashboard' ? 'dashboard' : 'api',
    credential_id: isJsonObject(credential) && typeof credential['id'] === 'string' ? credential['id'] : null,
  };
}
