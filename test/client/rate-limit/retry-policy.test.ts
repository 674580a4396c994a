import fc from 'fast-check';
import { ApiError, type ErrorCategory } from '../../../src/client';
import {
  backoff,
  MAX_RETRY_AFTER_MS,
  parseRetryAfter,
  retryDelay,
  throttleDelay,
} from '../../../src/client/rate-limit/retry-policy';

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
        if (rest.retryAfter !== undefined) expect(delay).toBeGreaterThanOrEqual(rest.retryAfter);
        if (rest.retryAfter !== undefined && kind !== 'rate_limit') expect(delay).toBe(rest.retryAfter);
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
