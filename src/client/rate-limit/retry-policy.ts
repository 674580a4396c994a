import type { ApiError } from '../errors/api-error';

/** Longest first back-off. Chosen: long enough for a dropped connection, too short to be noticed. */
const BASE_DELAY_MS = 250;
/**
 * Longest back-off; a `Retry-After` may be longer. Chosen, so that a call with many retries goes on soon after an
 * outage ends.
 */
const MAX_DELAY_MS = 8_000;

/** A call fails at once if the service asks for a longer wait. Chosen: the service does not document `Retry-After`. */
export const MAX_RETRY_AFTER_MS = 300_000;

/**
 * More retries after timeouts, each of up to `requestTimeout`, would let a service that hangs delay a plan by minutes.
 */
const MAX_TIMEOUT_RETRIES = 1;

export interface RetryContext {
  readonly method: string;
  readonly error: ApiError;
  /** 0 after the first request. */
  readonly retries: number;
  readonly timeouts: number;
  readonly maxRetries: number;
  /** In ms. */
  readonly retryAfter: number | undefined;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

/**
 * Milliseconds until the retry; undefined if the request must not be sent again. After a 429 it is 0: the rate limiter
 * delays, by {@link throttleDelay} or, without `Retry-After`, for the rest of its window.
 *
 * GET, DELETE and PATCH are idempotent (PATCH sets absolute values). A POST is repeated only after a 429, or if nothing
 * of it was sent.
 */
export function retryDelay(context: RetryContext): number | undefined {
  const { method, error, retries, maxRetries, retryAfter } = context;
  if (retries >= maxRetries || !error.retryable || (retryAfter ?? 0) > MAX_RETRY_AFTER_MS) return undefined;
  if (error.category === 'rate_limit') return 0;
  if (error.category === 'timeout' && context.timeouts > MAX_TIMEOUT_RETRIES) return undefined;
  if (method === 'POST' && error.deliveryStatus !== 'no') return undefined;
  return retryAfter ?? backoff(retries, context.random);
}

/**
 * Milliseconds that a 429 throttles all requests; undefined without `Retry-After`. A date in the current second would
 * give 0, and all retries would be used at once; so at least the longest back-off of this retry.
 */
export function throttleDelay(retryAfter: number | undefined, retries: number): number | undefined {
  return retryAfter === undefined ? undefined : Math.max(retryAfter, maxBackoff(retries));
}

/** Exponential back-off with full jitter, so that many clients do not retry at the same moment. */
export function backoff(retries: number, random: number): number {
  return random * maxBackoff(retries);
}

function maxBackoff(retries: number): number {
  return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** retries);
}

/**
 * Parses `Retry-After`, seconds or an HTTP date, to ms; undefined if it is missing or invalid. A date is compared with
 * the response's own `Date` header if there is one, since the clocks of two machines differ.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // An HTTP date starts with its weekday; Date.parse alone would also accept '-5' or '1.5'. The obsolete form of RFC
  // 850, with the whole name of the day, counts as invalid.
  const until = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
