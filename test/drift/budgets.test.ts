/** What reading an account costs in requests; the times are measured by `bench/drift.ts`. */

import { createSyntheticAccount } from '../../bench/synthetic-account';
import { readAccount } from '../../src/account/read-account';
import { createClient } from '../../src/client';
import { detectDrift } from '../../src/drift/report/report';
import { KINDS } from '../../src/model/kinds';

test.each([
  [1_000, 30],
  [10_000, 120],
])('%i objects over all kinds are read in at most %i requests, and nothing is found in them', async (objects, most) => {
  const service = createSyntheticAccount(objects);
  const client = createClient({ baseUrl: 'http://service.localhost', apiKey: 'key', fetch: service.fetch });
  const account = await readAccount(client);
  await client.close();
  expect(account.kinds.reduce((sum, { objects: { length } }) => sum + length, 0)).toBe(objects);
  expect(account.kinds.filter(({ objects: { length } }) => length > 0)).toHaveLength(KINDS.length);
  expect(service.requests()).toBeLessThanOrEqual(most);
  const stated = service.stated(account);
  const { report } = detectDrift({
    account,
    stated,
    declared: undefined,
    confirmations: [],
    usage: { requests: 0, pages: 0 },
    today: '2026-11-21',
  });
  expect(report.findings).toEqual([]);
  expect(report.coverage.total.fraction).toBe(`${objects}/${objects}`);
});
