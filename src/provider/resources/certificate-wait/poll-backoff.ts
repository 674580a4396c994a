/** How often to look, and where time comes from. */

/** The clock of a wait; tests hand in their own. */
export interface Pace {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Comes back after that many milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemPace: Pace = {
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

const firstDelay = 1000;
const growth = 1.5;
/** A job takes minutes, so a look every ten seconds loses little, and six a minute spare a request budget. */
const longestDelay = 10_000;

/** Milliseconds to wait after the look of that number (from 1): 1 s, growing by half each time, to 10 s. */
export function delayAfter(look: number): number {
  return Math.min(longestDelay, firstDelay * growth ** (look - 1));
}
