/** Audit events as the history of objects. Events carry the object as it was after a change, never what changed. */

import type { AuditAction } from '../../model/events/event-types';
import { type AttributeValues, attributesFromResponse } from '../../model/from-response';
import { groupBy } from '../../model/group-by';
import { isJsonObject } from '../../model/json';
import { tryFindKind } from '../../model/kinds';
import { naturalKeyOf } from '../../model/natural-key';
import type { Author } from '../report/finding';

/** An audit event as it is delivered (gaps.md 4.1); members beside these are not read. */
export interface DriftEvent {
  /** Without it, and without a time, an event tells nothing and is passed over. */
  readonly event_id?: string | null | undefined;
  readonly event_type: string;
  readonly event_timestamp?: string | null | undefined;
  /** Absent or null for what the service did by itself. */
  readonly principal?: unknown;
  readonly object?: unknown;
}

/** An event that can be told apart and put in order. */
export interface DatedEvent extends DriftEvent {
  readonly event_id: string;
  readonly event_timestamp: string;
}

/** One change of one object. */
export interface Step {
  readonly kind: string;
  readonly id: string;
  readonly action: AuditAction;
  readonly event: DatedEvent;
  /** The object after the change, or before its deletion. */
  readonly values: AttributeValues;
  /** Which of this and another event of the same second came first is not known. */
  readonly tied: boolean;
}

/** Everything that is known of the past. */
export interface History {
  /** Changes of an object, oldest first, each event once. */
  of(kind: string, id: string): readonly Step[];
  /** The same for the objects that had that natural key. */
  byKey(kind: string, key: string): readonly Step[];
  /** Identifiers of objects with a history, by kind, in the order of the first event. */
  readonly objects: readonly { readonly kind: string; readonly id: string }[];
}

/**
 * Arranges events that may come in any order and more than once; events of other types are left out. Those of one object,
 * one second and one action stay in the order in which they came, and are tied.
 */
export function readHistory(events: Iterable<DriftEvent>): History {
  const byId = new Map<string, Step>();
  for (const event of events) {
    const step = stepOf(event);
    if (step && !byId.has(step.event.event_id)) byId.set(step.event.event_id, step);
  }
  const steps = withTies([...byId.values()].sort(inOrder));
  const objects = new Map<string, Step[]>();
  const keys = new Map<string, Step[]>();
  for (const step of steps) {
    add(objects, `${step.kind} ${step.id}`, step);
    const kind = tryFindKind(step.kind);
    const key = kind && naturalKeyOf(kind, step.values);
    if (key !== undefined) add(keys, `${step.kind} ${key}`, step);
  }
  return {
    of: (kind, id) => objects.get(`${kind} ${id}`) ?? [],
    byKey: (kind, key) => keys.get(`${kind} ${key}`) ?? [],
    objects: [...objects.values()].flatMap(([first]) => (first ? [{ kind: first.kind, id: first.id }] : [])),
  };
}

/** An audit event as a step; undefined for an event of another kind, or one that is not whole. */
export function stepOf(event: DriftEvent): Step | undefined {
  const [, name, action] = /^(.+)_(created|updated|deleted)\.v\d+$/.exec(event.event_type) ?? [];
  const kind = name === undefined ? undefined : tryFindKind(name);
  const { object } = event;
  if (!isDated(event) || !kind || !isJsonObject(object) || typeof object['id'] !== 'string') return undefined;
  return {
    kind: kind.name,
    id: object['id'],
    action: action as AuditAction,
    event,
    values: attributesFromResponse(kind.attributes, object),
    tied: false,
  };
}

/** Whether the event can be told apart and put in order. */
export function isDated(event: DriftEvent): event is DatedEvent {
  const { event_id: id, event_timestamp: time } = event;
  return typeof id === 'string' && typeof time === 'string' && !Number.isNaN(Date.parse(time));
}

const rank: Readonly<Record<AuditAction, number>> = { created: 0, updated: 1, deleted: 2 };

/**
 * Timestamps have whole seconds (gaps.md 2.5); within one an object is made first and deleted last. More is not known: the
 * identifiers of events are random.
 */
export function inOrder(a: Step, b: Step): number {
  const [timeA, timeB] = [Date.parse(a.event.event_timestamp), Date.parse(b.event.event_timestamp)];
  return timeA === timeB ? rank[a.action] - rank[b.action] : timeA - timeB;
}

function withTies(steps: readonly Step[]): Step[] {
  const groups = groupBy(steps, secondOf);
  return steps.map((step) => ({ ...step, tied: (groups.get(secondOf(step))?.length ?? 0) > 1 }));
}

/** Equal for events that nothing puts in order. */
function secondOf({ kind, id, action, event }: Step): string {
  return `${kind} ${id} ${action} ${Date.parse(event.event_timestamp)}`;
}

/** Who made the change, or null for the service itself. */
export function authorOf({ principal }: DriftEvent): Author | null {
  if (!isJsonObject(principal)) return null;
  const { id, subject, source, credential } = principal;
  return {
    id: String(id ?? ''),
    subject: String(subject ?? ''),
    source: source === 'Dashboard' ? 'Dashboard' : 'API',
    credential: isJsonObject(credential) && typeof credential['id'] === 'string' ? credential['id'] : null,
  };
}

function add(map: Map<string, Step[]>, key: string, step: Step): void {
  const steps = map.get(key);
  if (steps) steps.push(step);
  else map.set(key, [step]);
}
