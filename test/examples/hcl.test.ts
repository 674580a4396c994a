/** The HCL examples as their READMEs describe; in the first, Terraform starts the provider from a mirror. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { isFullCampaign } from '../fuzz';
import { runInProcess } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';
import { testInCi } from '../support/requirements';
import { examplesFolder, openStage, packageRoot, useStage } from './stage';
import { expectedCounts } from './table';

const source = join(examplesFolder, 'hcl');
const example = useStage(() => openStage({ mirror: 'mirror' }));
beforeEach(() => cp(source, example.stage.folder, { recursive: true }));

testInCi('the HCL example is formatted by terraform fmt', async () => {
  expect(await example.stage.terraform(source, 'fmt', '-check', '-recursive')).toBe('');
});

test('the HCL example is applied, and finds a pre-existing policy; in CI it has an empty second plan, and is destroyed', async () => {
  const { stage } = example;
  const { folder, terraform, emulator } = stage;
  const program = join(packageRoot, 'lib/bin/netingress.js');
  await stage.runProgram(process.execPath, [program, 'provider', 'install', '--mirror', join(stage.root, 'mirror')]);
  await terraform(folder, 'init', '-no-color');
  await terraform(folder, 'apply', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual(expectedCounts('hcl'));

  // Terraform has started the provider; from here on it runs in this process.
  await example.useProvider();
  if (isFullCampaign) expect(await stage.planned(folder)).toEqual([]);
  const { outputs } = JSON.parse(await readFile(join(folder, 'terraform.tfstate'), 'utf8')) as {
    readonly outputs: Record<string, { readonly value: unknown }>;
  };
  expect(outputs['allowed']?.value).toEqual({ '203.0.113.7': true, '2001:db8:40::7': true });

  const { id: partner } = await createObject(emulator, '/ip_policies', { description: 'Partner' });
  const ofPartner = ['-var', 'partner_policy=Partner', '-no-color'];
  await createObject(emulator, '/ip_policy_rules', { ip_policy_id: partner, cidr: '203.0.113.0/25', action: 'deny' });
  const refused = await stage.tryTerraform(folder, 'plan', ...ofPartner);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('would deny an address')]);

  if (!isFullCampaign) return;
  await terraform(folder, 'destroy', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual({ ip_policy: 1, ip_policy_rule: 1 });
});

describe('environments', () => {
  const accounts = ['staging', 'production'] as const;
  // Only the key says which account is meant.
  let service: Emulator;
  beforeEach(async () => {
    service = createEmulator({ accounts: accounts.map((name) => ({ name, apiKeys: [`${name}-key`] })) });
    await rm(example.stage.folder, { recursive: true });
    await cp(join(examplesFolder, 'environments'), example.stage.folder, { recursive: true });
  });
  afterEach(() => service.close());

  testInCi('are applied with a key each, are previewed together, and refuse the key of the other account', async () => {
    const { stage } = example;
    const { folder, terraform, env } = stage;
    const { url: base_url } = await service.listen();
    const writeAccounts = (objects: Readonly<Partial<Record<(typeof accounts)[number], string>>> = {}): Promise<void> =>
      writeFile(
        join(folder, 'accounts.auto.tfvars.json'),
        JSON.stringify(Object.fromEntries(accounts.map((name) => [name, { base_url, account_object: objects[name] }]))),
      );
    const setKeys = (staging: string, production: string): void =>
      void Object.assign(env, { TF_VAR_staging_api_key: staging, TF_VAR_production_api_key: production });
    setKeys('staging-key', 'production-key');
    expect(await terraform(folder, 'fmt', '-check', '-recursive')).toBe('');
    await example.useProvider();
    await writeAccounts();
    await terraform(folder, 'init', '-no-color');
    await terraform(folder, 'apply', '-no-color', '-auto-approve');
    const ofAccounts = (kind: string): number[] => accounts.map((name) => service.objects(kind, name).length);
    const counts = (kind: string): number => ofAccounts(kind).reduce((sum, count) => sum + count, 0);
    const expected = expectedCounts('environments');
    expect(Object.fromEntries(Object.keys(expected).map((kind) => [kind, counts(kind)]))).toEqual(expected);

    expect(ofAccounts('agent_ingress')).toEqual([1, 1]);

    const outputs = JSON.parse(await terraform(folder, 'output', '-json', 'account_objects')) as {
      readonly staging: string;
      readonly production: string;
    };
    await writeAccounts(outputs);
    expect(await stage.planned(folder)).toEqual([]);
    setKeys('production-key', 'staging-key');
    expect((await stage.tryTerraform(folder, 'plan', '-no-color')).stderr).toContain(
      'Another account, or the object of account_object',
    );

    setKeys('staging-key', 'production-key');
    const variables = join(folder, 'variables.tf');
    await writeFile(variables, (await readFile(variables, 'utf8')).replace('203.0.113.0/24', '198.51.100.0/24'));
    const { status, stdout } = await runInProcess(['preview', '--dir', '.', '--json'], { env, cwd: folder });
    expect(status).toBe(0);
    const { access } = JSON.parse(stdout) as { readonly access: object };
    expect(JSON.stringify(access).match(/203\.0\.113\.0\/24/g)?.length).toBeGreaterThanOrEqual(2);
    await terraform(folder, 'destroy', '-no-color', '-auto-approve');
  });
});
