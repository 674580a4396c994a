import type { HttpRequest, HttpResponse } from '../http/http';

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
  /** Id of the fault that the request met. */
  readonly fault?: string;
  /** Dotted paths of request members that the service rejected as unknown; absent if there are none. */
  readonly unknown_fields?: readonly string[];
}

/** Keeps at least the newest {@link LOG_LIMIT} entries; read them with {@link newest}. `total` counts all. */
export interface Log<Entry> {
  total: number;
  entries: Entry[];
}

/** Most entries that a log returns; also the default `limit` of the controls. Limits the memory of long runs. */
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
export function newest<Entry>(entries: readonly Entry[], limit: number = LOG_LIMIT): readonly Entry[] {
  return limit <= 0 ? [] : entries.slice(-Math.min(limit, LOG_LIMIT));
}

export interface RecordedExchange {
  readonly n: number;
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Limited by size and not by count, because one response can be a page of a hundred objects. */
export interface HttpRecording {
  exchanges: RecordedExchange[];
  bytes: number;
}

const MAX_RECORDING_BYTES = 4 * 1024 * 1024;
const EXCHANGE_OVERHEAD_BYTES = 512;

export function createRecording(): HttpRecording {
  return { exchanges: [], bytes: 0 };
}

export function recordExchange(recording: HttpRecording, exchange: RecordedExchange): void {
  recording.exchanges.push(exchange);
  recording.bytes += estimateSize(exchange);
  // Cut to half, so that cutting is rare.
  if (recording.bytes > MAX_RECORDING_BYTES) {
    let from = 0;
    while (recording.bytes > MAX_RECORDING_BYTES / 2)
      recording.bytes -= estimateSize(recording.exchanges[from++] as RecordedExchange);
    recording.exchanges = recording.exchanges.slice(from);
  }
}

function estimateSize({ request, response }: RecordedExchange): number {
  const sent = typeof request.body === 'object' ? request.body.length : 0;
  return EXCHANGE_OVERHEAD_BYTES + sent + response.body.length;
}
