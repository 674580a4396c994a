import * as fc from 'fast-check';
import { tries } from '../../fuzz';
import { createApi, createTestClock } from '../../support/emulator/api';

test('Retry-After is correct, and present only if enabled', async () => {
  const clock = createTestClock();
  const api = createApi({ clock, rateLimit: { requests: 2, seconds: 60, retryAfter: true } });
  await api.send('GET', '/ip_policies');
  clock.advance(10.5);
  await api.send('GET', '/ip_policies');
  const rejected = await api.send('GET', '/ip_policies');
  expect(rejected).toMatchObject({ status: 429, body: { error_code: 'ERR_226', status_code: 429 } });
  expect(rejected.headers.get('retry-after')).toBe('50');
  clock.advance(50);
  expect((await api.send('GET', '/ip_policies')).status).toBe(200);
  const silent = createApi({ clock, rateLimit: { requests: 1, seconds: 60 } });
  await silent.send('GET', '/ip_policies');
  expect((await silent.send('GET', '/ip_policies')).headers.get('retry-after')).toBeNull();
});

test('each account has a separate window', async () => {
  const accounts = ['a', 'b'].map((name) => ({ name, apiKeys: [`key-${name}`] }));
  const api = createApi({ accounts, clock: createTestClock(), rateLimit: { requests: 1, seconds: 60 } });
  const status = async (key: string) =>
    (await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status;
  expect([await status('key-a'), await status('key-a'), await status('key-b'), await status('key-b')]).toEqual([
    200, 429, 200, 429,
  ]);
});

test('no window admits more requests than the limit, and no request within the limit is rejected', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (waits) => {
      const clock = createTestClock();
      const api = createApi({ clock, rateLimit: { requests: 5, seconds: 60 } });
      const admitted: number[] = [];
      for (const wait of waits) {
        clock.advance(wait / 1000);
        const now = clock.now();
        const used = admitted.filter((time) => time > now - 60_000).length;
        const { status } = await api.send('GET', '/ip_policies');
        expect(status).toBe(used < 5 ? 200 : 429);
        if (status === 200) admitted.push(now);
      }
    }),
    tries(40),
  );
});

test('after the clock is set back, requests at later times do not count', async () => {
  const api = createApi({ clock: '2030-01-01T00:00:00Z', rateLimit: { requests: 1, seconds: 60 } });
  await api.send('GET', '/ip_policies');
  api.emulator.clock.set('2029-01-01T00:00:00Z');
  expect((await api.send('GET', '/ip_policies')).status).toBe(200);
});
