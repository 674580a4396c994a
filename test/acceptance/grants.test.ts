/** Temporary access with the real terraform binary: grants and an exclusive set, ephemeral grants, networks that expire. */
import { EphemeralIpGrant, IpAllowList, IpPolicy } from '../../src/constructs';
import { createEmulator } from '../../src/emulator';
import { formatGrant } from '../../src/model/grants/grant';
import { getKind } from '../../src/model/kinds';
import { make } from '../adopt/seed';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { createWorkspace, type Resources, type Workspace } from '../support/acceptance/workspace';
import { newStack, removeFolders, render } from '../support/constructs/synth';

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
beforeEach(async () => {
  await emulator.reset();
  await workspace.forget();
});
afterAll(async () => {
  await provider?.close();
  await workspace?.remove();
  await emulator.close();
  removeFolders();
});

const networks = (): unknown[] => emulator.objects('ip_policy_rule').map(({ cidr }) => cidr);

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
  expect(networks()).toEqual(['10.0.0.0/8']);
  expect(await workspace.changes()).toEqual({});
});

test('an ephemeral grant exists while Terraform plans and applies, and not afterwards', async () => {
  const policyId = await make(emulator, getKind('ip_policy'), {});
  const stack = newStack();
  const grant = new EphemeralIpGrant(stack, 'runner', { ipPolicyId: policyId, cidr: '203.0.113.7', reason: 'deploy' });
  new IpPolicy(stack, 'office', { description: 'office', dependsOn: [grant] });
  const { resource, ephemeral } = render(stack) as unknown as { resource: Resources; ephemeral: never };
  await workspace.configure(resource, { ephemeral });
  const from = emulator.requests().length;
  await workspace.changes();
  expect(networks()).toEqual([]);
  await workspace.applyPlanned();
  const writes = emulator
    .requests()
    .slice(from)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.split('/')[1]}`);
  const [open, close] = ['POST ip_policy_rules', 'DELETE ip_policy_rules'];
  expect(writes).toEqual([open, close, open, 'POST ip_policies', close]);
  expect(networks()).toEqual([]);
});

test('the plan after the end of networks of an IpAllowList removes their rules', async () => {
  const configure = async (expires: string): Promise<void> => {
    const stack = newStack();
    new IpAllowList(stack, 'offices', {
      allow: ['203.0.113.0/24', { name: 'Contractor', cidrs: ['198.51.100.7'], expires }],
    });
    await workspace.configure(render(stack).resource);
  };
  await configure('2999-01-01T00:00:00Z');
  await workspace.apply();
  expect(networks()).toHaveLength(2);
  await configure('2020-01-01T00:00:00Z');
  expect(Object.values(await workspace.changes())).toEqual(['update']);
  await workspace.applyPlanned();
  expect(networks()).toEqual(['203.0.113.0/24']);
});
