import { createApi, createTestClock } from '../../support/emulator/api';

test('any bearer token is accepted if no keys are configured', async () => {
  const api = createApi();
  expect((await api.send('GET', '/ip_policies', undefined, { authorization: 'Bearer whatever' })).status).toBe(200);
});

test('only configured keys are accepted, and the error does not contain another one', async () => {
  const api = createApi({ apiKeys: ['first_key', 'second_key'] });
  expect(api.emulator.apiKey).toBe('first_key');
  for (const key of ['first_key', 'second_key']) {
    expect((await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status).toBe(200);
  }
  const rejected = await api.send('GET', '/ip_policies', undefined, { authorization: 'Bearer other_key' });
  expect(rejected).toMatchObject({ status: 403, body: { error_code: 'ERR_203', status_code: 403 } });
  expect(JSON.stringify(rejected.body)).not.toContain('other_key');
});

test('requests without a valid key and requests to the controls do not count against the limit', async () => {
  const api = createApi({ rateLimit: { requests: 1, seconds: 60 }, clock: createTestClock() });
  await api.send('GET', '/ip_policies', undefined, { authorization: 'Basic eDp5' });
  await api.send('GET', '/_emulator/health');
  await api.sendAsUser('POST', '/ip_policies', {});
  expect((await api.send('GET', '/ip_policies')).status).toBe(200);
  expect((await api.send('GET', '/ip_policies')).status).toBe(429);
});
