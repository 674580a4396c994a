/** The emulator behind the fetch API, without a socket. */
import type { HttpAnswer, HttpRequest } from './message';
import { MAX_BODY_BYTES } from './message';

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

/** An answer as a fetch response; a stream ends with the signal, or when its reader cancels it. */
export function toFetch({ status, headers, body, stream }: HttpAnswer, closing: AbortSignal): Response {
  if (stream) return new Response(readable(stream, closing), { status, headers });
  return new Response(status === 204 ? null : body, { status, headers });
}

function readable(stream: NonNullable<HttpAnswer['stream']>, closing: AbortSignal): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const parts = stream(AbortSignal.any([closing, cancelled.signal]))[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    cancel: () => cancelled.abort(),
  });
}

/** A body that was read, of that many bytes in all. */
export function bodyOf(length: number, bytes: Uint8Array): HttpRequest['body'] {
  if (length > MAX_BODY_BYTES) return 'too large';
  return length === 0 ? undefined : bytes;
}
