import type { ServiceEvent } from '../event';

/** The kinds of receiver that a destination can have, in the specification's words. */
export type TargetKind = 'delivery_stream' | 'data_stream' | 'log_group';

/** A destination at the moment of a delivery; it may have been changed or deleted since. */
export interface Receiver {
  /** Identifier of the event destination. */
  readonly id: string;
  readonly target: TargetKind;
  /** Resource name of the stream or log group. */
  readonly resource: string;
}

/** One event that one subscription captured, for all its destinations. */
export interface Delivery {
  /** Identifier of the event subscription. */
  readonly subscription: string;
  readonly receivers: readonly Receiver[];
  /** With those fields that the subscription asks for. */
  readonly event: ServiceEvent;
  /** The event as compact JSON: exactly what the destinations receive. */
  readonly text: string;
}
