import { onAbort } from '../../model/net/on-abort';
import { ResponseTooLargeError } from '../errors/request-error';
import { formatSize } from '../request';
import type { Transport } from './transport';

/** Handles a request in this process, for example an emulator's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

export function createFetchTransport(fetch: Fetch, maxResponseSize: number): Transport {
  return {
    async send({ method, url, body }, headers, signal, progress) {
      signal.throwIfAborted();
      const request = new Request(url, {
        method,
        headers: { ...headers },
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      });
      progress.deliveryStatus = 'maybe';
      const response = await rejectOnAbort(fetch(request), signal);
      progress.deliveryStatus = 'yes';
      progress.status = response.status;
      const bytes = await rejectOnAbort(readBody(response, maxResponseSize), signal);
      const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
      return { status: response.status, header, body: bytes };
    },
    async close() {},
  };
}

/** Settles as `work`, or rejects when the signal aborts: the `fetch` function may ignore the signal of its request. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const unsubscribe = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(unsubscribe);
  });
}

async function readBody(response: Response, maxResponseSize: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxResponseSize) {
      throw new ResponseTooLargeError(`the response is longer than ${formatSize(maxResponseSize)}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
