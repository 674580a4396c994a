import { createServer, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { ApiError, type ClientEvent, type ClientOptions, type ErrorCategory } from '../../src/client';
import type { Permit, RateLimitClock } from '../../src/client/rate-limit/rate-limiter';
import { createRateLimiter, RATE_WINDOW_MS } from '../../src/client/rate-limit/rate-limiter';
import * as policy from '../../src/client/rate-limit/retry-policy';
import { tries } from '../fuzz';
import { closeAll, connect, failure, json, rejection } from '../support/client/http-server';

describe('retries', () => {
  beforeEach(() => {
    // No back-off takes time.
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await closeAll();
  });

  const object = { id: 'ipp_1', description: 'one' };
  type Client = Awaited<ReturnType<typeof connect>>['client'];
  const get = (client: Client): Promise<unknown> => client.get('ip_policy', 'ipp_1');
  const create = (client: Client): Promise<unknown> => client.create('ip_policy', { description: 'one' });
  const calls: readonly [method: string, call: (client: Client) => Promise<unknown>][] = [
    ['GET', get],
    ['PATCH', (client) => client.update('ip_policy', 'ipp_1', { description: 'one' })],
    ['DELETE', (client) => client.delete('ip_policy', 'ipp_1')],
    ['POST', create],
  ];

  type Fail = (response: ServerResponse) => void;
  const status =
    (code: number, headers: Record<string, string> = {}, more: object = {}): Fail =>
    (response) =>
      json(response, code, failure(code, 'down', more), headers);
  const disconnect: Fail = (response) => response.socket?.resetAndDestroy();
  const cut: Fail = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":', () => response.socket?.destroy());
  };
  const hang: Fail = () => undefined;

  /** Fails the first requests, then succeeds. */
  function failFirst(times: number, fail: Fail, options: Partial<ClientOptions> = {}) {
    return connect(({ method }, response, n) => {
      if (n <= times) fail(response);
      else if (method === 'DELETE') response.writeHead(204).end();
      else json(response, 200, object);
    }, options);
  }

  describe.each(calls.slice(0, 3))('%s', (method, call) => {
    test.each([
      ['502', status(502)],
      ['503', status(503)],
      ['504', status(504)],
      ['a broken connection', disconnect],
      ['an incomplete response', cut],
    ])('is retried after %s', async (_, fail) => {
      const { client, server } = await failFirst(2, fail);
      await call(client);
      expect(server.arrived.map((request) => request.method)).toEqual([method, method, method]);
    });

    test.each([400, 409, 500, 501])('is not retried after %i', async (code) => {
      const { client, server } = await failFirst(1, status(code));
      expect(await rejection(call(client))).toMatchObject({ status: code });
      expect(server.arrived).toHaveLength(1);
    });

    test('is tried six times by default, and says so', async () => {
      const { client, server } = await failFirst(100, status(503));
      const message = expect.stringMatching(/It was tried 6 times\.$/);
      expect(await rejection(call(client))).toMatchObject({ status: 503, message });
      expect(server.arrived).toHaveLength(6);
    });

    test('is retried only once after a timeout', async () => {
      const { client, server } = await failFirst(100, hang, { requestTimeout: 300 });
      expect(await rejection(call(client))).toMatchObject({ category: 'timeout' });
      expect(server.arrived).toHaveLength(2);
    });
  });

  test.each<[string, Fail, object]>([
    ['500', status(500), { status: 500 }],
    ['503', status(503), { status: 503 }],
    ['a broken connection', disconnect, { category: 'network' }],
    ['a timeout', hang, { category: 'timeout' }],
  ])('POST is not repeated after %s', async (_, fail, expected) => {
    const { client, server } = await failFirst(1, fail, { requestTimeout: 300 });
    expect(await rejection(create(client))).toMatchObject({ ...expected, sideEffect: 'unknown' });
    expect(server.arrived).toHaveLength(1);
  });

  test('a create without a connection is sent six times, and later calls once until the service responds', async () => {
    let sent = 0;
    const { client, server } = await failFirst(0, hang, { onEvent: ({ type }) => void (type === 'sent' && sent++) });
    const { port } = new URL(server.url);
    await server.close();
    const unsent = { category: 'network', deliveryStatus: 'no', sideEffect: 'not_sent' };
    expect(await rejection(create(client))).toMatchObject(unsent);
    expect(sent).toBe(6);
    const message = expect.stringContaining('nothing listens there');
    for (const error of await Promise.all(Array.from({ length: 30 }, () => rejection(create(client)))))
      expect(error).toMatchObject({ sideEffect: 'not_sent', message });
    expect(sent).toBe(36);
    const back = createServer((_, response) => json(response, 200, object));
    await new Promise<void>((resolve) => back.listen(Number(port), '127.0.0.1', resolve));
    await get(client);
    await new Promise((resolve) => {
      back.close(resolve);
      back.closeAllConnections();
    });
    await rejection(get(client));
    expect(sent).toBe(43);
  });

  describe('429', () => {
    test.each(calls)('is retried for %s', async (_, call) => {
      const { client, server } = await failFirst(1, status(429, { 'retry-after': '0' }));
      await call(client);
      expect(server.arrived).toHaveLength(2);
    });

    test('holds another call back too', async () => {
      const refused = new EventTarget();
      const seen = new Promise((resolve) => refused.addEventListener('retried', resolve));
      const { client, server } = await failFirst(1, status(429, { 'retry-after': '60' }), {
        onEvent: ({ type }) => refused.dispatchEvent(new Event(type)),
      });
      const abort = new AbortController();
      const first = rejection(client.get('ip_policy', 'ipp_1', { signal: abort.signal }));
      await seen;
      const other = await rejection(client.get('ip_policy', 'ipp_2', { timeout: 50 }));
      expect(other).toMatchObject({ category: 'timeout', deliveryStatus: 'no' });
      abort.abort();
      expect(await first).toMatchObject({ category: 'aborted' });
      expect(server.arrived).toHaveLength(1);
    });

    test('that asks for too long is an error at once', async () => {
      const fail = status(429, { 'retry-after': '3600' }, { error_code: 'ERR_226' });
      const { client, server } = await failFirst(9, fail);
      const text = 'The service asks to wait 3600 s, which is longer than the maximum of 300 s';
      const expected = { category: 'rate_limit', code: 'ERR_226', sideEffect: 'no_effect' };
      expect(await rejection(get(client))).toMatchObject({ ...expected, message: expect.stringContaining(text) });
      expect(server.arrived).toHaveLength(1);
    });

    test('is retried after the Retry-After that an event announces, and then an error that says so', async () => {
      const waits: number[] = [];
      const started = performance.now();
      const { client } = await failFirst(9, status(429, { 'retry-after': '1' }), {
        maxRetries: 1,
        onEvent(event) {
          if (event.type !== 'retried') return;
          waits.push(event.delayMs);
          // The wait begins with the response, not when the process has time for it.
          const until = performance.now() + 50;
          while (performance.now() < until);
        },
      });
      const error = await rejection(create(client));
      expect(error).toMatchObject({ category: 'rate_limit', sideEffect: 'no_effect', retryable: true });
      const tried = /It was tried 2 times and waited \d+(\.\d)? s because of 429 \(too many requests\)\.$/;
      expect(error.message).toMatch(tried);
      expect(waits).toEqual([1000]);
      expect(performance.now() - started).toBeGreaterThanOrEqual(999);
    });

    test('without Retry-After announces the rest of the window', async () => {
      const abort = new AbortController();
      const waits: number[] = [];
      const { client } = await failFirst(9, status(429), {
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
    const abortAtRetry = (abort: AbortController): Partial<ClientOptions> => ({
      onEvent: ({ type }) => type === 'retried' && abort.abort(),
    });

    test.each(['signal', 'stop'])('for the rate limit ends at once by its %s', async (name) => {
      const abort = new AbortController();
      const { client, server } = await failFirst(9, status(429), abortAtRetry(abort));
      const error = await rejection(client.create('ip_policy', {}, { [name]: abort.signal }));
      expect(error).toMatchObject({ category: 'aborted', status: 429, sideEffect: 'no_effect' });
      expect(error.message).toMatch(/It was not tried again because the call was aborted\.$/);
      expect(server.arrived).toHaveLength(1);
    });

    test('between retries ends at once, and what may have been done stays unknown', async () => {
      const abort = new AbortController();
      const { client, server } = await failFirst(9, status(503, { 'retry-after': '60' }), abortAtRetry(abort));
      const error = await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }, { stop: abort.signal }));
      expect(error).toMatchObject({ category: 'aborted', sideEffect: 'unknown' });
      expect(server.arrived).toHaveLength(1);
    });

    test('ends with the time of the whole call', async () => {
      const { client } = await failFirst(9, status(429));
      const error = await rejection(client.get('ip_policy', 'ipp_1', { timeout: 500 }));
      expect(error.category).toBe('timeout');
      expect(error.message).toMatch(/It was not tried again because the time limit of the call was reached\.$/);
    });
  });

  test('what an earlier request may have done is not forgotten for a later refusal', async () => {
    const { client } = await connect((_, response, n) => (n === 1 ? disconnect : status(400))(response));
    const error = await rejection(client.update('ip_policy', 'ipp_1', { a: '1' }));
    expect(error).toMatchObject({ status: 400, sideEffect: 'unknown' });
  });

  test('the rate limiter delays requests above the limit', async () => {
    const { client, server } = await failFirst(0, hang, { maxRequestsPerMinute: 2 });
    await Promise.all([get(client), get(client)]);
    const error = await rejection(client.get('ip_policy', 'ipp_1', { timeout: 50 }));
    expect(error).toMatchObject({ category: 'timeout', deliveryStatus: 'no', sideEffect: 'not_sent' });
    expect(server.arrived).toHaveLength(2);
  });

  test('events report two requests and the retry between them, also to an observer that throws', async () => {
    const events: ClientEvent[] = [];
    const { client, server } = await failFirst(1, status(503), {
      onEvent(event) {
        events.push(event);
        throw new Error('full disk');
      },
    });
    await get(client);
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

  test('backoff is the random part of a bound that doubles from 250 ms to 8 s', () => {
    fc.assert(
      fc.property(fc.nat(60), below1, (retries, random) => {
        const bound = Math.min(8_000, 250 * 2 ** retries);
        expect(policy.backoff(retries, random)).toBe(random * bound);
      }),
    );
  });

  test('Retry-After is seconds or a date, which is compared with the Date header of the response if it has one', () => {
    const now = Date.UTC(2026, 10, 21, 1, 0, 0);
    const parse = (text?: string) => policy.parseRetryAfter(text, undefined, now);
    const dates = ['Sat, 21 Nov 2026 01:00:10 GMT', 'Sat, 21 Nov 2026 00:59:00 GMT'] as const;
    expect(['0', ' 7 ', ...dates].map(parse)).toEqual([0, 7_000, 10_000, 0]);
    expect(['', '-5', '1.5', 'soon', undefined].map(parse).every((ms) => ms === undefined)).toBe(true);
    expect(policy.parseRetryAfter(dates[0], 'Sat, 21 Nov 2026 01:00:07 GMT', 0)).toBe(3_000);
  });

  const methods = ['GET', 'PATCH', 'DELETE', 'POST'] as const;
  test('has limits for the number of retries and for itself; a create that may have succeeded has none', () => {
    fc.assert(
      fc.property(
        fc.record({
          method: fc.constantFrom(...methods),
          kind: fc.constantFrom<ErrorCategory[]>('api', 'network', 'timeout', 'rate_limit'),
          sent: fc.constantFrom('no' as const, 'maybe' as const, 'yes' as const),
          retryable: fc.boolean(),
          retries: fc.nat(9),
          timeouts: fc.nat(3),
          maxRetries: fc.nat(9),
          retryAfter: fc.option(fc.nat(policy.MAX_RETRY_AFTER_MS * 2), { nil: undefined }),
          random: below1,
        }),
        ({ kind, sent, retryable, ...rest }) => {
          const error = new ApiError('x', { category: kind, deliveryStatus: sent, retryable, sideEffect: 'unknown' });
          const delay = policy.retryDelay({ ...rest, error });
          if (delay === undefined) return;
          expect(rest.retries).toBeLessThan(rest.maxRetries);
          expect(retryable).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(policy.MAX_RETRY_AFTER_MS);
          if (rest.method === 'POST') expect(sent === 'no' || kind === 'rate_limit').toBe(true);
          // The rate limiter delays after a 429.
          if (kind === 'rate_limit') expect(delay).toBe(0);
          else if (rest.retryAfter !== undefined) expect(delay).toBe(rest.retryAfter);
        },
      ),
    );
  });

  test.each(methods)('%s that was not sent is retried', (method) => {
    const fields = { category: 'network', deliveryStatus: 'no', sideEffect: 'not_sent', retryable: true } as const;
    const asked = { method, error: new ApiError('x', fields), retries: 0, timeouts: 0, maxRetries: 1 };
    expect(policy.retryDelay({ ...asked, retryAfter: undefined, random: 0.5 })).toBe(125);
  });

  test('a Retry-After of 0 backs off exponentially, a longer one is honored', () => {
    expect([0, 1, 2, 5, 9].map((retries) => policy.throttleDelay(0, retries))).toEqual([250, 500, 1000, 8000, 8000]);
    expect(policy.throttleDelay(60_000, 0)).toBe(60_000);
    expect(policy.throttleDelay(undefined, 3)).toBeUndefined();
  });
});

describe('the rate limiter', () => {
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

  function setUp(perWindow: number | undefined, concurrent = 100) {
    const clock = new FakeClock();
    const limiter = createRateLimiter({ perWindow, concurrent }, clock);
    /** Calls with a permit, in the order in which they got it. */
    const names: string[] = [];
    const permits: Permit[] = [];
    const ask = async (name: string, isRetry = false, signal = new AbortController().signal): Promise<void> => {
      permits.push(await limiter.acquire(signal, isRetry));
      names.push(name);
    };
    const askAll = (...all: readonly string[]): Promise<void> => {
      for (const name of all) void ask(name);
      return settled();
    };
    return { clock, limiter, names, permits, ask, askAll };
  }

  const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n));

  test('grants permits up to the limit, and the next when the oldest request leaves the window', async () => {
    const { clock, names, permits, askAll } = setUp(2);
    await askAll('a', 'b', 'c', 'd');
    expect(names).toEqual(['a', 'b']);
    permits[0]?.release();
    await clock.advance(10_000);
    permits[1]?.release();
    await clock.advance(49_999);
    expect(names).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(names).toEqual(['a', 'b', 'c']);
    await clock.advance(10_000);
    expect(names).toEqual(['a', 'b', 'c', 'd']);
    expect(clock.pending).toBe(0);
  });

  test('starts no more requests than the limit in the window that ends with a start', async () => {
    const durations = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), durations, async (perWindow, times) => {
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
          const inWindow = starts.filter((other) => other > start - RATE_WINDOW_MS && other <= start);
          expect(inWindow.length).toBeLessThanOrEqual(perWindow);
        }
      }),
      tries(30),
    );
  });

  test('grants permits in the order of the calls, retries first', async () => {
    const { names, permits, ask, askAll } = setUp(undefined, 1);
    void askAll('a', 'b', 'c');
    void ask('x again', true);
    void ask('y again', true);
    for (let n = 0; n < 5; n++) {
      await settled();
      permits.at(-1)?.release();
    }
    expect(names).toEqual(['a', 'x again', 'y again', 'b', 'c']);
  });

  test('without a rate limit only concurrency is limited', async () => {
    const { clock, names, permits, askAll } = setUp(undefined, 3);
    void askAll(...numbers(500));
    for (let n = 0; n < 500; n++) {
      await settled();
      expect(names.length).toBe(Math.min(500, n + 3));
      permits[n]?.release();
    }
    expect(clock.pending).toBe(0);
  });

  describe('a 429', () => {
    test('holds back the next request for Retry-After', async () => {
      const { clock, names, permits, askAll } = setUp(undefined);
      await askAll('a');
      permits[0]?.rejected(5_000);
      void askAll('b');
      await clock.advance(4_999);
      expect(names).toEqual(['a']);
      await clock.advance(1);
      expect(names).toEqual(['a', 'b']);
    });

    test('without Retry-After holds back the next request for the rest of the window', async () => {
      const { clock, names, permits, askAll } = setUp(undefined);
      await askAll('a');
      permits[0]?.release();
      await clock.advance(20_000);
      await askAll('b');
      permits[1]?.rejected(undefined);
      void askAll('c');
      await clock.advance(39_999);
      expect(names).toEqual(['a', 'b']);
      await clock.advance(1);
      expect(names).toEqual(['a', 'b', 'c']);
    });

    test('drops concurrency to one, which rises with each success', async () => {
      const { clock, names, permits, askAll } = setUp(undefined, 8);
      await askAll(...numbers(20));
      const granted = [names.length];
      permits[0]?.rejected(1_000);
      // Successes of requests that were sent before the 429 do not raise concurrency.
      for (const permit of permits.slice(1, 8)) permit.release();
      await clock.advance(1_000);
      granted.push(names.length);
      for (const ended of [[8], [9, 10]]) {
        for (const n of ended) permits[n]?.release();
        await settled();
        granted.push(names.length);
      }
      expect(granted).toEqual([8, 9, 11, 15]);
    });
  });

  test('a signal removes its call from the queue, leaves no timer, and ends what counts as throttled', async () => {
    const { limiter, clock, names, permits, ask, askAll } = setUp(1);
    await askAll('a');
    permits[0]?.release();
    const abort = new AbortController();
    const reason = new Error('enough');
    const waiting = ask('b', false, abort.signal);
    expect(clock.pending).toBe(1);
    await clock.advance(1_000);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
    await clock.advance(1_000);
    expect(limiter.usage().throttledMs).toBe(1_000);
    void askAll('c');
    await clock.advance(RATE_WINDOW_MS - 2_000);
    expect(names).toEqual(['a', 'c']);
  });

  test('a cancelled permit does not count, and ends only once', async () => {
    const { names, permits, askAll } = setUp(1);
    await askAll('a', 'b', 'c');
    permits[0]?.cancel();
    permits[0]?.cancel();
    await settled();
    expect(names).toEqual(['a', 'b']);
  });

  describe('throttled', () => {
    test.each([
      [3, 100],
      [undefined, 1],
    ])('is 0 while no request waits for the rate limit: %p in a window, %d at once', async (perWindow, concurrent) => {
      const { limiter, clock, askAll } = setUp(perWindow, concurrent);
      void askAll('a', 'b', 'c');
      await clock.advance(10_000);
      expect(limiter.usage()).toMatchObject({ throttledMs: 0, rejections429: 0 });
    });

    test('counts the whole wait of 1 to 30 requests with a limit of 1 to 6 per window', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 30 }), async (perWindow, count) => {
          const { limiter, clock, permits, ask } = setUp(perWindow);
          for (let n = 0; n < count; n++) void ask(String(n)).then(() => permits[n]?.release());
          await clock.advance(count * RATE_WINDOW_MS);
          expect(permits).toHaveLength(count);
          expect(limiter.usage().throttledMs).toBe(RATE_WINDOW_MS * Math.floor((count - 1) / perWindow));
        }),
        tries(40),
      );
    });

    test('counts the wait after a 429', async () => {
      const { limiter, clock, permits, askAll } = setUp(undefined);
      await askAll('a');
      permits[0]?.rejected(70_000);
      expect(limiter.usage()).toMatchObject({ throttledMs: 0, rejections429: 1 });
      void askAll('b');
      await clock.advance(30_000);
      expect(limiter.usage().throttledMs).toBe(30_000);
      await clock.advance(70_000);
      expect(limiter.usage()).toMatchObject({ throttledMs: 70_000, rejections429: 1 });
    });
  });
});
