import type { RequestInit, Response } from 'undici';
import { describeNetworkError } from '../command/network-error';
import { createDispatcher } from './dispatcher';
import { type FeedDocument, FeedError, FeedRefusedError } from './update-feed';

export interface FetchLimits {
  /** Bytes of one document after decompression. */
  readonly maxBytes: number;
  /** Milliseconds for one document, redirects included. */
  readonly timeout: number;
}

/** Choices. `ip-ranges.json` of AWS, a large list of the catalogue, has some 2 MB. */
export const FETCH_LIMITS: FetchLimits = { maxBytes: 20_000_000, timeout: 30_000 };

/** A choice. */
const MAX_REDIRECTS = 3;

/**
 * No complete document was received, as after a timeout or another status than 200. The message is the end of a
 * sentence.
 */
class FeedNotReadError extends FeedError {}

/**
 * Sends no API key, follows redirects on the same origin, and does not retry.
 *
 * @throws FeedNotReadError, FeedRefusedError, an ApiError for an invalid proxy in the environment, and the reason of
 * `stop` if it is aborted
 */
export async function fetchFeedDocument(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  { maxBytes, timeout }: FetchLimits,
  stop: AbortSignal,
): Promise<FeedDocument> {
  const dispatcher = await createDispatcher(url, environment);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
  try {
    const response = await followRedirects(url, { dispatcher, signal });
    const encoding = response.headers.get('content-encoding') ?? 'identity';
    if (!/^(identity|gzip|br|deflate)$/i.test(encoding))
      throw new FeedRefusedError(`has the content encoding ${encoding}; expected gzip, br, deflate or none`);
    return {
      url,
      bytes: await readBytes(response.body, maxBytes),
      etag: response.headers.get('etag') ?? undefined,
      contentType: response.headers.get('content-type') ?? undefined,
    };
  } catch (error) {
    stop.throwIfAborted();
    const failure = error instanceof FeedError ? error : describeFailure(error, signal, timeout);
    failure.url = url;
    throw failure;
  } finally {
    await dispatcher.destroy();
  }
}

function describeFailure(error: unknown, { aborted }: AbortSignal, timeout: number): FeedNotReadError {
  if (aborted) return new FeedNotReadError(`is not complete after ${timeout / 1000} s`);
  return new FeedNotReadError(
    `was not read: ${describeNetworkError(error)}. Check the URL and the network; behind a proxy, set HTTPS_PROXY`,
  );
}

async function followRedirects(url: string, options: Pick<RequestInit, 'dispatcher' | 'signal'>): Promise<Response> {
  const { fetch } = await import('undici');
  const headers = { accept: 'application/json, text/plain', 'user-agent': 'netingress' };
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(target, { ...options, headers, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status === 200) return response;
    if (response.status < 300 || response.status >= 400 || location === null)
      throw new FeedNotReadError(`has status ${response.status}; expected 200`);
    target = resolveRedirect(target, location);
  }
  throw new FeedNotReadError(`redirects more than ${MAX_REDIRECTS} times`);
}

function resolveRedirect(from: string, location: string): string {
  const [source, target] = [new URL(from), URL.canParse(location, from) ? new URL(location, from) : undefined];
  if (target?.host === source.host && target.protocol === source.protocol) return target.href;
  throw new FeedRefusedError(`redirects to ${target?.origin ?? location}; expected a document of ${source.origin}`);
}

async function readBytes(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new FeedRefusedError(`is longer than ${maxBytes / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
