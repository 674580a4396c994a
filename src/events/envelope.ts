/** A reference to an object. */
export interface EventRef {
  readonly id?: string | null;
  readonly uri?: string | null;
}

/** The actor of an audit event. */
export interface EventPrincipal {
  /** Id of the user or bot, `usr_...`. */
  readonly id?: string | null;
  /** E-mail address of the user or name of the bot. */
  readonly subject?: string | null;
  /** `Dashboard` or `API`. */
  readonly source?: string | null;
  /** The API key of the request; null for the dashboard. */
  readonly credential?: EventRef | null;
}

/**
 * Members that all events share beside `event_type` and `object`, which the types of events add. Older events lack
 * some, so any of these may be missing.
 */
export interface EventEnvelope {
  /** Id of the event, `ev_...`; the same for a repeated delivery. */
  readonly event_id?: string | null;
  /** RFC 3339. */
  readonly event_timestamp?: string | null;
  /** Id of the account, `ac_...`; missing from older events. */
  readonly account_id?: string | null;
  /** Who caused the event; null or missing for traffic events and for changes by the service. */
  readonly principal?: EventPrincipal | null;
}

/** An event of a type that this version of the package does not know. Its members are not validated. */
export interface UnknownEvent extends EventEnvelope {
  readonly event_type: string;
  /** The changed object, or the fields of the event. */
  readonly object?: unknown;
  readonly [member: string]: unknown;
}
