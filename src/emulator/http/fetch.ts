/** The emulator behind the fetch API, without a socket. */
import { setTimeout as sleep } from 'node:timers/promises';
import { linkSignals } from '../time/link-signals';
import type { HttpRequest, HttpResponse, Wire } from './http';
import { MAX_BODY_BYTES } from './http';

const utf8 = new TextEncoder();

/** A fetch request as plain data. */
export async function fromFetch(request: Request): Promise<HttpRequest> {
  const url = new URL(request.url);
  const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: bodyOf(bytes.length, bytes),
    origin: url.origin,
    local: true,
  };
}

/**
 * An answer as a fetch response. What a fault does to the connection is what `fetch` makes of it: a dropped one rejects
 * with the TypeError `fetch failed`, a truncated body fails with `terminated` while it is read. Rejects as `signal` says.
 * A stream ends with `closing`, or when its reader cancels it.
 */
export async function toFetch(
  { status, headers, body, stream, wire }: HttpResponse,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<Response> {
  if (stream) return new Response(readable(stream, closing), { status, headers });
  if (!wire) return new Response(status === 204 ? null : body, { status, headers });
  if (wire.delayMs !== undefined) await pause(wire.delayMs, signal);
  if (wire.drop) {
    const cause = Object.assign(new Error('The emulator dropped the connection, as a fault says'), {
      code: 'ECONNRESET',
    });
    throw new TypeError('fetch failed', { cause });
  }
  const whole = wire.truncateAt === undefined && wire.drip === undefined;
  return new Response(status === 204 ? null : whole ? body : brokenBody(body, wire, signal), { status, headers });
}

function readable(stream: NonNullable<HttpResponse['stream']>, closing: AbortSignal): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const { signal, release } = linkSignals([closing, cancelled.signal]);
  const parts = stream(signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (!done) return controller.enqueue(utf8.encode(value));
      release();
      controller.close();
    },
    cancel() {
      cancelled.abort();
      release();
    },
  });
}

/** A body that was read, of that many bytes in all. */
export function bodyOf(length: number, bytes: Uint8Array): HttpRequest['body'] {
  if (length > MAX_BODY_BYTES) return 'too large';
  return length === 0 ? undefined : bytes;
}

function brokenBody(body: string, { truncateAt, drip }: Wire, signal: AbortSignal): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const end = Math.min(truncateAt ?? bytes.length, bytes.length);
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      if (from >= end) {
        if (truncateAt === undefined) return controller.close();
        const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
        return controller.error(new TypeError('terminated', { cause }));
      }
      if (drip) await pause(drip.everyMs, signal);
      const to = Math.min(from + (drip?.bytes ?? end), end);
      controller.enqueue(bytes.subarray(from, to));
      from = to;
    },
  });
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
