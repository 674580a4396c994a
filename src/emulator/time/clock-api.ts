import { type AdjustableClock, type Clock, readTime } from './clock';

/**
 * The emulator's clock in process. A time is one of RFC 3339, a Date or milliseconds since 1970; a RangeError is thrown
 * for one outside the years 1970 to 9998.
 */
export interface EmulatorClock extends Clock {
  readonly frozen: boolean;
  /** Stands still from now on, or at that time. */
  freeze(at?: string | number | Date): void;
  /** Goes on from the time at which it stood still. */
  resume(): void;
  /** Puts it to that time; it runs or stands still as before. */
  set(at: string | number | Date): void;
  /** Puts it forward by that many seconds, back by fewer than none. */
  advance(seconds: number): void;
}

/** What users see of the clock. */
export function emulatorClock(clock: AdjustableClock): EmulatorClock {
  return {
    get frozen() {
      return clock.position.frozenAt !== null;
    },
    now: clock.now,
    freeze: (at) => clock.freeze(at === undefined ? undefined : readTime(at)),
    resume: clock.resume,
    set: (at) => clock.set(readTime(at)),
    advance: (seconds) => clock.advance(seconds * 1000),
  };
}
