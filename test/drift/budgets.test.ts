/** The number of requests that read an account; `bench/drift.ts` measures times. */
import { createSyntheticAccount } from '../../bench/synthetic-account';
import { readAccount } from '../../src/account/read-account';
import { createClient } from '../../src/client';
import { detectDrift } from '../../src/drift/report/report';
import { SPEC_KINDS } from '../support/kinds';

test.each([
  [1_000, 30],
  [10_000, 120],
])('%i objects of all kinds are read in at most %i requests, without findings', async (objects, maxRequests) => {
  const service = createSyntheticAccount(objects);
  const client = createClient({ baseUrl: 'http://service.localhost', apiKey: 'key', fetch: service.fetch });
  const account = await readAccount(client);
  await client.close();
  expect(account.kinds.reduce((sum, { objects: { length } }) => sum + length, 0)).toBe(objects);
  expect(account.kinds.filter(({ objects: { length } }) => length > 0)).toHaveLength(SPEC_KINDS.length);
  expect(service.requests()).toBeLessThanOrEqual(maxRequests);
  const stated = service.stated(account);
  const { report } = detectDrift({
    account,
    stateResources: stated,
    configured: undefined,
    lookups: [],
    usage: { requests: 0, pages: 0 },
    today: '2026-11-21',
  });
  expect(report.findings).toEqual([]);
  expect(report.coverage.total.fraction).toBe(`${objects}/${objects}`);
});
