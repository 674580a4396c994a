import fc from 'fast-check';
import {
  createRateLimiter,
  type Permit,
  RATE_WINDOW_MS,
  type RateLimitClock,
  type RateLimiter,
} from '../../../src/client/rate-limit/rate-limiter';
import { tries } from '../../fuzz';

/** Advances only by `advance`. */
class FakeClock implements RateLimitClock {
  private time = 1_000_000;
  private timers: { at: number; then: () => void }[] = [];
  now = (): number => this.time;
  schedule = (ms: number, then: () => void): (() => void) => {
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
  permit?: Permit;
}

function setUp(
  perWindow: number | undefined,
  concurrent = 100,
): {
  clock: FakeClock;
  limiter: RateLimiter;
  acquired: Entry[];
  ask(name: string, isRetry?: boolean, signal?: AbortSignal): Promise<void>;
} {
  const clock = new FakeClock();
  const limiter = createRateLimiter({ perWindow, concurrent }, clock);
  const acquired: Entry[] = [];
  return {
    clock,
    limiter,
    acquired,
    async ask(name, isRetry = false, signal = new AbortController().signal) {
      const entry: Entry = { name };
      await limiter.acquire(signal, isRetry).then((permit) => {
        entry.permit = permit;
        acquired.push(entry);
      });
    },
  };
}

const names = (acquired: readonly Entry[]): string[] => acquired.map(({ name }) => name);

test('grants permits up to the limit, and the next when the oldest request leaves the window', async () => {
  const { clock, acquired, ask } = setUp(2);
  for (const name of ['a', 'b', 'c', 'd']) void ask(name);
  await settled();
  expect(names(acquired)).toEqual(['a', 'b']);
  acquired[0]?.permit?.release();
  await clock.advance(10_000);
  acquired[1]?.permit?.release();
  await clock.advance(49_999);
  expect(names(acquired)).toEqual(['a', 'b']);
  await clock.advance(1);
  expect(names(acquired)).toEqual(['a', 'b', 'c']);
  await clock.advance(10_000);
  expect(names(acquired)).toEqual(['a', 'b', 'c', 'd']);
  expect(clock.pending).toBe(0);
});

test('starts no more requests than the limit within any window', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(20_000), { minLength: 1, maxLength: 25 }),
      async (perWindow, times) => {
        const { clock, limiter } = setUp(perWindow);
        const starts: number[] = [];
        for (const time of times) {
          void limiter.acquire(new AbortController().signal).then((permit) => {
            starts.push(clock.now());
            clock.schedule(time, permit.release);
          });
        }
        await clock.advance(times.length * (RATE_WINDOW_MS + 20_000));
        expect(starts).toHaveLength(times.length);
        for (const start of starts) {
          expect(starts.filter((other) => other > start - RATE_WINDOW_MS && other <= start).length).toBeLessThanOrEqual(
            perWindow,
          );
        }
      },
    ),
    tries(30),
  );
});

test('grants permits in the order of the calls, retries first', async () => {
  const { acquired, ask } = setUp(undefined, 1);
  for (const name of ['a', 'b', 'c']) void ask(name);
  void ask('x again', true);
  void ask('y again', true);
  for (let n = 0; n < 5; n++) {
    await settled();
    acquired.at(-1)?.permit?.release();
  }
  expect(names(acquired)).toEqual(['a', 'x again', 'y again', 'b', 'c']);
});

test('without a rate limit only concurrency is limited', async () => {
  const { clock, acquired, ask } = setUp(undefined, 3);
  for (let n = 0; n < 500; n++) void ask(String(n));
  for (let n = 0; n < 500; n++) {
    await settled();
    expect(acquired.length).toBe(Math.min(500, n + 3));
    acquired[n]?.permit?.release();
  }
  expect(clock.pending).toBe(0);
});

describe('a 429', () => {
  test('holds back the next request for Retry-After', async () => {
    const { clock, acquired, ask } = setUp(undefined);
    void ask('a');
    await settled();
    acquired[0]?.permit?.rejected(5_000);
    void ask('b');
    await clock.advance(4_999);
    expect(names(acquired)).toEqual(['a']);
    await clock.advance(1);
    expect(names(acquired)).toEqual(['a', 'b']);
  });

  test('without Retry-After holds back the next request for the rest of the window', async () => {
    const { clock, acquired, ask } = setUp(undefined);
    void ask('a');
    await settled();
    acquired[0]?.permit?.release();
    await clock.advance(20_000);
    void ask('b');
    await settled();
    acquired[1]?.permit?.rejected(undefined);
    void ask('c');
    await clock.advance(39_999);
    expect(names(acquired)).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(names(acquired)).toEqual(['a', 'b', 'c']);
  });

  test('drops concurrency to one, which rises with each success', async () => {
    const { clock, acquired, ask } = setUp(undefined, 8);
    for (let n = 0; n < 20; n++) void ask(String(n));
    await settled();
    expect(acquired).toHaveLength(8);
    acquired[0]?.permit?.rejected(1_000);
    // Successes of requests that were sent before the 429 do not raise concurrency.
    for (const { permit } of acquired.slice(1, 8)) permit?.release();
    await clock.advance(1_000);
    expect(acquired).toHaveLength(9);
    acquired[8]?.permit?.release();
    await settled();
    expect(acquired).toHaveLength(11);
    acquired[9]?.permit?.release();
    acquired[10]?.permit?.release();
    await settled();
    expect(acquired).toHaveLength(15);
  });
});

describe('a signal', () => {
  test('removes its call from the queue and leaves no timer', async () => {
    const { clock, acquired, ask } = setUp(1);
    void ask('a');
    await settled();
    acquired[0]?.permit?.release();
    const abort = new AbortController();
    const reason = new Error('enough');
    const waiting = ask('b', false, abort.signal);
    expect(clock.pending).toBe(1);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
    void ask('c');
    await clock.advance(RATE_WINDOW_MS);
    expect(names(acquired)).toEqual(['a', 'c']);
  });

  test('that is already aborted rejects', async () => {
    const { ask, acquired } = setUp(undefined);
    await expect(ask('a', false, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    expect(acquired).toEqual([]);
  });
});

test('a cancelled permit does not count, and ends only once', async () => {
  const { acquired, ask } = setUp(1);
  void ask('a');
  void ask('b');
  await settled();
  acquired[0]?.permit?.cancel();
  acquired[0]?.permit?.release();
  await settled();
  expect(names(acquired)).toEqual(['a', 'b']);
});

describe('throttled', () => {
  test('is 0 while no request waits for the rate limit', async () => {
    const { limiter, clock, ask } = setUp(3);
    for (const name of ['a', 'b', 'c']) void ask(name);
    await clock.advance(10_000);
    expect(limiter.usage()).toMatchObject({ throttledMs: 0, rejections429: 0 });
    const unlimited = setUp(undefined, 1);
    for (const name of ['a', 'b', 'c']) void unlimited.ask(name);
    await unlimited.clock.advance(10_000);
    expect(unlimited.limiter.usage()).toMatchObject({ throttledMs: 0, rejections429: 0 });
  });

  test('counts the wait exactly, for any limit and any number of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 30 }), async (perWindow, count) => {
        const { limiter, clock, acquired, ask } = setUp(perWindow);
        for (let n = 0; n < count; n++) void ask(String(n)).then(() => acquired[n]?.permit?.release());
        await clock.advance(count * RATE_WINDOW_MS);
        expect(acquired).toHaveLength(count);
        expect(limiter.usage().throttledMs).toBe(RATE_WINDOW_MS * Math.floor((count - 1) / perWindow));
      }),
      tries(40),
    );
  });

  test('counts the wait after a 429', async () => {
    const { limiter, clock, acquired, ask } = setUp(undefined);
    void ask('a');
    await settled();
    acquired[0]?.permit?.rejected(70_000);
    expect(limiter.usage()).toMatchObject({ throttledMs: 0, rejections429: 1 });
    void ask('b');
    await clock.advance(30_000);
    expect(limiter.usage().throttledMs).toBe(30_000);
    await clock.advance(70_000);
    expect(limiter.usage()).toMatchObject({ throttledMs: 70_000, rejections429: 1 });
  });

  test('counts an aborted wait until its end', async () => {
    const { limiter, clock, acquired, ask } = setUp(1);
    void ask('a');
    await settled();
    acquired[0]?.permit?.release();
    const abort = new AbortController();
    const waiting = ask('b', false, abort.signal);
    await clock.advance(1_000);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(limiter.usage().throttledMs).toBe(1_000);
  });
});
