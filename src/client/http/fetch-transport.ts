/** Requests to a function in this process (an emulator's `fetch`), so that no port is needed. */

import { ResponseTooLargeError } from '../errors/request-error';
import { formatSize, type HttpResponse } from './request';
import type { Transport } from './transport';

/** What answers requests. */
export type Fetch = (request: Request) => Promise<Response>;

/** A transport that calls the function; {@link Transport} says what it keeps to. */
export function createInProcessTransport(fetch: Fetch, maxResponseSize: number): Transport {
  return {
    async send({ method, url, body }, headers, signal, progress) {
      const request = new Request(url, {
        method,
        headers: { ...headers },
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      });
      progress.sent = 'maybe';
      const response = await unlessAborted(fetch(request), signal);
      progress.sent = 'yes';
      progress.status = response.status;
      const answerBody = await unlessAborted(readBody(response, maxResponseSize), signal);
      return answerOf(response, answerBody);
    },
    async close() {},
  };
}

/** The function may not look at its request's signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function readBody(response: Response, maxResponseSize: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxResponseSize) {
      await reader.cancel();
      throw new ResponseTooLargeError(`the answer is longer than ${formatSize(maxResponseSize)}`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks, size);
}

function answerOf(response: Response, body: Uint8Array): HttpResponse {
  return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, body };
}
