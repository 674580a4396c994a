/**
 * Time that can be skipped, because waits of a minute are too long for thousands of points. If the service is silent or
 * requests a retry later, the wait ends at once, and `performance.now` and `clock` show its full length.
 */

/** The time of this process, with what was skipped. */
export interface SkippableTime {
  /** The time of day: what a service that this process talks to must have for a clock. */
  readonly clock: { now(): number };
  /** Lets that many milliseconds pass at once. Timers that are due then fire now; others keep their own pace. */
  skip(milliseconds: number): void;
  /** Puts the original `setTimeout`, `clearTimeout` and `performance.now` back. */
  restore(): void;
}

interface Pending {
  /** When the timer fires, as `performance.now` shows it with the skipped time. */
  readonly due: number;
  readonly fire: () => void;
}

/**
 * Replaces `setTimeout`, `clearTimeout` and `performance.now` of this process until `restore`. `Date.now`,
 * `setInterval`, `node:timers/promises` and timeouts of sockets stay as they are.
 */
export function takeOverTime(): SkippableTime {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const realNow = performance.now.bind(performance);
  const pending = new Map<unknown, Pending>();
  let skipped = 0;
  const now = (): number => realNow() + skipped;
  const set = (handler: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    const fire = (): void => {
      realClear(timer);
      pending.delete(timer);
      handler(...args);
    };
    const timer = realSet(fire, ms);
    pending.set(timer, { due: now() + ms, fire });
    return timer;
  };
  globalThis.setTimeout = Object.assign(set, realSet) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    realClear(timer);
  };
  performance.now = now;
  return {
    clock: { now: () => Date.now() + skipped },
    skip(milliseconds) {
      skipped += milliseconds;
      const due = [...pending.values()].filter((each) => each.due <= now()).sort((a, b) => a.due - b.due);
      for (const { fire } of due) fire();
    },
    restore() {
      globalThis.setTimeout = realSet;
      globalThis.clearTimeout = realClear;
      performance.now = realNow;
    },
  };
}

/** Skips time while the process only waits. */
export interface Silence {
  /** From now on, until `end`, skips that many milliseconds whenever no `during` has been in progress for a moment. */
  begin(milliseconds: number): void;
  /** Does work that the process waits for, such as a request. No time is skipped until it ends. */
  during<T>(work: () => Promise<T> | T): Promise<T>;
  end(): void;
}

/**
 * The length of a moment: so many calls of an interval of so many milliseconds. Chosen. It is not measured in time,
 * because after a pause of the machine the pending work must run first.
 */
const moment = { turns: 12, milliseconds: 10 };

/** Skips nothing before {@link Silence.begin}. */
export function skipSilence(time: SkippableTime): Silence {
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let quiet = 0;
  return {
    begin(milliseconds) {
      timer = setInterval(() => {
        quiet = underWay === 0 ? quiet + 1 : 0;
        if (quiet < moment.turns) return;
        quiet = 0;
        time.skip(milliseconds);
      }, moment.milliseconds);
    },
    async during(work) {
      underWay += 1;
      quiet = 0;
      try {
        return await work();
      } finally {
        underWay -= 1;
        quiet = 0;
      }
    },
    end: () => clearInterval(timer),
  };
}
