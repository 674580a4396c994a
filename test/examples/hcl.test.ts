/** The HCL example as its README describes: Terraform starts the provider from a mirror. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createObject } from '../support/emulator/create-object';
import { examplesFolder, openStage, packageRoot, useStage } from './stage';
import { expectedCounts } from './table';

const source = join(examplesFolder, 'hcl');
const example = useStage(() => openStage({ mirror: 'mirror' }));
beforeEach(() => cp(source, example.stage.folder, { recursive: true }));

test('is formatted by terraform fmt', async () => {
  expect(await example.stage.terraform(source, 'fmt', '-check', '-recursive')).toBe('');
});

test('is applied, has an empty second plan, finds a pre-existing policy, and is destroyed', async () => {
  const { stage } = example;
  const { folder, terraform, emulator } = stage;
  const program = join(packageRoot, 'lib/bin/netingress.js');
  await stage.runProgram(process.execPath, [program, 'provider', 'install', '--mirror', join(stage.root, 'mirror')]);
  await terraform(folder, 'init', '-no-color');
  await terraform(folder, 'apply', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual(expectedCounts('hcl'));

  // Terraform has started the provider; from here on it runs in this process.
  await example.useProvider();
  expect(await stage.plan(folder)).toEqual({});
  const outputs = JSON.parse(await terraform(folder, 'output', '-json')) as Record<string, { readonly value: unknown }>;
  expect(outputs['allowed']?.value).toEqual({ '203.0.113.7': true, '2001:db8:40::7': true });

  const { id: partner } = await createObject(emulator, '/ip_policies', { description: 'Partner' });
  const ofPartner = ['-var', 'partner_policy=Partner', '-no-color'];
  expect(await terraform(folder, 'plan', ...ofPartner)).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  await createObject(emulator, '/ip_policy_rules', {
    ip_policy_id: partner,
    cidr: '203.0.113.0/25',
    action: 'deny',
  });
  const refused = await stage.tryTerraform(folder, 'plan', ...ofPartner);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('would deny an address')]);

  await terraform(folder, 'destroy', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual({ ip_policy: 1, ip_policy_rule: 1 });
});
