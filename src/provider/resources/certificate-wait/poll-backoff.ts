/** Injectable for tests. */
export interface Clock {
  /** Monotonic, in ms. */
  now(): number;
  /** Resolves after that time, or at once if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
    }),
};

const FIRST_DELAY_MS = 1000;
const BACKOFF_FACTOR = 1.5;
/** A job takes minutes, and six requests per minute use little of a rate limit. */
const MAX_DELAY_MS = 10_000;

/** The delay in ms after a poll; attempts are counted from 1. */
export function pollDelay(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * BACKOFF_FACTOR ** (attempt - 1));
}
