/**
 * How many requests may be sent, and when: one budget is shared by all calls of a client.
 *
 * Three things hold a request back: the service's limit in a rolling window (gaps.md 1.7), the number of connections,
 * and what a 429 taught. After a 429 everybody waits, then requests go out one at a time first and more with each that
 * is answered: another process may be spending the same account's budget, and nobody says how much of it.
 */

/** The rolling window that `maxRequestsPerMinute` is counted in, in ms. */
export const RATE_WINDOW = 60_000;

/** Time, so that tests need none. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Calls `then` after that many ms, unless the returned function is called before. */
  after(ms: number, then: () => void): () => void;
}

/** How much may be spent. */
export interface BudgetLimits {
  /** Requests in any {@link RATE_WINDOW}; undefined for no limit. */
  readonly perWindow: number | undefined;
  /** Requests under way at one time. */
  readonly concurrent: number;
}

/** What has been spent; the input of {@link waitBefore}. */
export interface Spending {
  /** When requests ended in the window, oldest first. */
  readonly ended: readonly number[];
  readonly underWay: number;
  /** Requests that may be under way at one time now; below `concurrent` after a 429. */
  readonly admitted: number;
  /** Nothing is sent before this time. */
  readonly heldUntil: number;
}

/**
 * Milliseconds until one more request may be sent: 0 for now, Infinity while one that is under way must end first.
 * A request counts from its end, by when the service has surely counted it, so that a slow connection never makes two
 * requests arrive closer together than they were sent.
 */
export function waitBefore(limits: BudgetLimits, spending: Spending, now: number): number {
  if (now < spending.heldUntil) return spending.heldUntil - now;
  if (spending.underWay >= Math.min(limits.concurrent, spending.admitted)) return Number.POSITIVE_INFINITY;
  if (limits.perWindow === undefined) return 0;
  const first = firstInWindow(spending.ended, now);
  const free = limits.perWindow - spending.underWay - (spending.ended.length - first);
  if (free > 0) return 0;
  const oldest = spending.ended[first];
  return oldest === undefined ? Number.POSITIVE_INFINITY : oldest + RATE_WINDOW - now;
}

/** What is left of the window that began with the oldest request in it, in ms; the whole window if none is known. */
export function restOfWindow(ended: readonly number[], now: number): number {
  const oldest = ended[firstInWindow(ended, now)];
  return oldest === undefined ? RATE_WINDOW : oldest + RATE_WINDOW - now;
}

/**
 * When the last of `waiting` requests may be sent, by what is known now: each takes the place of one that ended a window
 * before, and those for which no place is left, the place of one of themselves. Later only if requests take long.
 */
export function lastAdmission(limits: BudgetLimits, spending: Spending, waiting: number, now: number): number {
  const next = now + waitBefore(limits, spending, now);
  if (limits.perWindow === undefined || waiting <= 1) return next;
  const first = firstInWindow(spending.ended, now);
  // Free places come first, as if each had been left a window ago; a limit may be too large to write all of them down.
  const free = Math.max(0, limits.perWindow - (spending.ended.length - first));
  const turn = (waiting - 1) % limits.perWindow;
  const left = turn < free ? now - RATE_WINDOW : (spending.ended[first + turn - free] as number);
  const windows = 1 + Math.floor((waiting - 1) / limits.perWindow);
  return Math.max(next, left + windows * RATE_WINDOW);
}

/** Index of the oldest time in the window, by halving: without a limit the list holds a minute of any speed. */
function firstInWindow(ended: readonly number[], now: number): number {
  let [low, high] = [0, ended.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ended[middle] as number) > now - RATE_WINDOW) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A place in the budget, taken by one request from before it is sent until it has ended. */
export interface Permit {
  /** The request ended, with whatever but a 429. */
  end(): void;
  /** The request was answered 429. Everybody waits that many ms, or the rest of the window where none is said. */
  refuse(retryAfter: number | undefined): void;
  /** The request was never sent. */
  giveBack(): void;
}

/** What limits on the rate of requests have cost so far. */
export interface Held {
  /** Milliseconds in which a request waited for the window or after a 429, with those foreseen for what waits now. */
  readonly ms: number;
  /** Answers 429. */
  readonly refusals: number;
}

/** A budget; see the file's head. */
export interface RateLimiter {
  /** What the rate has cost so far. */
  held(): Held;
  /** Waits for a place, in the order of asking; `again` for a retry, which goes before those that have not been sent yet. Rejects with the signal's reason. */
  enter(signal: AbortSignal, again?: boolean): Promise<Permit>;
}

type Admit = (place: Permit) => void;

/** A budget that has not been spent from. */
export function createRateLimiter(limits: BudgetLimits, clock: Clock): RateLimiter {
  const retries: Admit[] = [];
  const first: Admit[] = [];
  let ended: number[] = [];
  let underWay = 0;
  let admitted = limits.concurrent;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  let cancelTimer: (() => void) | undefined;
  let heldMs = 0;
  /** While the rate holds somebody back: since when, and until when by what is known. */
  let hold: { readonly since: number; readonly until: number } | undefined;

  function admitWaiting(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    const now = clock.now();
    if (hold) heldMs += now - hold.since;
    hold = undefined;
    while (retries.length + first.length > 0) {
      const spending = { ended, underWay, admitted, heldUntil };
      const wait = waitBefore(limits, spending, now);
      if (wait > 0) {
        if (!Number.isFinite(wait)) return;
        cancelTimer = clock.after(Math.ceil(wait), admitWaiting);
        hold = { since: now, until: lastAdmission(limits, spending, retries.length + first.length, now) };
        return;
      }
      underWay += 1;
      (retries.shift() ?? first.shift())?.(takePlace());
    }
  }

  function count(now: number): void {
    const stale = firstInWindow(ended, now);
    // Old times are dropped in one go when they are half of the list, which keeps it short and this cheap.
    if (stale > ended.length / 2) ended = ended.slice(stale);
    ended.push(now);
  }

  function takePlace(): Permit {
    const refusalsBefore = refusals;
    let taken = true;
    const leave = (then: (now: number) => void): void => {
      if (!taken) return;
      taken = false;
      underWay -= 1;
      then(clock.now());
      admitWaiting();
    };
    return {
      end: () =>
        leave((now) => {
          count(now);
          // What was sent before the last 429 says nothing about the time after it.
          if (refusals === refusalsBefore) admitted = Math.min(limits.concurrent, admitted + 1);
        }),
      refuse: (retryAfter) =>
        leave((now) => {
          const rest = retryAfter ?? restOfWindow(ended, now);
          count(now);
          refusals += 1;
          heldUntil = Math.max(heldUntil, now + rest);
          admitted = 1;
        }),
      giveBack: () => leave(() => undefined),
    };
  }

  return {
    held: () => ({ ms: heldMs + (hold ? Math.max(hold.until, clock.now()) - hold.since : 0), refusals }),
    enter(signal, again = false) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const queue = again ? retries : first;
        const admit: Admit = (place) => {
          signal.removeEventListener('abort', abandon);
          resolve(place);
        };
        function abandon(): void {
          queue.splice(queue.indexOf(admit), 1);
          // The timer may have been for this one only, and must not keep a process alive.
          admitWaiting();
          reject(signal.reason);
        }
        signal.addEventListener('abort', abandon, { once: true });
        queue.push(admit);
        admitWaiting();
      });
    },
  };
}
