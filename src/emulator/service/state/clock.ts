import { parseTimestamp } from '../../../model/time';

/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/**
 * The clock of an emulator. A time is an RFC 3339 string, a Date or milliseconds since 1970. A time outside the years
 * 1970 to 9998 throws a RangeError, an invalid one a TypeError.
 */
export interface EmulatorClock extends Clock {
  readonly frozen: boolean;
  /** Freezes the clock, by default at its current time. */
  freeze(at?: string | number | Date): void;
  /** Continues from the frozen time. */
  resume(): void;
  /** Sets the time; a frozen clock stays frozen. */
  set(at: string | number | Date): void;
  /** Moves the clock forward, or back by a negative number of seconds. */
  advance(seconds: number): void;
}

export interface ClockPosition {
  /** The time at which the clock is frozen; null while it runs. */
  readonly frozenAt: number | null;
  /** Milliseconds ahead of the source while the clock runs; a frozen clock ignores it. */
  readonly offset: number;
}

export interface AdjustableClock extends EmulatorClock {
  readonly position: ClockPosition;
  /** Restores the position of a snapshot, by default that of the start. */
  restore(position?: ClockPosition): void;
}

/**
 * Times to which a clock can be set; it may run past the last one. RFC 3339 years have four digits, and certificates
 * last for up to one more year. The times of a {@link Clock} that the options contain are not checked.
 */
export const CLOCK_RANGE = { first: 0, last: Date.UTC(9999, 0, 1) - 1 } as const;

export function createClock(source: Clock, frozenAt: number | null = null): AdjustableClock {
  const start: ClockPosition = { frozenAt, offset: 0 };
  let position = start;
  const now = (): number => position.frozenAt ?? source.now() + position.offset;
  const moveTo = (at: number): void => {
    requireInRange(at);
    position =
      position.frozenAt === null ? { frozenAt: null, offset: at - source.now() } : { ...position, frozenAt: at };
  };
  return {
    get position() {
      return position;
    },
    get frozen() {
      return position.frozenAt !== null;
    },
    now,
    freeze(at = now()) {
      position = { ...position, frozenAt: parseTime(at) };
    },
    resume() {
      position = { frozenAt: null, offset: now() - source.now() };
    },
    set: (at) => moveTo(parseTime(at)),
    advance: (seconds) => moveTo(now() + seconds * 1000),
    restore(to = start) {
      position = to;
    },
  };
}

export function parseTime(time: string | number | Date): number {
  const found = typeof time === 'string' ? parseTimestamp(time) : Number(time);
  if (found === undefined || !Number.isFinite(found)) {
    throw new TypeError(`The time is '${String(time)}'; expected an RFC 3339 time such as 2030-01-01T00:00:00Z.`);
  }
  return requireInRange(found);
}

function requireInRange(at: number): number {
  if (at >= CLOCK_RANGE.first && at <= CLOCK_RANGE.last) return at;
  throw new RangeError(`The clock cannot be set to ${at} ms; expected a time in the years 1970 to 9998.`);
}
