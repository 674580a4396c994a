/**
 * Time that can be skipped: waits of a minute are right for people and too long for thousands of points. Nothing passes
 * faster than it does; but where the service is silent, or has said to come back later, the wait is over at once, and
 * whoever measures it finds it as long as it was meant. What the product does is not changed by a line.
 */

/** The time of this process, with what was skipped. */
export interface SkippableTime {
  /** The time of day: what a service that this process talks to must have for a clock. */
  readonly clock: { now(): number };
  /** Lets that many milliseconds pass at once. Timers that are due then fire now; others keep their own pace. */
  skip(milliseconds: number): void;
  /** Time as it was. */
  restore(): void;
}

interface Pending {
  /** On the clock that is skipped. */
  readonly due: number;
  readonly fire: () => void;
}

/** Takes over `setTimeout` and `performance.now` of this process; sockets and `node:timers/promises` stay as they are. */
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

/** Skips time while nothing happens. */
export interface Silence {
  /** From now on that many milliseconds are skipped whenever nothing has happened for a moment. */
  begin(milliseconds: number): void;
  /** Something that happens: whoever waits for it is to get it, so no time is skipped meanwhile. */
  during<T>(work: () => Promise<T> | T): Promise<T>;
  end(): void;
}

/**
 * What a moment is, in turns of the event loop some milliseconds apart and not in time: on a machine that stood still
 * for a while, what was under way gets its turns first.
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
