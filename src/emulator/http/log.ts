/** The record of the requests that the service has had; controls are never in it. */

/** One request, as `/_emulator/requests` answers it. */
export interface LoggedRequest {
  /** Counted from 1 since start or reset. */
  readonly n: number;
  /** RFC 3339 with milliseconds. */
  readonly time: string;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `<kind>.<operation>`, for example `ip_policy.create`; null when the path or method is not routed. */
  readonly operation: string | null;
  /** 0 when a fault dropped the connection without an answer. */
  readonly status: number;
  /** The User-Agent header; empty when there was none. */
  readonly client: string;
  /** Identifier of the fault that happened to it, if one did. */
  readonly fault?: string;
  /** Members of the body that the service does not know, as dotted paths; there only when it refused some. */
  readonly unknown_fields?: readonly string[];
}

/** Bounded: the newest {@link LOG_LIMIT} entries are kept, `total` counts all. */
export interface Log<Entry> {
  total: number;
  entries: Entry[];
}

/** Entries that a log keeps, and that a control answers by default; enough for any test, bounded for long runs. */
export const LOG_LIMIT = 10_000;

/** A log that holds nothing. */
export function createLog<Entry>(): Log<Entry> {
  return { total: 0, entries: [] };
}

/** Adds an entry, made from its number. */
export function append<Entry>(log: Log<Entry>, make: (n: number) => Entry): void {
  log.total += 1;
  log.entries.push(make(log.total));
  // Cut in bulk, so that adding stays cheap.
  if (log.entries.length >= 2 * LOG_LIMIT) log.entries = log.entries.slice(-LOG_LIMIT);
}

/** The newest entries, oldest of them first; at most `limit`. */
export function newest<Entry>(log: Log<Entry>, limit: number = LOG_LIMIT): readonly Entry[] {
  return limit <= 0 ? [] : log.entries.slice(-Math.min(limit, LOG_LIMIT));
}
