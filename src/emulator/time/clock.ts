import { remembered } from '../state/memoize';

/** Where time comes from. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * The first and the last time that an emulator's clock can be set to, in milliseconds. RFC 3339 has four digits of years,
 * and what is made then lasts for up to one more.
 */
export const CLOCK_RANGE = { first: 0, last: Date.UTC(9998, 11, 31) } as const;

/** How a clock was changed, as data: what a snapshot keeps of it. */
export interface ClockPosition {
  /** The time at which it stands still; null while it runs. */
  readonly frozenAt: number | null;
  /** Milliseconds that it runs ahead of the clock behind it. */
  readonly offset: number;
}

/** The emulator's clock: it runs, or stands still, and can be put forward and back. Times are in milliseconds. */
export interface AdjustableClock extends Clock {
  readonly position: ClockPosition;
  /** Stands still from now on, or at that time. */
  freeze(at?: number): void;
  /** Goes on from the time at which it stood still. */
  resume(): void;
  /** Puts it to that time; it runs or stands still as before. Throws a RangeError outside {@link CLOCK_RANGE}. */
  set(at: number): void;
  /** Puts it forward, or back by a negative number. Throws a RangeError outside {@link CLOCK_RANGE}. */
  advance(milliseconds: number): void;
  /** As it was at the start, or as a snapshot has it. */
  restore(position?: ClockPosition): void;
}

/** A clock that goes as `behind` does, or stands still at `frozenAt`, until it is told otherwise. */
export function createClock(behind: Clock, frozenAt: number | null = null): AdjustableClock {
  const start: ClockPosition = { frozenAt, offset: 0 };
  let position = start;
  const now = (): number => position.frozenAt ?? behind.now() + position.offset;
  const clock: AdjustableClock = {
    get position() {
      return position;
    },
    now,
    freeze: (at = now()) => {
      position = { ...position, frozenAt: checkedTime(at) };
    },
    resume() {
      position = { frozenAt: null, offset: now() - behind.now() };
    },
    set(at) {
      checkedTime(at);
      position =
        position.frozenAt === null ? { frozenAt: null, offset: at - behind.now() } : { ...position, frozenAt: at };
    },
    advance: (milliseconds) => clock.set(now() + milliseconds),
    restore(to = start) {
      position = to;
    },
  };
  return clock;
}

/** A time as a test writes it, in milliseconds; throws a TypeError that names what is expected. */
export function readTime(time: string | number | Date): number {
  const found = typeof time === 'number' ? time : new Date(time).getTime();
  if (!Number.isFinite(found)) {
    throw new TypeError(`The time is '${String(time)}'; expected one of RFC 3339, such as 2030-01-01T00:00:00Z.`);
  }
  return checkedTime(found);
}

function checkedTime(at: number): number {
  if (at >= CLOCK_RANGE.first && at <= CLOCK_RANGE.last) return at;
  throw new RangeError(`The clock cannot be set to ${at} ms; expected a time from the year 1970 to 9998.`);
}

/** A time as the service writes it: RFC 3339, UTC, whole seconds, `Z` (gaps.md 2.5-6). */
export function timestamp(milliseconds: number): string {
  return secondsText(Math.floor(milliseconds / 1000));
}

const secondsText = remembered((seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`);
