/**
 * The team's set-up on a bucket: a stand-in for a store on this machine, or the store that `NETINGRESS_TEST_S3_BUCKET`
 * names, with `NETINGRESS_TEST_S3_ENDPOINT`, `NETINGRESS_TEST_S3_REGION` and the credentials of the AWS variables.
 */
import { createEmulator, type Emulator } from '../../src/emulator';
import { KINDS } from '../../src/model/kinds';
import type { SynthesizedStack } from '../../src/terraform/synthesized-config';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { openS3Double, type S3Double } from './s3-double';
import { openStage, type Stage, synthesise } from './stage';
import { countsPromised } from './table';

jest.setTimeout(90_000);

const configured = process.env['NETINGRESS_TEST_S3_BUCKET'];
const secret = 'the secret of the stream';

let stage: Stage;
let provider: ProviderInProcess;
let double: S3Double | undefined;

beforeEach(async () => {
  stage = await openStage({ variables: { TF_VAR_audit_stream_secret: secret } });
  provider = await providerInProcess(stage);
  provider.use();
});
afterEach(async () => {
  await provider?.close();
  await stage?.close();
  await double?.close();
  double = undefined;
});

/** What the app and Terraform's backend read: the configured store, or else a double of one. */
async function storeVariables(): Promise<Record<string, string>> {
  if (configured === undefined) {
    double = await openS3Double();
    const credentials = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
    return { STATE_BUCKET: double.bucket, AWS_ENDPOINT_URL_S3: double.url, ...credentials };
  }
  const given = {
    STATE_BUCKET: configured,
    STATE_REGION: process.env['NETINGRESS_TEST_S3_REGION'],
    AWS_ENDPOINT_URL_S3: process.env['NETINGRESS_TEST_S3_ENDPOINT'],
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))),
  };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

test('with nothing configured, each environment is a stack that Terraform takes, locked in its own place', async () => {
  const stacks = await synthesise(stage, 'team');
  expect(stacks.map(({ name }) => name)).toEqual(['production', 'staging']);
  for (const { folder, localState } of stacks) {
    expect(localState).toBeUndefined();
    await stage.terraform(folder, 'init', '-no-color', '-backend=false');
    expect(await stage.terraform(folder, 'validate', '-no-color')).toContain('The configuration is valid');
  }
});

test('both environments are deployed to accounts of their own, with states in the bucket and the secret in none', async () => {
  Object.assign(stage.env, await storeVariables());
  const stacks = await synthesise(stage, 'team');
  const second = createEmulator({ certificates: { seconds: 0 } });
  const accounts: readonly (readonly [SynthesizedStack, Emulator, string])[] = [
    [findStack(stacks, 'staging'), stage.emulator, stage.url],
    [findStack(stacks, 'production'), second, (await second.listen()).url],
  ];
  try {
    for (const [{ folder, name }, emulator, url] of accounts) {
      stage.env['NETINGRESS_BASE_URL'] = url;
      await stage.terraform(folder, 'init', '-no-color');
      await stage.terraform(folder, 'apply', '-no-color', '-auto-approve');
      expect(await stage.plan(folder)).toEqual({});
      const [{ enforced, metadata } = {}] = emulator.objects('ip_restriction');
      expect(enforced).toBe(name === 'production');
      expect(JSON.parse(String(metadata))).toEqual({ owner: 'edge-team', stack: name });
      expect(await stage.terraform(folder, 'state', 'pull')).not.toContain(secret);
    }
    expect(sumOf([stage.emulator, second])).toEqual(countsPromised('team'));
    if (double) await expectLocking(double, findStack(stacks, 'production'));
    for (const [{ folder }, , url] of accounts) {
      stage.env['NETINGRESS_BASE_URL'] = url;
      await stage.terraform(folder, 'destroy', '-no-color', '-auto-approve');
    }
    expect(sumOf([stage.emulator, second])).toEqual({});
  } finally {
    await second.close();
  }
});

/** Each command held the lock and gave it back; while somebody else has it, no other command goes on. */
async function expectLocking({ objects, conditional }: S3Double, { folder, name }: SynthesizedStack): Promise<void> {
  const state = `netingress/${name}.tfstate`;
  expect([...objects.keys()].sort()).toEqual(['netingress/production.tfstate', 'netingress/staging.tfstate']);
  expect(conditional.filter(({ key }) => key === `${state}.tflock`)).toContainEqual({
    key: `${state}.tflock`,
    won: true,
  });

  const held = { ID: 'a1', Operation: 'OperationTypeApply', Who: 'ann@laptop', Version: '1.11.4', Path: state };
  objects.set(`${state}.tflock`, Buffer.from(JSON.stringify(held)));
  const { status, stderr } = await stage.tryTerraform(folder, 'plan', '-no-color');
  expect(status).toBe(1);
  expect(stderr).toContain('Error acquiring the state lock');
  expect(stderr).toContain('ann@laptop');
  expect(conditional.at(-1)).toEqual({ key: `${state}.tflock`, won: false });
  objects.delete(`${state}.tflock`);
}

function findStack(stacks: readonly SynthesizedStack[], name: string): SynthesizedStack {
  const found = stacks.find((stack) => stack.name === name);
  if (!found) throw new Error(`The app has no stack ${name}`);
  return found;
}

function sumOf(emulators: readonly Emulator[]): Record<string, number> {
  const counts = KINDS.map(({ name }): [string, number] => [
    name,
    emulators.reduce((sum, emulator) => sum + emulator.objects(name).length, 0),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
