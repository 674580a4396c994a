/** The example in plain HCL, as its README says: the provider installed into a mirror, and started by Terraform. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { createByHand, examplesFolder, openStage, packageRoot, type Stage } from './stage';
import { countsPromised } from './table';

jest.setTimeout(60_000);

const source = join(examplesFolder, 'hcl');
let stage: Stage;
let provider: ProviderInProcess | undefined;

beforeEach(async () => {
  stage = await openStage({ mirror: 'mirror' });
  await cp(source, stage.folder, { recursive: true });
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
  await stage?.close();
});

test('is formatted as terraform fmt does', async () => {
  expect(await stage.terraform(source, 'fmt', '-check', '-recursive')).toBe('');
});

test('is applied, planned again with nothing to do, finds a policy that exists already, and is destroyed', async () => {
  const { folder, terraform, emulator } = stage;
  const program = join(packageRoot, 'lib/bin/netingress.js');
  await stage.runs(process.execPath, [program, 'provider', 'install', '--dir', join(stage.root, 'mirror')]);
  await terraform(folder, 'init', '-no-color');
  await terraform(folder, 'apply', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual(countsPromised('hcl'));

  // The provider was started by Terraform once; that it is started again is no part of the rest.
  provider = await providerInProcess(stage);
  provider.use();
  expect(await stage.plan(folder)).toEqual({});
  const outputs = JSON.parse(await terraform(folder, 'output', '-json')) as Record<string, { readonly value: unknown }>;
  expect(outputs['admitted']?.value).toEqual({ '203.0.113.7': true, '2001:db8:40::7': true });

  const partner = await createByHand(emulator, '/ip_policies', { description: 'Partner' });
  const ofPartner = ['-var', 'partner_policy=Partner', '-no-color'];
  expect(await terraform(folder, 'plan', ...ofPartner)).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  await createByHand(emulator, '/ip_policy_rules', { ip_policy_id: partner, cidr: '203.0.113.0/25', action: 'deny' });
  const refused = await stage.tryTerraform(folder, 'plan', ...ofPartner);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('would shut out an address')]);

  await terraform(folder, 'destroy', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual({ ip_policy: 1, ip_policy_rule: 1 });
});
