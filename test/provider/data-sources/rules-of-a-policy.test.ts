import type { CtyValue, ObjectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { createHarness } from '../../support/provider/harness';
import { configOfSchema } from '../../support/provider/values';

const TYPE = 'netingress_ip_policy_rules';

test('data sources and imported sets of many policies share list pages; once an apply has begun, each data source reads alone', async () => {
  const { provider, emulator, imported, applied, requests } = await createHarness();
  const create = async (path: string, body: JsonObject): Promise<string> => {
    const headers = { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await emulator.fetch(new Request(`http://127.0.0.1${path}`, request));
    return ((await response.json()) as { id: string }).id;
  };
  const policies: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const ip_policy_id = await create('/ip_policies', {});
    policies.push(ip_policy_id);
    for (const cidr of ['10.0.0.0/8', `172.16.${n}.0/24`])
      await create('/ip_policy_rules', { ip_policy_id, cidr, action: 'allow' });
  }
  const schema = provider.schema.dataSources[TYPE];
  if (!schema) throw new Error(`No schema of ${TYPE}`);
  const listCidrs = async (filter: string): Promise<CtyValue[]> => {
    const config = configOfSchema(schema, { filter });
    const { state, diagnostics } = await provider.readDataSource({ type: TYPE, config, deferralAllowed: false });
    expect(diagnostics).toEqual([]);
    const rules = (state?.['ip_policy_rules'] ?? []) as ObjectValue[];
    return rules.map((rule) => rule['cidr'] ?? null);
  };
  const countRequests = async (run: () => Promise<unknown>): Promise<number> => {
    const before = requests().length;
    await run();
    return requests().length - before;
  };
  const newestFirst = (n: number): string[] => [`172.16.${n}.0/24`, '10.0.0.0/8'];
  const readAll = () =>
    Promise.all(
      policies.map(async (id, n) => {
        if (n % 2 === 0)
          expect(await listCidrs(`obj.ip_policy${n % 4 === 0 ? '' : '.id'} == "${id}"`)).toEqual(newestFirst(n));
        else expect(Object.keys((await imported(TYPE, id))?.['rules'] ?? {})).toEqual(newestFirst(n));
      }),
    );
  expect(await countRequests(readAll)).toBeLessThanOrEqual(2);
  const twoPolicies = `obj.ip_policy.id == "${policies[0]}" || obj.cidr == "172.16.1.0/24"`;
  expect(await listCidrs(twoPolicies)).toEqual(['172.16.1.0/24', ...newestFirst(0)]);

  await applied('netingress_ip_policy', {});
  const readTwice = async (): Promise<void> => {
    for (let n = 0; n < 2; n += 1) await listCidrs(`obj.ip_policy == "${policies[0]}"`);
  };
  expect(await countRequests(readTwice)).toBe(2);
});
