import { createServer, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { ApiError, type ClientEvent, type ClientOptions, type ErrorCategory } from '../../src/client';
import {
  createRateLimiter,
  type Permit,
  RATE_WINDOW_MS,
  type RateLimitClock,
  type RateLimiter,
} from '../../src/client/rate-limit/rate-limiter';
import {
  backoff,
  MAX_RETRY_AFTER_MS,
  parseRetryAfter,
  retryDelay,
  throttleDelay,
} from '../../src/client/rate-limit/retry-policy';
import { tries } from '../fuzz';
import { closeAll, connect, failure, json, rejection } from '../support/client/http-server';

describe('retries', () => {
  beforeEach(() => {
    // Full jitter at its shortest: no test waits for a back-off that it does not mean to.
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await closeAll();
  });

  const object = { id: 'ipp_1', description: 'one' };
  type Client = Awaited<ReturnType<typeof connect>>['client'];
  const calls: Record<string, (client: Client) => Promise<unknown>> = {
    GET: (client) => client.get('ip_policy', 'ipp_1'),
    PATCH: (client) => client.update('ip_policy', 'ipp_1', { description: 'one' }),
    DELETE: (client) => client.delete('ip_policy', 'ipp_1'),
    POST: (client) => client.create('ip_policy', { description: 'one' }),
  };

  function succeed(response: ServerResponse, method: string): void {
    if (method === 'DELETE') response.writeHead(204).end();
    else json(response, 200, object);
  }

  /** Fails the first requests, then succeeds. */
  function failFirst(times: number, fail: (response: ServerResponse) => void, options: Partial<ClientOptions> = {}) {
    return connect(({ method }, response, n) => (n <= times ? fail(response) : succeed(response, method)), options);
  }

  describe.each(['GET', 'PATCH', 'DELETE'])('%s', (method) => {
    const call = calls[method] as (client: Client) => Promise<unknown>;

    test.each([502, 503, 504])('is retried after %i', async (status) => {
      const { client, server } = await failFirst(2, (response) => json(response, status, failure(status, 'down')));
      await call(client);
      expect(server.arrived.map((request) => request.method)).toEqual([method, method, method]);
    });

    test('is retried after a broken connection', async () => {
      const { client, server } = await failFirst(1, (response) => response.socket?.resetAndDestroy());
      await call(client);
      expect(server.arrived).toHaveLength(2);
    });

    test('is retried after an incomplete response', async () => {
      const { client, server } = await failFirst(1, (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"id":', () => response.socket?.destroy());
      });
      await call(client);
      expect(server.arrived).toHaveLength(2);
    });

    test.each([400, 409, 500, 501])('is not retried after %i', async (status) => {
      const { client, server } = await failFirst(1, (response) => json(response, status, failure(status, 'no')));
      expect(await rejection(call(client))).toMatchObject({ status });
      expect(server.arrived).toHaveLength(1);
    });

    test('is tried six times by default, and says so', async () => {
      const { client, server } = await failFirst(100, (response) => json(response, 503, failure(503, 'down')));
      expect(await rejection(call(client))).toMatchObject({
        status: 503,
        message: expect.stringMatching(/It was tried 6 times\.$/),
      });
      expect(server.arrived).toHaveLength(6);
    });

    test('is retried only once after a timeout', async () => {
      const { client, server } = await failFirst(100, () => undefined, { requestTimeout: 300 });
      expect(await rejection(call(client))).toMatchObject({ category: 'timeout' });
      expect(server.arrived).toHaveLength(2);
    });
  });

  describe('POST', () => {
    const call = calls['POST'] as (client: Client) => Promise<unknown>;

    test.each([500, 502, 503, 504])('is not repeated after %i', async (status) => {
      const { client, server } = await failFirst(1, (response) => json(response, status, failure(status, 'down')));
      expect(await rejection(call(client))).toMatchObject({ status, sideEffect: 'unknown' });
      expect(server.arrived).toHaveLength(1);
    });

    test('is not repeated after a broken connection', async () => {
      const { client, server } = await failFirst(1, (response) => response.socket?.resetAndDestroy());
      expect(await rejection(call(client))).toMatchObject({ category: 'network', sideEffect: 'unknown' });
      expect(server.arrived).toHaveLength(1);
    });

    test('is not repeated after a timeout', async () => {
      const { client, server } = await failFirst(1, () => undefined, { requestTimeout: 300 });
      expect(await rejection(call(client))).toMatchObject({ category: 'timeout', sideEffect: 'unknown' });
      expect(server.arrived).toHaveLength(1);
    });

    test('is repeated while no connection is established', async () => {
      const events: ClientEvent[] = [];
      const { client, server } = await connect(() => undefined, { onEvent: (event) => events.push(event) });
      await server.close();
      expect(await rejection(call(client))).toMatchObject({
        category: 'network',
        deliveryStatus: 'no',
        sideEffect: 'not_sent',
      });
      expect(events.filter(({ type }) => type === 'sent')).toHaveLength(6);
    });
  });

  describe('a service that cannot be reached', () => {
    test('is retried by one call, and by no other until it responds', async () => {
      const sent: number[] = [];
      const { client, server } = await failFirst(0, () => undefined, {
        onEvent: ({ type, call }) => void (type === 'sent' && sent.push(call)),
      });
      const { port } = new URL(server.url);
      await server.close();
      await rejection(client.get('ip_policy', 'ipp_1'));
      expect(sent).toHaveLength(6);
      const errors = await Promise.all(Array.from({ length: 30 }, () => rejection(client.create('ip_policy', {}))));
      expect(sent).toHaveLength(36);
      for (const error of errors) {
        expect(error).toMatchObject({
          sideEffect: 'not_sent',
          message: expect.stringContaining('nothing listens there'),
        });
      }
      const back = createServer((_, response) => json(response, 200, object));
      await new Promise<void>((resolve) => back.listen(Number(port), '127.0.0.1', resolve));
      await client.get('ip_policy', 'ipp_1');
      await new Promise((resolve) => {
        back.close(resolve);
        back.closeAllConnections();
      });
      sent.length = 0;
      await rejection(client.get('ip_policy', 'ipp_1'));
      expect(sent).toHaveLength(6);
    });
  });

  describe('429', () => {
    test.each(Object.keys(calls))('is waited out for %s', async (method) => {
      const { client, server } = await failFirst(1, (response) =>
        json(response, 429, failure(429, 'slow down'), { 'retry-after': '0' }),
      );
      await calls[method]?.(client);
      expect(server.arrived).toHaveLength(2);
    });

    test('waits as long as Retry-After says', async () => {
      const events: ClientEvent[] = [];
      const { client } = await failFirst(
        1,
        (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '1' }),
        { onEvent: (event) => events.push(event) },
      );
      const started = performance.now();
      await client.get('ip_policy', 'ipp_1');
      expect(performance.now() - started).toBeGreaterThanOrEqual(999);
      expect(events).toContainEqual(expect.objectContaining({ type: 'retried', delayMs: 1000 }));
    });

    test('holds another call back too', async () => {
      const refused = new EventTarget();
      const seen = new Promise((resolve) => refused.addEventListener('retried', resolve));
      const { client, server } = await failFirst(
        1,
        (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '60' }),
        { onEvent: ({ type }) => refused.dispatchEvent(new Event(type)) },
      );
      const abort = new AbortController();
      const first = rejection(client.get('ip_policy', 'ipp_1', { signal: abort.signal }));
      await seen;
      expect(await rejection(client.get('ip_policy', 'ipp_2', { timeout: 50 }))).toMatchObject({
        category: 'timeout',
        deliveryStatus: 'no',
      });
      abort.abort();
      expect(await first).toMatchObject({ category: 'aborted' });
      expect(server.arrived).toHaveLength(1);
    });

    test('that asks for too long is an error at once', async () => {
      const { client, server } = await failFirst(9, (response) =>
        json(response, 429, failure(429, 'slow down', { error_code: 'ERR_226' }), { 'retry-after': '3600' }),
      );
      expect(await rejection(client.get('ip_policy', 'ipp_1'))).toMatchObject({
        category: 'rate_limit',
        code: 'ERR_226',
        sideEffect: 'no_effect',
        message: expect.stringMatching(/The service asks to wait 3600 s, which is longer than the maximum of 300 s/),
      });
      expect(server.arrived).toHaveLength(1);
    });

    test('again and again is an error that says how long the call has waited, and announces each wait', async () => {
      const waits: number[] = [];
      const { client } = await failFirst(
        9,
        (response) => json(response, 429, failure(429, 'slow down'), { 'retry-after': '1' }),
        {
          maxRetries: 1,
          onEvent(event) {
            if (event.type !== 'retried') return;
            waits.push(event.delayMs);
            // The wait begins with the response, not when the process has time for it.
            const until = performance.now() + 50;
            while (performance.now() < until);
          },
        },
      );
      expect(await rejection(client.create('ip_policy', {}))).toMatchObject({
        category: 'rate_limit',
        sideEffect: 'no_effect',
        retryable: true,
        message: expect.stringMatching(
          /It was tried 2 times and waited \d+(\.\d)? s because of 429 \(too many requests\)\.$/,
        ),
      });
      expect(waits).toEqual([1000]);
    });

    test('without Retry-After announces the rest of the window', async () => {
      const abort = new AbortController();
      const waits: number[] = [];
      const { client } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')), {
        onEvent(event) {
          if (event.type !== 'retried') return;
          waits.push(event.delayMs);
          abort.abort();
        },
      });
      await rejection(client.get('ip_policy', 'ipp_1', { signal: abort.signal }));
      expect(waits).toEqual([60_000]);
    });
  });

  describe('a wait', () => {
    test.each([
      ['a signal', 'aborted', (signal: AbortSignal) => ({ signal })],
      ['a stop', 'aborted', (stop: AbortSignal) => ({ stop })],
    ])('for the rate limit ends at once by %s', async (_, kind, call) => {
      const abort = new AbortController();
      const { client, server } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')), {
        onEvent: ({ type }) => type === 'retried' && abort.abort(),
      });
      const error = await rejection(client.create('ip_policy', {}, call(abort.signal)));
      expect(error).toMatchObject({
        category: kind,
        status: 429,
        sideEffect: 'no_effect',
        message: expect.stringMatching(/It was not tried again because the call was aborted\.$/),
      });
      expect(server.arrived).toHaveLength(1);
    });

    test('between retries ends at once, and what may have been done stays unknown', async () => {
      const abort = new AbortController();
      const { client, server } = await failFirst(
        9,
        (response) => json(response, 503, failure(503, 'down'), { 'retry-after': '60' }),
        { onEvent: ({ type }) => type === 'retried' && abort.abort() },
      );
      expect(await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }, { stop: abort.signal }))).toMatchObject({
        category: 'aborted',
        sideEffect: 'unknown',
      });
      expect(server.arrived).toHaveLength(1);
    });

    test('ends with the time of the whole call', async () => {
      const { client } = await failFirst(9, (response) => json(response, 429, failure(429, 'slow down')));
      expect(await rejection(client.get('ip_policy', 'ipp_1', { timeout: 500 }))).toMatchObject({
        category: 'timeout',
        message: expect.stringMatching(/It was not tried again because the time limit of the call was reached\.$/),
      });
    });
  });

  test('what an earlier request may have done is not forgotten for a later refusal', async () => {
    const { client } = await connect((_, response, n) =>
      n === 1 ? response.socket?.resetAndDestroy() : json(response, 400, failure(400, 'no')),
    );
    expect(await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }))).toMatchObject({
      status: 400,
      sideEffect: 'unknown',
    });
  });

  test('the rate limiter delays requests above the limit', async () => {
    const { client, server } = await failFirst(0, () => undefined, { maxRequestsPerMinute: 2 });
    await Promise.all([client.get('ip_policy', 'ipp_1'), client.get('ip_policy', 'ipp_1')]);
    expect(await rejection(client.get('ip_policy', 'ipp_1', { timeout: 50 }))).toMatchObject({
      category: 'timeout',
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
    });
    expect(server.arrived).toHaveLength(2);
  });

  test('events report every request, and an observer that throws breaks nothing', async () => {
    const events: ClientEvent[] = [];
    const { client, server } = await failFirst(1, (response) => json(response, 503, failure(503, 'down')), {
      onEvent(event) {
        events.push(event);
        throw new Error('full disk');
      },
    });
    await client.get('ip_policy', 'ipp_1');
    const common = { call: 1, method: 'GET', url: `${server.url}/ip_policies/ipp_1` };
    expect(events).toMatchObject([
      { ...common, type: 'sent', attempt: 1 },
      { ...common, type: 'response', attempt: 1, status: 503 },
      { ...common, type: 'retried', attempt: 1, delayMs: 0 },
      { ...common, type: 'sent', attempt: 2 },
      { ...common, type: 'response', attempt: 2, status: 200 },
    ]);
  });
});

describe('the delay of a retry', () => {
  const below1 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('backoff is between 0 and a bound that doubles from 250 ms to 8 s', () => {
    fc.assert(
      fc.property(fc.nat(60), below1, (retries, random) => {
        const bound = Math.min(8_000, 250 * 2 ** retries);
        const delay = backoff(retries, random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(bound);
        expect(delay).toBeCloseTo(random * bound);
      }),
    );
  });

  test.each([
    ['0', 0],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 01:00:10 GMT', 10_000],
    ['Sat, 21 Nov 2026 00:59:00 GMT', 0],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('Retry-After %j is %j ms', (text, ms) => {
    expect(parseRetryAfter(text, undefined, Date.UTC(2026, 10, 21, 1, 0, 0))).toBe(ms);
  });

  test('a date is compared with the Date header of the response', () => {
    expect(parseRetryAfter('Sat, 21 Nov 2026 01:00:10 GMT', 'Sat, 21 Nov 2026 01:00:07 GMT', 0)).toBe(3_000);
  });

  const methods = ['GET', 'PATCH', 'DELETE', 'POST'] as const;
  const kinds: readonly ErrorCategory[] = ['api', 'network', 'timeout', 'rate_limit'];

  test('limits the number of retries and their delay, and never repeats a create that may have succeeded', () => {
    fc.assert(
      fc.property(
        fc.record({
          method: fc.constantFrom(...methods),
          kind: fc.constantFrom(...kinds),
          sent: fc.constantFrom('no' as const, 'maybe' as const, 'yes' as const),
          retryable: fc.boolean(),
          retries: fc.nat(9),
          timeouts: fc.nat(3),
          maxRetries: fc.nat(9),
          retryAfter: fc.option(fc.nat(MAX_RETRY_AFTER_MS * 2), { nil: undefined }),
          random: below1,
        }),
        ({ kind, sent, retryable, ...rest }) => {
          const error = new ApiError('x', { category: kind, deliveryStatus: sent, retryable, sideEffect: 'unknown' });
          const delay = retryDelay({ ...rest, error });
          if (delay === undefined) return;
          expect(rest.retries).toBeLessThan(rest.maxRetries);
          expect(retryable).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS);
          if (rest.method === 'POST') expect(sent === 'no' || kind === 'rate_limit').toBe(true);
          // The rate limiter delays after a 429.
          if (kind === 'rate_limit') expect(delay).toBe(0);
          else if (rest.retryAfter !== undefined) expect(delay).toBe(rest.retryAfter);
        },
      ),
    );
  });

  test.each(methods)('%s that was never sent is retried', (method) => {
    const error = new ApiError('x', {
      category: 'network',
      deliveryStatus: 'no',
      sideEffect: 'not_sent',
      retryable: true,
    });
    const asked = { method, error, retries: 0, timeouts: 0, maxRetries: 1, retryAfter: undefined };
    expect(retryDelay({ ...asked, random: 0.5 })).toBe(125);
  });

  test('a Retry-After of 0 backs off exponentially, a longer one is honored', () => {
    expect([0, 1, 2, 5, 9].map((retries) => throttleDelay(0, retries))).toEqual([250, 500, 1000, 8000, 8000]);
    expect(throttleDelay(60_000, 0)).toBe(60_000);
    expect(throttleDelay(undefined, 3)).toBeUndefined();
  });
});

describe('the rate limiter', () => {
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
            expect(
              starts.filter((other) => other > start - RATE_WINDOW_MS && other <= start).length,
            ).toBeLessThanOrEqual(perWindow);
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
});
