/** What kind of event is it? Each guard narrows the type. */
import { findEvent } from '../model/events/event-catalog';
import type { AuditAction } from '../model/events/event-types';
import type { UnknownEvent } from './envelope';
import type { EventKind, EventsByType, KnownEvent } from './generated/types';

/** An event as it is read: of a known type, or not. */
export type AnyEvent = KnownEvent | UnknownEvent;

/** Events that traffic through endpoints emits. */
export type TrafficEvent = EventsByType['http_request_complete.v0' | 'tcp_connection_closed.v0'];

/** Events that agent sessions emit. */
export type SessionEvent = EventsByType['agent_session_start.v0' | 'agent_session_stop.v0'];

/** Events that changes of objects of a kind emit; without a kind, all audit events, those of agent sessions included. */
export type AuditEvent<K extends EventKind = never> = [K] extends [never]
  ? ChangeEvent<EventKind> | SessionEvent
  : ChangeEvent<K>;

type ChangeEvent<K extends EventKind> = EventsByType[`${K}_${AuditAction}.v0`];

/** Whether the type is one of the 49 that this version knows. */
export function isKnownEvent(event: AnyEvent): event is KnownEvent {
  return findEvent(event.event_type) !== undefined;
}

/** Whether it is of that type. */
export function isEventOfType<T extends keyof EventsByType>(event: AnyEvent, type: T): event is EventsByType[T] {
  return event.event_type === type;
}

/** Whether traffic caused it. */
export function isTrafficEvent(event: AnyEvent): event is TrafficEvent {
  return findEvent(event.event_type)?.class === 'traffic';
}

/** Whether an agent session caused it by starting or stopping. */
export function isSessionEvent(event: AnyEvent): event is SessionEvent {
  const known = findEvent(event.event_type);
  return known !== undefined && known.class === 'audit' && known.action === undefined;
}

/**
 * Whether it is an audit event, which a change of an object or an agent session caused. With a kind, whether a change of
 * an object of that kind caused it.
 */
export function isAuditEvent<K extends EventKind = never>(event: AnyEvent, kind?: K): event is AuditEvent<K> {
  const known = findEvent(event.event_type);
  if (kind !== undefined) return known?.action !== undefined && known.subject === kind;
  return known?.class === 'audit';
}
