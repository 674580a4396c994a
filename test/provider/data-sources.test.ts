import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { pluralize } from '../../src/model/text';
import { createObjectListDataSource } from '../../src/provider/data-sources/kinds';
import type { ReadDataResponse } from '../../src/provider/protocol/provider';
import { type ObjectValue, objectValue } from '../../src/values/cty-value';
import type { JsonObject } from '../../src/values/json';
import { createObject } from '../support/emulator/create-object';
import { createHarness, type Harness, plain } from '../support/provider/harness';
import { createTestService, errorResponse } from '../support/provider/service';
import { configOfSchema } from '../support/provider/values';

describe('a list of objects', () => {
  const plural = 'kubernetes_operators';
  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness();
    for (const description of ['edge', 'core', 'edge'])
      await harness.applied('netingress_kubernetes_operator', { description });
  });

  async function listOperators(filter: string): Promise<ReadDataResponse> {
    const type = `netingress_${plural}`;
    const config = configOfSchema(harness.provider.schema.dataSources[type], { filter });
    return harness.provider.readDataSource({ type, config, deferralAllowed: false });
  }

  test.each([
    ['obj.description == "edge"', 2],
    ['obj.description == "edge" || obj.description == "core"', 3],
    ['obj.description == "none"', 0],
  ])('the provider evaluates %s: %d objects, and the request has no filter', async (filter, count) => {
    const { state, diagnostics } = await listOperators(filter);
    expect(diagnostics).toEqual([]);
    expect((plain(state) as JsonObject)[plural]).toHaveLength(count);
    expect(harness.query()).not.toContain('filter');
  });

  test('an invalid filter is an error at the attribute, without a request', async () => {
    const before = harness.requests().length;
    const { state, diagnostics } = await listOperators('obj.nothing == "x"');
    const detail = expect.stringMatching(/^filter uses obj\.nothing/);
    const error = { summary: 'Invalid attribute value', detail, path: ['filter'] };
    expect([state, diagnostics]).toMatchObject([null, [error]]);
    expect(harness.requests()).toHaveLength(before);
  });

  test('of each kind that fails names the objects of the kind', async () => {
    const service = createTestService();
    service.intervene(() => errorResponse(403, 'ERR_203', 'No.'));
    const read = (kind: Kind) => createObjectListDataSource(kind).read(service.session, objectValue());
    const summaries = await Promise.all(KINDS.map(async (kind) => (await read(kind)).diagnostics[0]?.summary));
    expect(summaries).toEqual(KINDS.map(({ title }) => `Cannot list ${pluralize(title)}`));
    await service.close();
  });
});

test.each([
  ['edge; core', 'edge\u037e core'],
  ['Kelvin', '\u212aelvin'],
  ['a`b', 'a\u1fefb'],
  ['é', 'e\u0301'],
])('the description %s finds an object whose description has another form of Unicode', async (text, stored) => {
  const { provider, emulator, query } = await createHarness();
  const type = 'netingress_ip_policy';
  const find = async (description: string) => {
    const config = configOfSchema(provider.schema.dataSources[type], { description });
    const { state, diagnostics } = await provider.readDataSource({ type, config, deferralAllowed: false });
    return [state?.['id'], diagnostics.map(({ summary }) => summary)];
  };
  const { id } = await createObject(emulator, '/ip_policies', { description: stored });
  expect(await find(text)).toEqual([id, []]);
  expect(await find('other')).toEqual([undefined, ['No such IP policy']]);
  expect(query()).toContain('filter=');
});

const TYPE = 'netingress_ip_policy_rules';

test('data sources and imported sets of policies share list pages; once an apply has begun, each data source reads alone', async () => {
  const { provider, emulator, imported, applied, requests } = await createHarness();
  const policies: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { id } = await createObject(emulator, '/ip_policies');
    policies.push(id);
    for (const cidr of ['10.0.0.0/8', `172.16.${n}.0/24`])
      await createObject(emulator, '/ip_policy_rules', { ip_policy_id: id, cidr, action: 'allow' });
  }
  const listCidrs = async (filter: string): Promise<unknown[]> => {
    const config = configOfSchema(provider.schema.dataSources[TYPE], { filter });
    const { state, diagnostics } = await provider.readDataSource({ type: TYPE, config, deferralAllowed: false });
    expect(diagnostics).toEqual([]);
    return ((state?.['ip_policy_rules'] ?? []) as ObjectValue[]).map((rule) => rule['cidr']);
  };
  const countRequests = async (run: () => Promise<unknown>): Promise<number> => {
    const before = requests().length;
    await run();
    return requests().length - before;
  };
  const newestFirst = (n: number): string[] => [`172.16.${n}.0/24`, '10.0.0.0/8'];
  const readOne = async (id: string, n: number): Promise<void> => {
    const filter = `obj.ip_policy${n % 4 === 0 ? '' : '.id'} == "${id}"`;
    const read = async () => Object.keys((await imported(TYPE, id))?.['rules'] ?? {});
    expect(n % 2 === 0 ? await listCidrs(filter) : await read()).toEqual(newestFirst(n));
  };
  expect(await countRequests(() => Promise.all(policies.map(readOne)))).toBeLessThanOrEqual(2);
  const twoPolicies = `obj.ip_policy.id == "${policies[0]}" || obj.cidr == "172.16.1.0/24"`;
  expect(await listCidrs(twoPolicies)).toEqual(['172.16.1.0/24', ...newestFirst(0)]);

  await applied('netingress_ip_policy', {});
  const readTwice = async (): Promise<void> => {
    for (let n = 0; n < 2; n += 1) await listCidrs(`obj.ip_policy == "${policies[0]}"`);
  };
  expect(await countRequests(readTwice)).toBe(2);
});
