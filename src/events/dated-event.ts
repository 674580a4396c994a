import { parseTimestamp } from '../model/time';

/** An audit event as a destination receives it: the service may omit its id or time. Other members are ignored. */
export interface DeliveredAuditEvent {
  /** Drift and `watch` do not evaluate an event without id or timestamp. */
  readonly event_id?: string | null | undefined;
  readonly event_type: string;
  /** RFC 3339. */
  readonly event_timestamp?: string | null | undefined;
  /** Absent or null for changes by the service. */
  readonly principal?: unknown;
  /** The object after the change; of a deletion, before it. */
  readonly object?: unknown;
}

export interface DatedEvent extends DeliveredAuditEvent {
  readonly event_id: string;
  readonly event_timestamp: string;
}

/** Whether the event has an id and a valid timestamp. */
export function isDated(event: DeliveredAuditEvent): event is DatedEvent {
  const { event_id: id, event_timestamp: time } = event;
  return typeof id === 'string' && typeof time === 'string' && parseTimestamp(time) !== undefined;
}
