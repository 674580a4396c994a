/** `netingress_ip_grant`: access while Terraform runs. */

import { parseGrant } from '../../src/model/grants/grant';
import type { Json, JsonObject } from '../../src/model/json';
import { impliedType } from '../../src/provider/protocol/schema';
import type { ObjectValue } from '../../src/values/cty-value';
import { fromJson } from '../../src/values/json';
import { createHarness, type Harness } from '../support/provider/harness';

const type = 'netingress_ip_grant';
let harness: Harness;
let policyId: string;

beforeEach(async () => {
  harness = await createHarness();
  harness.emulator.clock.freeze('2030-01-01T00:00:00Z');
  policyId = String((await harness.applied('netingress_ip_policy', {}))['id']);
});

const open = (values: JsonObject = {}) =>
  harness.provider.openEphemeral({
    type,
    config: fromJson(impliedType(harness.provider.schema.ephemeralResources[type]?.attributes ?? []), {
      ip_policy_id: policyId,
      cidr: '203.0.113.7',
      reason: 'smoke test',
      ...values,
    } as Json) as ObjectValue,
    deferralAllowed: false,
  });
const rules = () => harness.emulator.objects('ip_policy_rule');

test('allows the network with an end, and close deletes the rule', async () => {
  const { result, diagnostics, private: opened } = await open({ duration: '20m' });
  expect(diagnostics).toEqual([]);
  expect(result).toMatchObject({ until: '2030-01-01T00:20:00Z', id: rules()[0]?.['id'] });
  expect(parseGrant(String(rules()[0]?.['metadata']))).toMatchObject({ by: 'terraform', reason: 'smoke test' });
  expect(await harness.provider.closeEphemeral({ type, private: opened })).toEqual({ diagnostics: [] });
  expect(rules()).toEqual([]);
});

test('a grant that existed before is shared, and not deleted at the end of the run', async () => {
  await open();
  const { diagnostics, private: opened } = await open({ duration: '2h' });
  expect(diagnostics).toMatchObject([{ severity: 'warning' }]);
  await harness.provider.closeEphemeral({ type, private: opened });
  expect(rules()).toHaveLength(1);
});

test('a rule without an end makes the grant unnecessary; a deny rule makes it an error', async () => {
  const rule = { ip_policy_id: policyId, cidr: '203.0.113.0/24' };
  const state = await harness.applied('netingress_ip_policy_rule', { ...rule, action: 'allow' });
  const { result, private: opened } = await open();
  expect(result).toMatchObject({ id: state['id'], until: null });
  await harness.provider.closeEphemeral({ type, private: opened });
  expect(rules()).toHaveLength(1);
  const denied = await harness.applied('netingress_ip_policy', {});
  await harness.applied('netingress_ip_policy_rule', { ...rule, ip_policy_id: String(denied['id']), action: 'deny' });
  expect((await open({ ip_policy_id: String(denied['id']) })).diagnostics).toMatchObject([{ severity: 'error' }]);
});

test.each([[{ reason: '' }], [{ cidr: '203.0.113.7/24' }], [{ ip_policy_id: 'ipp_missing' }]])(
  '%j is an error',
  async (values) => {
    expect((await open(values)).diagnostics[0]?.severity).toBe('error');
    expect(rules()).toEqual([]);
  },
);
