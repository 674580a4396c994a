/** Grants and an exclusive set with the real terraform binary. */
import { createEmulator } from '../../src/emulator';
import { formatGrant } from '../../src/model/grants/grant';
import { getKind } from '../../src/model/kinds';
import { make } from '../adopt/seed';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { createWorkspace, type Workspace } from '../support/acceptance/workspace';

jest.setTimeout(180_000);

const address = 'netingress_ip_policy_rules.office';
const emulator = createEmulator();
let workspace: Workspace;
let provider: ProviderInProcess;

beforeAll(async () => {
  workspace = await createWorkspace((await emulator.listen()).url);
  provider = await providerInProcess(workspace);
  provider.use();
});
afterAll(async () => {
  await provider?.close();
  await workspace?.remove();
  await emulator.close();
});

test('a live grant is in no plan, and an overdue one is removed by the plan that shows it', async () => {
  emulator.clock.freeze('2030-01-01T00:00:00Z');
  const policyId = await make(emulator, getKind('ip_policy'), {});
  const rules = { '10.0.0.0/8': { action: 'allow' } };
  await workspace.configure({ netingress_ip_policy_rules: { office: { ip_policy_id: policyId, rules } } });
  await workspace.apply();
  await make(emulator, getKind('ip_policy_rule'), {
    ip_policy_id: policyId,
    cidr: '203.0.113.7/32',
    action: 'allow',
    metadata: formatGrant({ until: '2030-01-01T01:00:00Z', by: 'ana', reason: 'r', ticket: null }),
  });
  expect(await workspace.changes()).toEqual({});
  emulator.clock.freeze('2030-01-01T01:00:00Z');
  expect(await workspace.changes()).toEqual({ [address]: 'update' });
  await workspace.applyPlanned();
  expect(emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toEqual(['10.0.0.0/8']);
  expect(await workspace.changes()).toEqual({});
});
