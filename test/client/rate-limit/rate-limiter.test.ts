import fc from 'fast-check';
import {
  type Clock,
  createRateLimiter,
  lastAdmission,
  type Permit,
  RATE_WINDOW,
  type RateLimiter,
  restOfWindow,
  waitBefore,
} from '../../../src/client/rate-limit/rate-limiter';

/** A clock that stands still until it is told to go on. */
class FakeClock implements Clock {
  private time = 1_000_000;
  private timers: { at: number; then: () => void }[] = [];
  now = (): number => this.time;
  after = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.time + ms, then };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };
  get pending(): number {
    return this.timers.length;
  }
  async advance(ms: number): Promise<void> {
    await settled();
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = next.at;
      this.timers = this.timers.filter((other) => other !== next);
      next.then();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Entry {
  readonly name: string;
  place?: Permit;
}

function setUp(
  perWindow: number | undefined,
  concurrent = 100,
): {
  clock: FakeClock;
  budget: RateLimiter;
  entered: Entry[];
  ask(name: string, again?: boolean, signal?: AbortSignal): Promise<void>;
} {
  const clock = new FakeClock();
  const budget = createRateLimiter({ perWindow, concurrent }, clock);
  const entered: Entry[] = [];
  return {
    clock,
    budget,
    entered,
    async ask(name, again = false, signal = new AbortController().signal) {
      const entry: Entry = { name };
      await budget.enter(signal, again).then((place) => {
        entry.place = place;
        entered.push(entry);
      });
    },
  };
}

const names = (entered: readonly Entry[]): string[] => entered.map(({ name }) => name);

test('lets as many go as the window holds, and the next when the oldest has left it', async () => {
  const { clock, entered, ask } = setUp(2);
  for (const name of ['a', 'b', 'c', 'd']) void ask(name);
  await settled();
  expect(names(entered)).toEqual(['a', 'b']);
  entered[0]?.place?.end();
  await clock.advance(10_000);
  entered[1]?.place?.end();
  await clock.advance(49_999);
  expect(names(entered)).toEqual(['a', 'b']);
  await clock.advance(1);
  expect(names(entered)).toEqual(['a', 'b', 'c']);
  await clock.advance(10_000);
  expect(names(entered)).toEqual(['a', 'b', 'c', 'd']);
  expect(clock.pending).toBe(0);
});

test('never lets more end within any window than it holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(20_000), { minLength: 1, maxLength: 25 }),
      async (perWindow, times) => {
        const { clock, budget } = setUp(perWindow);
        const starts: number[] = [];
        for (const time of times) {
          void budget.enter(new AbortController().signal).then((place) => {
            starts.push(clock.now());
            clock.after(time, place.end);
          });
        }
        await clock.advance(times.length * (RATE_WINDOW + 20_000));
        expect(starts).toHaveLength(times.length);
        for (const start of starts) {
          expect(starts.filter((other) => other > start - RATE_WINDOW && other <= start).length).toBeLessThanOrEqual(
            perWindow,
          );
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('keeps the order of asking, and lets retries go first', async () => {
  const { entered, ask } = setUp(undefined, 1);
  for (const name of ['a', 'b', 'c']) void ask(name);
  void ask('x again', true);
  void ask('y again', true);
  for (let n = 0; n < 5; n++) {
    await settled();
    entered.at(-1)?.place?.end();
  }
  expect(names(entered)).toEqual(['a', 'x again', 'y again', 'b', 'c']);
});

test('without a limit only the connections count', async () => {
  const { clock, entered, ask } = setUp(undefined, 3);
  for (let n = 0; n < 500; n++) void ask(String(n));
  for (let n = 0; n < 500; n++) {
    await settled();
    expect(entered.length).toBe(Math.min(500, n + 3));
    entered[n]?.place?.end();
  }
  expect(clock.pending).toBe(0);
});

describe('a 429', () => {
  test('keeps everybody waiting as long as it says', async () => {
    const { clock, entered, ask } = setUp(undefined);
    void ask('a');
    await settled();
    entered[0]?.place?.refuse(5_000);
    void ask('b');
    await clock.advance(4_999);
    expect(names(entered)).toEqual(['a']);
    await clock.advance(1);
    expect(names(entered)).toEqual(['a', 'b']);
  });

  test('that says nothing keeps everybody waiting for the rest of the window', async () => {
    const { clock, entered, ask } = setUp(undefined);
    void ask('a');
    await settled();
    entered[0]?.place?.end();
    await clock.advance(20_000);
    void ask('b');
    await settled();
    entered[1]?.place?.refuse(undefined);
    void ask('c');
    await clock.advance(39_999);
    expect(names(entered)).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(names(entered)).toEqual(['a', 'b', 'c']);
  });

  test('lets one try afterwards, then more with each that is answered', async () => {
    const { clock, entered, ask } = setUp(undefined, 8);
    for (let n = 0; n < 20; n++) void ask(String(n));
    await settled();
    expect(entered).toHaveLength(8);
    entered[0]?.place?.refuse(1_000);
    // What was under way already says nothing about the time after the refusal.
    for (const { place } of entered.slice(1, 8)) place?.end();
    await clock.advance(1_000);
    expect(entered).toHaveLength(9);
    entered[8]?.place?.end();
    await settled();
    expect(entered).toHaveLength(11);
    entered[9]?.place?.end();
    entered[10]?.place?.end();
    await settled();
    expect(entered).toHaveLength(15);
  });
});

describe('a signal', () => {
  test('takes its call out of the line and leaves no timer', async () => {
    const { clock, entered, ask } = setUp(1);
    void ask('a');
    await settled();
    entered[0]?.place?.end();
    const abort = new AbortController();
    const reason = new Error('enough');
    const waiting = ask('b', false, abort.signal);
    expect(clock.pending).toBe(1);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
    void ask('c');
    await clock.advance(RATE_WINDOW);
    expect(names(entered)).toEqual(['a', 'c']);
  });

  test('that is over already lets nothing in', async () => {
    const { ask, entered } = setUp(undefined);
    await expect(ask('a', false, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    expect(entered).toEqual([]);
  });
});

test('a place that is given back costs nothing, and ends only once', async () => {
  const { entered, ask } = setUp(1);
  void ask('a');
  void ask('b');
  await settled();
  entered[0]?.place?.giveBack();
  entered[0]?.place?.end();
  await settled();
  expect(names(entered)).toEqual(['a', 'b']);
});

describe('when the last of many that wait may go', () => {
  test('is the place that each takes of one before it, written down one by one', () => {
    const limited = fc.record({
      perWindow: fc.integer({ min: 1, max: 8 }),
      ages: fc.array(fc.nat(2 * RATE_WINDOW), { maxLength: 8 }),
      waiting: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(limited, ({ perWindow, ages, waiting }) => {
        const now = 10 * RATE_WINDOW;
        const inWindow = ages.filter((age) => age < RATE_WINDOW).slice(0, perWindow);
        const ended = [...inWindow, ...ages.filter((age) => age >= RATE_WINDOW)].map((age) => now - age).sort();
        const spending = { ended, underWay: 0, admitted: 1, heldUntil: 0 };
        // Whoever goes takes the place that has been free the longest, and leaves it at once.
        const places = Array.from({ length: perWindow }, (_, n) => now - (inWindow[n] ?? RATE_WINDOW));
        let last = now;
        for (let n = 0; n < waiting; n++) {
          places.sort((a, b) => a - b);
          last = Math.max(last, (places[0] as number) + RATE_WINDOW);
          places[0] = last;
        }
        expect(lastAdmission({ perWindow, concurrent: 10 }, spending, waiting, now)).toBe(last);
      }),
    );
  });

  test('is known at once for the largest limit', () => {
    const spending = { ended: [], underWay: 0, admitted: 1, heldUntil: 5_000 };
    const limits = { perWindow: Number.MAX_SAFE_INTEGER, concurrent: 10 };
    expect(lastAdmission(limits, spending, 50, 1_000)).toBe(5_000);
  });
});

describe('what the rate has cost', () => {
  test('is nothing while everything goes at once, and with no limit', async () => {
    const { budget, clock, ask } = setUp(3);
    for (const name of ['a', 'b', 'c']) void ask(name);
    await clock.advance(10_000);
    expect(budget.held()).toEqual({ ms: 0, refusals: 0 });
    const unlimited = setUp(undefined, 1);
    for (const name of ['a', 'b', 'c']) void unlimited.ask(name);
    await unlimited.clock.advance(10_000);
    expect(unlimited.budget.held()).toEqual({ ms: 0, refusals: 0 });
  });

  test('is foreseen as it comes, for any limit and any number of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 30 }), async (perWindow, count) => {
        const { budget, clock, entered, ask } = setUp(perWindow);
        for (let n = 0; n < count; n++) void ask(String(n)).then(() => entered[n]?.place?.end());
        await settled();
        const foreseen = budget.held().ms;
        expect(foreseen).toBe(RATE_WINDOW * Math.floor((count - 1) / perWindow));
        await clock.advance(count * RATE_WINDOW);
        expect(entered).toHaveLength(count);
        expect(budget.held().ms).toBe(foreseen);
      }),
      { numRuns: 40 },
    );
  });

  test('counts the wait after a 429', async () => {
    const { budget, clock, entered, ask } = setUp(undefined);
    void ask('a');
    await settled();
    entered[0]?.place?.refuse(70_000);
    expect(budget.held()).toEqual({ ms: 0, refusals: 1 });
    void ask('b');
    await settled();
    expect(budget.held().ms).toBe(70_000);
    await clock.advance(100_000);
    expect(budget.held()).toEqual({ ms: 70_000, refusals: 1 });
  });

  test('does not count a wait that is given up', async () => {
    const { budget, clock, entered, ask } = setUp(1);
    void ask('a');
    await settled();
    entered[0]?.place?.end();
    const abort = new AbortController();
    const waiting = ask('b', false, abort.signal);
    await clock.advance(1_000);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(budget.held().ms).toBe(1_000);
  });
});

test('waitBefore and restOfWindow are pure', () => {
  const limits = { perWindow: 2, concurrent: 4 };
  const idle = { ended: [], underWay: 0, admitted: 4, heldUntil: 0 };
  expect(waitBefore(limits, idle, 100_000)).toBe(0);
  expect(waitBefore(limits, { ...idle, underWay: 2 }, 100_000)).toBe(Number.POSITIVE_INFINITY);
  expect(waitBefore(limits, { ...idle, ended: [10_000, 50_000, 90_000] }, 100_000)).toBe(10_000);
  expect(waitBefore(limits, { ...idle, ended: [40_000, 90_000] }, 100_000)).toBe(0);
  expect(waitBefore(limits, { ...idle, heldUntil: 100_500 }, 100_000)).toBe(500);
  expect(restOfWindow([], 100_000)).toBe(60_000);
  expect(restOfWindow([30_000, 70_000], 100_000)).toBe(30_000);
});
