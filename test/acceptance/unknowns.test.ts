/** Inputs that only an apply makes known, with the real terraform binary. */
import { createEmulator, type Emulator } from '../../src/emulator';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';

jest.setTimeout(120_000);

let emulators: Emulator[];
let urls: string[];
let workspace: Workspace;

beforeAll(async () => {
  emulators = [createEmulator(), createEmulator()];
  urls = await Promise.all(emulators.map(async (emulator) => (await emulator.listen()).url));
  workspace = await createAttachedWorkspace(urls[0] ?? '');
});
beforeEach(async () => {
  for (const emulator of emulators) await emulator.reset();
});
afterEach(() => workspace.forget());
afterAll(async () => {
  await workspace?.remove();
  await Promise.all(emulators.map((emulator) => emulator.close()));
});

const words = (text: string): string => text.replace(/[\s│╷╵]+/g, ' ');
const objects = (kind: string, n = 0) => emulators[n]?.objects(kind) ?? [];

test('any input may be known only after apply', async () => {
  const later = {
    range: { input: '10.0.0.0/8' },
    text: { input: 'edge' },
    features: { input: ['ingress', 'bindings'] },
  };
  await workspace.configure({
    terraform_data: later,
    netingress_ip_policy: { edge: { description: `\${terraform_data.text.output}` } },
    netingress_ip_policy_rule: {
      edge: {
        ip_policy_id: `\${netingress_ip_policy.edge.id}`,
        action: 'allow',
        cidr: `\${terraform_data.range.output}`,
      },
    },
    netingress_ip_restriction: { edge: { type: 'api', ip_policy_ids: [`\${netingress_ip_policy.edge.id}`] } },
  });
  await workspace.apply();
  expect(objects('ip_policy')).toMatchObject([{ description: 'edge' }]);
  expect(objects('ip_policy_rule')).toMatchObject([{ cidr: '10.0.0.0/8' }]);
  expect(await workspace.changes()).toEqual({});
});

test('an unknown reference that changes replaces the object', async () => {
  const resources = (text: string) => ({
    terraform_data: { text: { input: text } },
    netingress_ip_policy: { edge: { description: 'kept' } },
    netingress_ip_policy_rule: {
      edge: {
        ip_policy_id: `\${netingress_ip_policy.edge.id}`,
        action: 'allow',
        cidr: '10.0.0.0/8',
        metadata: `\${terraform_data.text.output}`,
      },
    },
  });
  await workspace.configure(resources('one'));
  await workspace.apply();
  const [before] = objects('ip_policy_rule');
  await workspace.configure(resources('two'));
  expect(await workspace.changes()).toMatchObject({ 'netingress_ip_policy_rule.edge': 'update' });
  await workspace.applyPlanned();
  expect(objects('ip_policy_rule')).toMatchObject([{ id: before?.['id'], metadata: 'two' }]);
  expect(await workspace.changes()).toEqual({});
});

test.each([
  ['for_each', { for_each: `\${toset([terraform_data.text.output])}`, description: `\${each.key}` }],
  ['count', { count: `\${length(terraform_data.text.output)}` }],
])('%s over a value known only after apply is refused by Terraform itself', async (name, policy) => {
  await workspace.configure({ terraform_data: { text: { input: 'edge' } }, netingress_ip_policy: { edge: policy } });
  const { status, stderr } = await workspace.terraform('plan', '-no-color');
  expect(status).toBe(1);
  expect(words(stderr)).toContain(`Invalid ${name} argument`);
  // Applied first, it is known.
  await workspace.apply('-target=terraform_data.text');
  await workspace.apply();
  expect(objects('ip_policy').length).toBe(name === 'count' ? 4 : 1);
});

test('two provider configurations use two accounts', async () => {
  await workspace.configure(
    {
      netingress_ip_policy: {
        first: { description: 'first' },
        second: { description: 'second', provider: 'netingress.second' },
      },
    },
    { provider: { netingress: [{}, { alias: 'second', base_url: urls[1] ?? '' }] } },
  );
  await workspace.apply();
  expect(objects('ip_policy', 0)).toMatchObject([{ description: 'first' }]);
  expect(objects('ip_policy', 1)).toMatchObject([{ description: 'second' }]);
  expect(await workspace.changes()).toEqual({});
  await workspace.ok('destroy', '-auto-approve');
  expect([...objects('ip_policy', 0), ...objects('ip_policy', 1)]).toEqual([]);
});

test('a provider whose base_url is known only after apply plans from the state, with a warning', async () => {
  const resources = {
    terraform_data: { url: { input: urls[0] ?? '' } },
    netingress_ip_policy: { edge: { description: 'a' } },
  };
  const provider = { netingress: { base_url: `\${terraform_data.url.output}` } };
  await workspace.configure(resources, { provider });
  await workspace.apply();
  expect(objects('ip_policy')).toMatchObject([{ description: 'a' }]);
  await workspace.configure(
    { ...resources, terraform_data: { url: { input: urls[0] ?? '', triggers_replace: 'b' } } },
    { provider },
  );
  const output = words(await workspace.ok('plan', '-no-color'));
  expect(output).toContain('Objects were not refreshed');
  expect(output).toContain("provider's base_url will be known only after apply");
});
