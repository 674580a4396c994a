import { readdirSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { TerraformStack as CdktnStack, Testing as CdktnTesting } from 'cdktn';
import { type AnyStack, type Ingress, type IngressOptions, startIngress, withIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';
import { AccessStack, stackWith } from './stacks';

const running: Ingress[] = [];
let folder: string;

beforeEach(() => {
  folder = newFolder();
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((ingress) => ingress.close()));
  jest.restoreAllMocks();
});
afterAll(removeFolders);

/** The temporary folders of the kit; those of apps belong to these tests. */
function leftovers(): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('netingress-constructs-'));
}

async function start(options?: IngressOptions): Promise<Ingress> {
  const ingress = await startIngress(options);
  running.push(ingress);
  return ingress;
}

test('two services share no objects; Terraform does not inherit TF_CLI_ARGS from the caller, nor the provider its profile', async () => {
  process.env['TF_CLI_ARGS'] = '-no-such-option';
  process.env['NETINGRESS_PROFILE'] = 'no-such-profile';
  try {
    const [one, two] = await Promise.all([start(), start({ profile: 'ngrok' })]);
    await Promise.all([one.deploy(new AccessStack()), two.deploy(stackWith(() => undefined))]);
    expect(one.emulator.objects('ip_policy')).toHaveLength(1);
    expect(two.emulator.objects('ip_policy')).toHaveLength(0);
  } finally {
    for (const name of ['TF_CLI_ARGS', 'NETINGRESS_PROFILE']) delete process.env[name];
  }
});

test('close() interrupts a running deployment, empties the temporary folder, and later deployments are rejected', async () => {
  const ingress = await start();
  // The folder of the kit, and that of the socket of the attached provider.
  const folders = [expect.stringMatching(/^netingress-testing-/), expect.stringMatching(/^tf-provider-/)];
  expect(leftovers().sort()).toEqual(folders);
  const interrupted = ingress.deploy(new AccessStack()).catch((error: unknown) => error);
  await new Promise(setImmediate);
  await ingress.close();
  expect(await interrupted).toMatchObject({
    message: expect.stringMatching(/^Cannot deploy the stack 'access': Terraform /),
  });
  expect(leftovers()).toEqual([]);
  await expect(ingress.deploy(new AccessStack())).rejects.toThrow('the service is closed');
  await ingress.close();
});

test('deploys stacks of cdktn', async () => {
  // The built package, because the sources use cdktf.
  const { IpPolicy, NetingressProvider } = require('../../lib/cdktn') as typeof import('netingress');
  const stack = new CdktnStack(CdktnTesting.app({ outdir: newFolder() }), 'other-core');
  const scope = stack as unknown as ConstructorParameters<typeof IpPolicy>[0];
  new NetingressProvider(scope, 'netingress');
  const policy = new IpPolicy(scope, 'offices', { description: 'Offices' });
  const { deploy } = await start();
  const accepted: AnyStack = stack;
  expect((await deploy(accepted)).attributes(policy)).toMatchObject({ description: 'Offices' });
});

test('a missing binary is an error with its path', async () => {
  const { deploy } = await start({ binary: join(folder, 'terraform') });
  await expect(deploy(new AccessStack())).rejects.toThrow(`spawn ${join(folder, 'terraform')} ENOENT`);
});

test('withIngress() uses the hooks of the given runner, and works only between them; a stack without an app is an error', async () => {
  const hooks: (() => Promise<void>)[] = [];
  const hook = (work: () => Promise<void>): number => hooks.push(work);
  const runner = { beforeAll: hook, beforeEach: hook, afterAll: hook, expect: { extend: jest.fn() } };
  const { deploy, plan } = withIngress({ runner });
  expect(runner.expect.extend).toHaveBeenCalledWith(
    expect.objectContaining({ toPlan: expect.any(Function), toEmit: expect.any(Function) }),
  );
  await expect(deploy(new AccessStack())).rejects.toThrow('is not running. Use it only in tests and hooks.');
  const [beforeAllHook, beforeEachHook, afterAllHook] = hooks;
  await beforeAllHook?.();
  await beforeEachHook?.();
  const node = { id: 's', path: 's', root: {} };
  const orphan = { node, synthesizer: {}, prepareStack: () => undefined, toTerraform: () => ({}) };
  await expect(deploy(orphan)).rejects.toThrow("Cannot synthesize the stack 's': it has no App");
  await afterAllHook?.();
  await expect(plan(new AccessStack())).rejects.toThrow('is not running. Use it only in tests and hooks.');
  expect(leftovers()).toEqual([]);
});
