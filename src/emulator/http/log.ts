/** One request to the service, as `/_emulator/requests` returns it. Requests to the controls are not logged. */
export interface LoggedRequest {
  /** Number of the request, from 1 since start or reset. */
  readonly n: number;
  /** RFC 3339 with milliseconds. */
  readonly time: string;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `<kind>.<operation>`, for example `ip_policy.create`; null if the path or method is not routed. */
  readonly operation: string | null;
  /** 0 if a fault dropped the connection. */
  readonly status: number;
  /** The User-Agent header; empty if missing. */
  readonly client: string;
  /** Identifier of the fault that the request met. */
  readonly fault?: string;
  /** Dotted paths of request members that the service rejected as unknown; absent if there are none. */
  readonly unknown_fields?: readonly string[];
}

/** Keeps the newest {@link LOG_LIMIT} entries; `total` counts all. */
export interface Log<Entry> {
  total: number;
  entries: Entry[];
}

/** Entries of a log, also the default of the controls. Enough for any test; limits the memory of long runs. */
export const LOG_LIMIT = 10_000;

export function createLog<Entry>(): Log<Entry> {
  return { total: 0, entries: [] };
}

export function append<Entry>(log: Log<Entry>, make: (n: number) => Entry): void {
  log.total += 1;
  log.entries.push(make(log.total));
  // Cut in bulk, because each cut copies the entries.
  if (log.entries.length >= 2 * LOG_LIMIT) log.entries = log.entries.slice(-LOG_LIMIT);
}

/** Returns at most `limit` of the newest entries, oldest first. */
export function newest<Entry>(log: Log<Entry>, limit: number = LOG_LIMIT): readonly Entry[] {
  return limit <= 0 ? [] : log.entries.slice(-Math.min(limit, LOG_LIMIT));
}
