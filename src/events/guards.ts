import { findEventType } from '../model/events/event-catalog';
import type { AuditAction } from '../model/events/event-types';
import type { UnknownEvent } from './envelope';
import type { EventKind, EventsByType, KnownEvent } from './generated/types';

/** An event of a known or an unknown type. */
export type AnyEvent = KnownEvent | UnknownEvent;

/** Events of traffic through endpoints. */
export type TrafficEvent = EventsByType['http_request_complete.v0' | 'tcp_connection_closed.v0'];

/** Events of agent sessions. */
export type SessionEvent = EventsByType['agent_session_start.v0' | 'agent_session_stop.v0'];

/** Events of changes to objects of a kind; without a kind, all audit events, including those of agent sessions. */
export type AuditEvent<K extends EventKind = never> = [K] extends [never]
  ? ChangeEvent<EventKind> | SessionEvent
  : ChangeEvent<K>;

type ChangeEvent<K extends EventKind> = EventsByType[`${K}_${AuditAction}.v0`];

/** Reports whether the type is one of `EVENTS`, which this version knows. */
export function isKnownEvent(event: AnyEvent): event is KnownEvent {
  return findEventType(event.event_type) !== undefined;
}

/** Reports whether the event has that type, and narrows its TypeScript type. */
export function isEventOfType<T extends keyof EventsByType>(event: AnyEvent, type: T): event is EventsByType[T] {
  return event.event_type === type;
}

/** Reports whether the event is a traffic event. */
export function isTrafficEvent(event: AnyEvent): event is TrafficEvent {
  return findEventType(event.event_type)?.class === 'traffic';
}

/** Reports whether the event is the start or stop of an agent session. */
export function isSessionEvent(event: AnyEvent): event is SessionEvent {
  const spec = findEventType(event.event_type);
  return spec !== undefined && spec.class === 'audit' && spec.action === undefined;
}

/** Reports whether the event is an audit event; with a kind, whether it is a change of an object of that kind. */
export function isAuditEvent<K extends EventKind = never>(event: AnyEvent, kind?: K): event is AuditEvent<K> {
  const spec = findEventType(event.event_type);
  if (kind !== undefined) return spec?.action !== undefined && spec.subject === kind;
  return spec?.class === 'audit';
}
