/** Requests and answers as plain data, so that the emulator's core knows neither sockets nor the fetch API. */
import type { JsonObject } from '../../model/json';

/** One request as it came. */
export interface HttpRequest {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes of the body; undefined when there are none, `too large` when there were more than {@link MAX_BODY_BYTES}. */
  readonly body: Uint8Array | 'too large' | undefined;
  /** Scheme, host and port that the client used, without trailing slash; the start of every absolute URI answered. */
  readonly origin: string;
  /** Whether it came in process or through a loopback listener, where the controls need no token. */
  readonly local: boolean;
}

/** One answer. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Compact JSON, or empty. */
  readonly body: string;
  /** Goes on behind the body until the signal, which whoever sends the answer gives when nobody reads it any more. */
  readonly stream?: (signal: AbortSignal) => AsyncIterable<string>;
  /** What goes wrong on the way to the client, when a fault says so. */
  readonly wire?: Wire;
}

/** What happens to an answer on its way. */
export interface Wire {
  /** The connection ends without an answer. */
  readonly drop?: boolean;
  /** The answer starts that many milliseconds late. */
  readonly delayMs?: number;
  /** The connection ends after that many bytes of the body, though its length was announced whole. */
  readonly truncateAt?: number;
  /** The body comes in pieces of that many bytes, each that many milliseconds after the one before. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number };
}

/** Largest body that is read: more than any valid request can need, little enough to hold in memory. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** An answer with a JSON body. */
export function jsonResponse(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
