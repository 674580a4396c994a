/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Range of the emulator's clock: RFC 3339 years have four digits, and certificates last for up to one more year. */
export const CLOCK_RANGE = { first: 0, last: Date.UTC(9998, 11, 31) } as const;

/** Adjustment of a clock, as data for a snapshot. */
export interface ClockPosition {
  /** Time of a frozen clock; null while it runs. */
  readonly frozenAt: number | null;
  /** Milliseconds ahead of the source. */
  readonly offset: number;
}

/** A clock that can be frozen and set. Times are milliseconds; outside {@link CLOCK_RANGE} they throw a RangeError. */
export interface AdjustableClock extends Clock {
  readonly position: ClockPosition;
  /** Freezes the clock, by default at its current time. */
  freeze(at?: number): void;
  /** Continues from the frozen time. */
  resume(): void;
  /** Sets the time; a frozen clock stays frozen. */
  set(at: number): void;
  /** Moves the clock forward, or back by a negative number. */
  advance(milliseconds: number): void;
  /** Restores the start, or the position of a snapshot. */
  restore(position?: ClockPosition): void;
}

/** Creates a clock that follows `source`, or is frozen at `frozenAt`. */
export function createClock(source: Clock, frozenAt: number | null = null): AdjustableClock {
  const start: ClockPosition = { frozenAt, offset: 0 };
  let position = start;
  const now = (): number => position.frozenAt ?? source.now() + position.offset;
  const clock: AdjustableClock = {
    get position() {
      return position;
    },
    now,
    freeze: (at = now()) => {
      position = { ...position, frozenAt: requireInRange(at) };
    },
    resume() {
      position = { frozenAt: null, offset: now() - source.now() };
    },
    set(at) {
      requireInRange(at);
      position =
        position.frozenAt === null ? { frozenAt: null, offset: at - source.now() } : { ...position, frozenAt: at };
    },
    advance: (milliseconds) => clock.set(now() + milliseconds),
    restore(to = start) {
      position = to;
    },
  };
  return clock;
}

/** Converts a time to milliseconds; throws a TypeError for an invalid one. */
export function parseTime(time: string | number | Date): number {
  const found = typeof time === 'number' ? time : new Date(time).getTime();
  if (!Number.isFinite(found)) {
    throw new TypeError(`The time is '${String(time)}'; expected an RFC 3339 time such as 2030-01-01T00:00:00Z.`);
  }
  return requireInRange(found);
}

function requireInRange(at: number): number {
  if (at >= CLOCK_RANGE.first && at <= CLOCK_RANGE.last) return at;
  throw new RangeError(`The clock cannot be set to ${at} ms; expected a time in the years 1970 to 9998.`);
}

/** Formats a time as the service does: RFC 3339, UTC, whole seconds, `Z`. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
