/** Limits how many requests are sent in any 60 s. */

const WINDOW_MS = 60_000;

export interface Pace {
  /** Resolves when one more request may be sent, and counts it. Calls resolve in the order in which they were made. */
  next(): Promise<void>;
}

/** `perMinute` is 1 or more; undefined: no limit. */
export function createPace(perMinute: number | undefined, { now, wait }: Clock = CLOCK): Pace {
  const sent: number[] = [];
  let last = Promise.resolve();
  return {
    next() {
      last = last.then(async () => {
        const oldest = perMinute === undefined ? undefined : sent[sent.length - perMinute];
        if (oldest !== undefined) await wait(Math.max(0, oldest + WINDOW_MS - now()));
        sent.push(now());
      });
      return last;
    },
  };
}

export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
