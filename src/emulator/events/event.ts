import type { JsonObject } from '../../values/json';

/** The actor of an audit event. */
export interface Principal {
  /** Id of the user, `usr_...`, or of a service user. A request to the controls may name any. */
  readonly id: string;
  /** E-mail address of a user, or name of a service user. */
  readonly subject: string;
  readonly source: 'Dashboard' | 'API';
  /** The API key of the request, made up if the key is no object of the emulator; null for changes in the dashboard. */
  readonly credential: { readonly id: string; readonly uri: string } | null;
}

/** An event in its envelope, as the service delivers it. */
export interface ServiceEvent {
  /** Ids sort in the order of publication. */
  readonly event_id: string;
  /** The type, for example `ip_policy_created.v0`. */
  readonly event_type: string;
  /**
   * When the event happened, RFC 3339 in UTC: the planned time of traffic and the due time of a change by the service
   * may be long before the publication.
   */
  readonly event_timestamp: string;
  /** Id of the account, `ac_...`. */
  readonly account_id: string;
  /**
   * Who caused the event. Null for traffic, sessions, and changes by the service, such as the issue of a certificate.
   */
  readonly principal: Principal | null;
  /** Audit events: the object after the change, or before its deletion. Other events: the fields of the event. */
  readonly object: JsonObject;
}

export type TargetKind = 'delivery_stream' | 'data_stream' | 'log_group' | 'datadog' | 'azure_logs_ingestion';

/** A destination at the time of a delivery; it may have been changed or deleted since. */
export interface Receiver {
  readonly id: string;
  readonly target: TargetKind;
  /** Resource name of the stream or log group; empty for other targets. */
  readonly resource: string;
}

/** One event that one subscription captured, for all its destinations. */
export interface Delivery {
  readonly subscription: string;
  readonly receivers: readonly Receiver[];
  /** If the subscription selects fields of the event, `object` has no others. */
  readonly event: ServiceEvent;
  /** The event as compact JSON, as the destinations receive it. */
  readonly json: string;
}
