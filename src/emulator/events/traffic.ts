import type { JsonObject } from '../../model/json';

/** A request for traffic and session events. */
export interface TrafficRequest {
  /** The same seed and request generate the same values. Default: `traffic`. */
  readonly seed?: string | number;
  readonly events: readonly EventRequest[];
}

/** A number of events of one type. */
export interface EventRequest {
  /** A traffic or session event type. Audit events cannot be generated; change an object instead. */
  readonly type: string;
  /** Default: 1. A request may contain at most 100,000 events in total. */
  readonly count?: number;
  /** Events per second of the emulator's clock, evenly spaced. Default: all events have the same time. */
  readonly per_second?: number;
  /** Time of the first event, RFC 3339; may be in the past. Default: now. */
  readonly from?: string;
  /**
   * Values by dotted field name: a constant, or a distribution: `{"one_of": [...], "weights": [...]}`,
   * `{"between": [1, 9]}`, `{"normal": {"mean", "deviation"}}` or `{"cidr": "203.0.113.0/24"}`. `{"value": ...}` is a
   * constant that has the form of a distribution. Null omits the field. Other fields have default values that are
   * consistent with these.
   */
  readonly fields?: JsonObject;
}

/** The result of a request for traffic. */
export interface TrafficResult {
  /** Number of events that were published at once. */
  readonly published: number;
  /** Number of events of the account that are published later by its clock, including those of earlier requests. */
  readonly scheduled: number;
}

export type EventFactory = (timeMs: number, origin: string) => JsonObject;

/** Events of one type, some of them not yet published. Never changed in place. */
export interface TrafficRun {
  readonly type: string;
  /** Time of the first event, and the interval between two events. */
  readonly fromMs: number;
  readonly intervalMs: number;
  readonly count: number;
  readonly published: number;
  readonly createObject: EventFactory;
}
