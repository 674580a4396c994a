/**
 * A request waits for the rolling window of the rate limit, for a free connection, or after a 429. After a 429
 * concurrency drops to one, because other processes may use the same account. It rises by one with each request that
 * was or may have been sent after the last 429 and ends otherwise. A 429 that asks for more than 300 s counts as such
 * an end: it fails its call, and throttles no other.
 */
import { findFirstIndex } from '../../model/arrays';
import { onAbort } from '../../model/net/on-abort';
import type { RateLimitUsage } from '../api';

/** Length of the rolling window in which `maxRequestsPerMinute` counts. */
export const RATE_WINDOW_MS = 60_000;

export interface RateLimitClock {
  now(): number;
  /** Returns a function that cancels the callback. */
  schedule(ms: number, callback: () => void): () => void;
}

export interface RateLimits {
  /** Requests in any {@link RATE_WINDOW_MS}; undefined for no limit. */
  readonly perWindow: number | undefined;
  readonly concurrent: number;
}

interface LimiterState {
  /** In ms, oldest first; may contain times before the window. */
  readonly completedAt: readonly number[];
  readonly inFlight: number;
  /** Below `concurrent` after a 429. */
  readonly maxInFlight: number;
  /** No request is sent before this time. */
  readonly throttledUntil: number;
}

/**
 * 0 if the next request may be sent; else the milliseconds after which to ask again, or Infinity while a request in
 * flight must complete first.
 *
 * A request counts while it is in flight and for a window from its completion, because the service counts it at a time
 * in between: slow connections must not bring requests closer together than the limit allows.
 */
function delayUntilNext(limits: RateLimits, state: LimiterState, now: number): number {
  if (now < state.throttledUntil) return state.throttledUntil - now;
  if (state.inFlight >= Math.min(limits.concurrent, state.maxInFlight)) return Number.POSITIVE_INFINITY;
  if (limits.perWindow === undefined) return 0;
  const first = firstInWindow(state.completedAt, now);
  const available = limits.perWindow - state.inFlight - (state.completedAt.length - first);
  if (available > 0) return 0;
  const oldest = state.completedAt[first];
  return oldest === undefined ? Number.POSITIVE_INFINITY : oldest + RATE_WINDOW_MS - now;
}

/** Milliseconds until the oldest request in the window leaves it; the whole window if it is empty. */
function windowRemaining(completedAt: readonly number[], now: number): number {
  const oldest = completedAt[firstInWindow(completedAt, now)];
  return oldest === undefined ? RATE_WINDOW_MS : oldest + RATE_WINDOW_MS - now;
}

/** Index of the oldest request in the window. A binary search, since without a rate limit the list may be long. */
function firstInWindow(completedAt: readonly number[], now: number): number {
  return findFirstIndex(completedAt, (time) => time > now - RATE_WINDOW_MS);
}

/** Permission to send one request. The first call of a method ends it, later calls do nothing. */
export interface Permit {
  /** The request was sent, or may have been, and ended otherwise than by a 429 that throttles. */
  release(): void;
  /**
   * The service responded 429. Throttles all requests for `retryAfterMs`, by default for the rest of the window, unless
   * an earlier 429 does for longer. Returns the milliseconds until that ends; 0 if the permit had ended.
   */
  rejected(retryAfterMs: number | undefined): number;
  /** The request was surely not sent, so it does not count in the window. */
  cancel(): void;
}

export interface RateLimiter {
  usage(): RateLimitUsage;
  /**
   * Waits for a permit, in the order of the calls, retries first. Rejects with the signal's reason when it is aborted.
   */
  acquire(signal: AbortSignal, isRetry?: boolean): Promise<Permit>;
}

type Waiter = (permit: Permit) => void;

const systemClock: RateLimitClock = {
  now: () => performance.now(),
  schedule(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export function createRateLimiter(limits: RateLimits, clock: RateLimitClock = systemClock): RateLimiter {
  const retries: Waiter[] = [];
  const firstAttempts: Waiter[] = [];
  let completedAt: number[] = [];
  let inFlight = 0;
  let maxInFlight = limits.concurrent;
  let throttledUntil = Number.NEGATIVE_INFINITY;
  let rejections = 0;
  let throttledMs = 0;
  let cancelTimer: (() => void) | undefined;
  let throttledSince: number | undefined;

  function drainQueue(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    const now = clock.now();
    if (throttledSince !== undefined) throttledMs += now - throttledSince;
    throttledSince = undefined;
    while (retries.length + firstAttempts.length > 0) {
      const state = { completedAt, inFlight, maxInFlight, throttledUntil };
      const delay = delayUntilNext(limits, state, now);
      if (delay > 0) {
        if (!Number.isFinite(delay)) return;
        cancelTimer = clock.schedule(Math.ceil(delay), drainQueue);
        throttledSince = now;
        return;
      }
      inFlight += 1;
      (retries.shift() ?? firstAttempts.shift())?.(createPermit());
    }
  }

  function recordCompletion(now: number): void {
    const stale = firstInWindow(completedAt, now);
    // Only when more than half of the list is stale: then the copies cost constant time for each completion on average.
    if (stale > completedAt.length / 2) completedAt = completedAt.slice(stale);
    completedAt.push(now);
  }

  function createPermit(): Permit {
    const rejectionsAtStart = rejections;
    let active = true;
    const end = (update: (now: number) => void): void => {
      if (!active) return;
      active = false;
      inFlight -= 1;
      update(clock.now());
      drainQueue();
    };
    return {
      release: () =>
        end((now) => {
          recordCompletion(now);
          // The end of a request that was sent before the last 429 does not show that the limit has recovered.
          if (rejections === rejectionsAtStart) maxInFlight = Math.min(limits.concurrent, maxInFlight + 1);
        }),
      rejected(retryAfterMs) {
        let throttled = 0;
        end((now) => {
          const delay = retryAfterMs ?? windowRemaining(completedAt, now);
          recordCompletion(now);
          rejections += 1;
          throttledUntil = Math.max(throttledUntil, now + delay);
          throttled = Math.round(throttledUntil - now);
          maxInFlight = 1;
        });
        return throttled;
      },
      cancel: () => end(() => undefined),
    };
  }

  return {
    usage: () => ({
      perMinute: limits.perWindow,
      throttledMs: throttledMs + (throttledSince === undefined ? 0 : clock.now() - throttledSince),
      rejections429: rejections,
    }),
    acquire(signal, isRetry = false) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const queue = isRetry ? retries : firstAttempts;
        const waiter: Waiter = (permit) => {
          unsubscribe();
          resolve(permit);
        };
        const unsubscribe = onAbort(signal, () => {
          queue.splice(queue.indexOf(waiter), 1);
          // Restarts the timer, which must not keep a process alive for a request that no longer waits.
          drainQueue();
          reject(signal.reason);
        });
        queue.push(waiter);
        drainQueue();
      });
    },
  };
}
