/**
 * The team example with an S3 backend: a fake server, or the bucket of `NETINGRESS_TEST_S3_BUCKET` with
 * `NETINGRESS_TEST_S3_ENDPOINT`, `NETINGRESS_TEST_S3_REGION` and the AWS variables.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { SynthesizedStack } from '../../src/terraform/configuration/configuration';
import { isFullCampaign } from '../fuzz';
import { SPEC_KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';
import { type FakeS3, openFakeS3 } from './fake-s3';
import { openStage, synthesize, useStage } from './stage';
import { expectedCounts } from './table';

const configured = process.env['NETINGRESS_TEST_S3_BUCKET'];
const secret = 'the secret of the stream';

let fakeS3: FakeS3 | undefined;

const team = useStage(() => openStage({ variables: { TF_VAR_audit_stream_secret: secret } }));
beforeEach(() => team.useProvider());
afterEach(async () => {
  await fakeS3?.close();
  fakeS3 = undefined;
});

async function storeVariables(): Promise<Record<string, string>> {
  if (configured === undefined) {
    fakeS3 = await openFakeS3();
    const credentials = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
    return { STATE_BUCKET: fakeS3.bucket, AWS_ENDPOINT_URL_S3: fakeS3.url, ...credentials };
  }
  const given = {
    STATE_BUCKET: configured,
    STATE_REGION: process.env['NETINGRESS_TEST_S3_REGION'],
    AWS_ENDPOINT_URL_S3: process.env['NETINGRESS_TEST_S3_ENDPOINT'],
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))),
  };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

test('each environment is a stack with its own lock file, without a configured store; in CI Terraform validates it', async () => {
  const { stage } = team;
  const stacks = await synthesize(stage, 'team');
  expect(stacks.map(({ name }) => name)).toEqual(['production', 'staging']);
  for (const { folder, localState } of stacks) {
    expect(localState).toBeUndefined();
    expect(existsSync(join(folder, '.terraform.lock.hcl'))).toBe(true);
    if (!isFullCampaign) continue;
    await stage.terraform(folder, 'init', '-no-color', '-backend=false');
    expect(await stage.terraform(folder, 'validate', '-no-color')).toContain('The configuration is valid');
  }
});

testInCi(
  'both environments are deployed to separate accounts, with states in the bucket that do not contain the secret',
  async () => {
    const { stage } = team;
    Object.assign(stage.env, await storeVariables());
    const stacks = await synthesize(stage, 'team');
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
        expect(await stage.planned(folder)).toEqual([]);
        const [{ enforced, metadata } = {}] = emulator.objects('ip_restriction');
        expect(enforced).toBe(name === 'production');
        expect(JSON.parse(String(metadata))).toEqual({ owner: 'edge-team', stack: name });
        expect(await stage.terraform(folder, 'state', 'pull')).not.toContain(secret);
      }
      expect(sumOf([stage.emulator, second])).toEqual(expectedCounts('team'));
      if (fakeS3) await expectLocking(fakeS3, findStack(stacks, 'production'));
      for (const [{ folder }, , url] of accounts) {
        stage.env['NETINGRESS_BASE_URL'] = url;
        await stage.terraform(folder, 'destroy', '-no-color', '-auto-approve');
      }
      expect(sumOf([stage.emulator, second])).toEqual({});
    } finally {
      await second.close();
    }
  },
);

/** Expects that a command has acquired the lock before, and that a plan fails while another user has it. */
async function expectLocking({ objects, conditional }: FakeS3, { folder, name }: SynthesizedStack): Promise<void> {
  const state = `netingress/${name}.tfstate`;
  expect([...objects.keys()].sort()).toEqual(['netingress/production.tfstate', 'netingress/staging.tfstate']);
  expect(conditional).toContainEqual({ key: `${state}.tflock`, won: true });

  const lock = { ID: 'a1', Operation: 'OperationTypeApply', Who: 'ann@laptop', Version: '1.11.4', Path: state };
  objects.set(`${state}.tflock`, Buffer.from(JSON.stringify(lock)));
  const { status, stderr } = await team.stage.tryTerraform(folder, 'plan', '-no-color');
  expect([status, stderr]).toEqual([1, expect.stringContaining('Error acquiring the state lock')]);
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
  const counts = SPEC_KINDS.map(({ name }): [string, number] => [
    name,
    emulators.reduce((sum, emulator) => sum + emulator.objects(name).length, 0),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
