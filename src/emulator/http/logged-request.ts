/** One request to the service, as `/_emulator/requests` returns it. Requests to the controls are not logged. */
export interface LoggedRequest {
  /** Number of the request, from 1 since start or reset, in the order in which the responses were ready. */
  readonly n: number;
  /** When the request arrived, by the emulator's clock: RFC 3339 with milliseconds. */
  readonly time: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** `<kind>.<operation>`, for example `ip_policy.create`; null if the path or method is not routed. */
  readonly operation: string | null;
  /** 0 if a fault dropped the connection. */
  readonly status: number;
  /** The User-Agent header; empty if missing. */
  readonly client: string;
  /** Id of the fault that the request met. */
  readonly fault?: string;
  /** Dotted paths of request members that the service rejected as unknown; absent if there are none. */
  readonly unknown_fields?: readonly string[];
}
