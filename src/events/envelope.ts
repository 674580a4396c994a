/** What surrounds the object of every event (gaps.md section 4.1). */

/** A reference to an object of configuration. */
export interface EventRef {
  readonly id?: string | null;
  readonly uri?: string | null;
}

/** Who caused an audit event. */
export interface EventPrincipal {
  /** Identifier of the user or bot, `usr_...`. */
  readonly id?: string | null;
  /** E-mail address of the user or name of the bot. */
  readonly subject?: string | null;
  /** Where the change was made: `Dashboard` or `API`. */
  readonly source?: string | null;
  /** The API key that was used; null for the dashboard. */
  readonly credential?: EventRef | null;
}

/**
 * Members that all events share. The service promises the first two, older events lack the others; a reader of what
 * was stored has to expect that any is missing.
 */
export interface EventEnvelope {
  /** Identifier of the event, `ev_...`: the same when it is delivered twice. */
  readonly event_id?: string | null;
  /** When it happened, RFC 3339. */
  readonly event_timestamp?: string | null;
  /** Identifier of the account, `ac_...`; missing from older events. */
  readonly account_id?: string | null;
  /** Null or absent for traffic events. */
  readonly principal?: EventPrincipal | null;
}

/** An event of a type that this version of the package does not know; everything in it is as it was received. */
export interface UnknownEvent extends EventEnvelope {
  /** The type as it was received. */
  readonly event_type: string;
  /** What the event is about, unchecked. */
  readonly object?: unknown;
  readonly [member: string]: unknown;
}
