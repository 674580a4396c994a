/**
 * Time that passes faster, for waits of a minute that are right for people and too long for thousands of points. Timers
 * and the monotonic clock of this process go faster alike, so that whoever measures a wait finds it as long as it was
 * meant; what the product does is not changed by a line.
 */

/** A process in which time passes faster. */
export interface FastTime {
  /** The time of day as that process sees it: what a service that it talks to must have for a clock. */
  readonly clock: { now(): number };
  /** Time as it was. */
  restore(): void;
}

/**
 * Lets time pass `factor` times as fast for everything in this process that asks for it by `setTimeout` or
 * `performance.now`. Sockets, processes and `node:timers/promises` keep the machine's time.
 */
export function speedUpTime(factor: number): FastTime {
  const { setTimeout: realTimeout } = globalThis;
  const realNow = performance.now.bind(performance);
  const start = { monotonic: realNow(), day: Date.now() };
  const elapsed = (): number => (realNow() - start.monotonic) * factor;
  const fastTimeout = (handler: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout =>
    realTimeout(handler, ms / factor, ...args);
  globalThis.setTimeout = Object.assign(fastTimeout, realTimeout) as typeof setTimeout;
  performance.now = () => start.monotonic + elapsed();
  return {
    clock: { now: () => start.day + elapsed() },
    restore() {
      globalThis.setTimeout = realTimeout;
      performance.now = realNow;
    },
  };
}
