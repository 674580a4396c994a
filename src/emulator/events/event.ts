import type { JsonObject } from '../../model/json';

/** Who made a change (gaps.md 4.1). */
export interface Principal {
  /** Identifier of the user, `usr_...`. */
  readonly id: string;
  /** E-mail address or name of a service user. */
  readonly subject: string;
  /** Where the change was made. */
  readonly source: 'Dashboard' | 'API';
  /** The key that was used; null for changes made in the dashboard. */
  readonly credential: { readonly id: string; readonly uri: string } | null;
}

/** An event in its envelope, as the service delivers it (gaps.md 4.1). */
export interface ServiceEvent {
  /** Identifiers sort in the order in which the events came about. */
  readonly event_id: string;
  /** For example `ip_policy_created.v0`. */
  readonly event_type: string;
  /** When it came about, RFC 3339 in UTC, by the emulator's clock. */
  readonly event_timestamp: string;
  /** Identifier of the account, `ac_...`. */
  readonly account_id: string;
  /** Null for traffic and sessions, and for what the service did by itself, such as issuing a certificate. */
  readonly principal: Principal | null;
  /** Of a change: the object as the API answers it after the change, or before its deletion. Else the event's fields. */
  readonly object: JsonObject;
}
