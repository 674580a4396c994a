import { KINDS } from '../../../src/model/kinds';
import { pluralize } from '../../../src/model/text';
import { createObjectListDataSource } from '../../../src/provider/data-sources/kinds';
import type { ReadDataResponse } from '../../../src/provider/protocol/provider';
import { objectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { createTestService, errorResponse } from '../../support/provider/service';
import { configOfSchema } from '../../support/provider/values';

const plural = 'kubernetes_operators';
let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
  for (const description of ['edge', 'core', 'edge'])
    await harness.applied('netingress_kubernetes_operator', { description });
});

async function listOperators(filter: string): Promise<ReadDataResponse> {
  const type = `netingress_${plural}`;
  const schema = harness.provider.schema.dataSources[type];
  if (!schema) throw new Error(`No schema of ${type}`);
  return harness.provider.readDataSource({ type, config: configOfSchema(schema, { filter }), deferralAllowed: false });
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
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([
    {
      summary: 'Invalid attribute value',
      detail: expect.stringMatching(/^filter uses obj\.nothing/),
      path: ['filter'],
    },
  ]);
  expect(harness.requests()).toHaveLength(before);
});

test('a list that fails names the objects of every kind', async () => {
  const service = createTestService();
  service.intervene(() => errorResponse(403, 'ERR_203', 'No.'));
  for (const kind of KINDS) {
    const { diagnostics } = await createObjectListDataSource(kind).read(service.session, objectValue());
    expect(diagnostics).toMatchObject([{ summary: `Cannot list ${pluralize(kind.title)}` }]);
  }
  await service.close();
});
