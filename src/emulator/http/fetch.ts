import { setTimeout as sleep } from 'node:timers/promises';
import { linkSignals } from '../../model/net/link-signals';
import { type HttpRequest, type HttpResponse, maxBodyBytes, type TransportFault } from './http';

const utf8 = new TextEncoder();

export async function fromFetchRequest(request: Request): Promise<HttpRequest> {
  const url = new URL(request.url);
  const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: limitBody(bytes.length, bytes, maxBodyBytes({ method: request.method, path: url.pathname, isLocal: true })),
    origin: url.origin,
    isLocal: true,
  };
}

/**
 * Fails as the `fetch` of the platform: a dropped connection rejects with `fetch failed`, and a truncated body with
 * `terminated` while it is read. A stream has no fault; it ends with `closing`, or when its reader cancels it.
 */
export async function toFetchResponse(
  { status, headers, body, stream, transportFault }: HttpResponse,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<Response> {
  if (stream) return new Response(createReadableStream(stream, closing), { status, headers });
  if (transportFault?.delay_ms !== undefined) await pause(transportFault.delay_ms, signal);
  if (transportFault?.drop) {
    const cause = Object.assign(new Error('A fault dropped the connection'), { code: 'ECONNRESET' });
    throw new TypeError('fetch failed', { cause });
  }
  const isSplit = transportFault?.truncate !== undefined || transportFault?.drip !== undefined;
  const content = isSplit ? ReadableStream.from(deliverPieces(body, transportFault, signal)) : body;
  return new Response(status === 204 ? null : content, { status, headers });
}

function createReadableStream(
  stream: NonNullable<HttpResponse['stream']>,
  closing: AbortSignal,
): ReadableStream<Uint8Array> {
  const canceled = new AbortController();
  const { signal, release } = linkSignals([closing, canceled.signal]);
  const parts = stream(signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (!done) return controller.enqueue(utf8.encode(value));
      release();
      controller.close();
    },
    cancel() {
      canceled.abort();
      release();
    },
  });
}

/** `length` also counts bytes that were discarded. */
export function limitBody(length: number, bytes: Uint8Array, limit: number): HttpRequest['body'] {
  if (length > limit) return 'too large';
  return length === 0 ? undefined : bytes;
}

async function* deliverPieces(body: string, fault: TransportFault, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* splitBody(body, fault, signal);
  if (fault.truncate === undefined) return;
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  throw new TypeError('terminated', { cause });
}

export async function* splitBody(
  body: string,
  { truncate, drip }: TransportFault,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = utf8.encode(body).subarray(0, truncate);
  let from = 0;
  do {
    if (drip) await pause(drip.every_ms, signal);
    const to = from + (drip?.bytes ?? bytes.length);
    yield bytes.subarray(from, to);
    from = to;
  } while (from < bytes.length);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
