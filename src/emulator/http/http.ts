import type { JsonObject } from '../../values/json';
import type { FaultEffect } from './fault';

export interface HttpRequest {
  readonly method: string;
  /** The path as it was sent: percent-encoded, without the query. */
  readonly path: string;
  /** The query as it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if it is empty, `too large` above {@link maxBodyBytes}. */
  readonly body: Uint8Array | 'too large' | undefined;
  /** Scheme, host and port that the client used, without trailing slash. Absolute URIs in responses start with it. */
  readonly origin: string;
  /** Whether the request came in process or from a loopback listener, where the controls need no token. */
  readonly isLocal: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Text sent instead of `body`. The signal aborts when the client disconnects or the emulator closes. */
  readonly stream?: (signal: AbortSignal) => AsyncIterable<string>;
  readonly transportFault?: TransportFault;
}

export type TransportFault = Pick<FaultEffect, 'drop' | 'delay_ms' | 'truncate' | 'drip'>;

/** The `server` header of the page, by which another `netingress emulator` recognizes this one on a port. */
export const SERVER = 'netingress-emulator';

/** A choice, since the documents of the service name no limit. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A snapshot that is sent from this machine has no limit, so that each one that GET returned can be stored. */
export function maxBodyBytes({ method, path, isLocal }: Pick<HttpRequest, 'method' | 'path' | 'isLocal'>): number {
  return isLocal && method === 'PUT' && path === '/_emulator/snapshots' ? Number.POSITIVE_INFINITY : MAX_BODY_BYTES;
}

export function jsonResponse(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
