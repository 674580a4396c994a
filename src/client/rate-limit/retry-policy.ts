/** When a failed request is sent again: pure calculations, no clocks. */
import type { ApiError } from '../errors/api-error';

/** First back-off, in ms: long enough for a dropped connection, short enough that nobody notices. */
const base = 250;

/** Longest back-off, in ms. */
const cap = 8_000;

/** Longest wait that a `Retry-After` may ask for, in ms; a service that asks for more is better left alone. */
export const LONGEST_WAIT = 300_000;

/** A request that went unanswered for a whole `requestTimeout` is sent once more: not more often, or a service that hangs holds a plan up for minutes. */
const timeoutRetries = 1;

/** What decides. */
export interface RetryCase {
  readonly method: string;
  readonly error: ApiError;
  /** Retries so far. */
  readonly retries: number;
  readonly timeouts: number;
  readonly maxRetries: number;
  /** What the answer asked for, in ms. */
  readonly retryAfter: number | undefined;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

/**
 * Milliseconds to wait before the request is sent again, or undefined when it must not or need not be. After a 429 only
 * what the service asked for counts; the caller's budget knows the rest.
 *
 * GET, DELETE and PATCH (which sets absolute values) may be repeated; POST only when it surely never arrived, or was
 * refused with 429.
 */
export function retryDelay(asked: RetryCase): number | undefined {
  const { method, error, retries, maxRetries, retryAfter } = asked;
  if (retries >= maxRetries || !error.retryable || (retryAfter ?? 0) > LONGEST_WAIT) return undefined;
  if (error.kind === 'rate_limit') return waitAfterRefusal(retryAfter, retries) ?? 0;
  if (error.kind === 'timeout' && asked.timeouts > timeoutRetries) return undefined;
  if (method === 'POST' && error.sent !== 'no') return undefined;
  return retryAfter ?? backoff(retries, asked.random);
}

/**
 * Milliseconds that a 429 keeps everybody waiting, undefined where it does not say. Never nothing: a date in the second
 * in which it was answered comes to nothing, and all retries would be spent at once.
 */
export function waitAfterRefusal(retryAfter: number | undefined, retries: number): number | undefined {
  return retryAfter === undefined ? undefined : Math.max(retryAfter, Math.min(cap, base * 2 ** retries));
}

/** Full jitter: anything from nothing to a bound that doubles with each retry, so that many clients do not come back at once. */
export function backoff(retries: number, random: number): number {
  return random * Math.min(cap, base * 2 ** retries);
}

/**
 * `Retry-After` in ms: seconds, or an HTTP date. A date is measured against the answer's own `Date` where it has one,
 * since the clocks of two machines differ. Undefined when the header is missing or neither.
 */
export function parseRetryAfter(text: string | undefined, date: string | undefined, now: number): number | undefined {
  const given = text?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  // An HTTP date starts with its weekday; Date.parse alone would also take '-5' or '1.5'.
  const until = /^[A-Z][a-z]{2},? /.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
