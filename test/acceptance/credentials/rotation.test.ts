/** Rotations of a key whose token is handed over in the metadata of a policy, also while Terraform is killed; sealed tokens. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TerraformOutput } from 'cdktf';
import { IpPolicy, RotatingCredential } from '../../../src/constructs';
import type { Emulator } from '../../../src/emulator';
import type { JsonObject } from '../../../src/values/json';
import { campaignSize, isFullCampaign, picker } from '../../fuzz';
import { type AttachedWorkspace, useAttachedAccount } from '../../support/acceptance/provider-in-process';
import { startTerraform } from '../../support/acceptance/terraform-processes';
import { failureOf } from '../../support/acceptance/workspace';
import { runInProcess } from '../../support/cli/run-in-process';
import { newStack, removeFolders, render } from '../../support/constructs/synth';
import { testInCi } from '../../support/requirements';

const KILLS = campaignSize(1, 6, 100);
// Chosen: after a timeout Jest removes the workspace while Terraform still runs, and the errors hide what took long.
jest.setTimeout(600_000 + KILLS * 180_000);

const DEPLOYER = 'key-of-the-deployment';

const account = useAttachedAccount({ apiKeys: [DEPLOYER] });
let emulator: Emulator;
let workspace: AttachedWorkspace;
let url: string;
let stopConsumer = async (): Promise<void> => undefined;

beforeAll(() => {
  ({ emulator, url, workspace } = account);
  workspace.env['NETINGRESS_API_KEY'] = DEPLOYER;
});
afterAll(async () => {
  await stopConsumer();
  removeFolders();
});

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SEALED_FOR = publicKey.export({ format: 'pem', type: 'spki' }).toString();

/** The id of the construct of the credential, and the value of its rotation that was applied last. */
let [id, current] = ['consumer', ''];

/** A rotating key whose token is handed over in the metadata of a policy, where the consumer reads it. */
async function configure(rotation: string, sealedFor?: string): Promise<void> {
  const stack = newStack();
  const sealed = sealedFor === undefined ? {} : { sealedFor };
  const credential = new RotatingCredential(stack, id, { rotation, description: 'consumer', ...sealed });
  const metadata = sealedFor === undefined ? credential.token : credential.sealedToken;
  new IpPolicy(stack, 'handover', { description: 'handover', metadata });
  await workspace.configure(render(stack).resource);
}

/** Applies the value. Returns the planned actions: `netingress_api_key replace`. */
async function rotate(rotation: string): Promise<string[]> {
  current = rotation;
  await configure(rotation);
  const planned = Object.entries(await workspace.apply());
  return planned.map(([address, action]) => `${address.split('.')[0]} ${action}`).sort();
}

const ROTATED = ['netingress_api_key replace', 'netingress_ip_policy update', 'netingress_rotation update'];

const readHandOver = (): string => String(emulator.objects('ip_policy')[0]?.['metadata']);

async function isAccepted(token: string): Promise<boolean> {
  const response = await fetch(`${url}/ip_policies`, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.ok;
}

/** Reads the hand-over and uses the token up to 40 ms later, again and again, until it is stopped. */
function startConsumer(random: (bound: number) => number) {
  const refused: string[] = [];
  const seen = new Set<string>();
  let stopped = false;
  const ended = (async () => {
    while (!stopped) {
      const token = readHandOver();
      seen.add(token);
      await sleep(random(40));
      if (!(await isAccepted(token))) refused.push(token);
    }
  })();
  return {
    refused,
    seen,
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

const lastRequest = (): number => emulator.requests().at(-1)?.n ?? 0;

/** The number of requests after that one, without `GET /ip_policies`, which the consumer sends. */
const countOfTerraform = (after: number): number =>
  emulator.requests().filter(({ n, method, path }) => n > after && `${method} ${path}` !== 'GET /ip_policies').length;

/** Starts an apply, and kills Terraform when it has sent so many requests. Returns true if the apply ended before the kill. */
async function applyAndKill(afterRequests: number): Promise<boolean> {
  const before = lastRequest();
  // In a process of its own the provider loses Terraform, as it would for a user.
  await workspace.useProcess();
  const terraform = await startTerraform(workspace, 'apply', '-no-color', '-auto-approve');
  workspace.provider?.use();
  let isEnded = false;
  void terraform.ended.then(() => {
    isEnded = true;
  });
  while (!isEnded && countOfTerraform(before) < afterRequests) await sleep(1);
  terraform.signal('SIGKILL');
  return (await terraform.ended).status !== null;
}

const keyIds = (): unknown[] => emulator.objects('api_key').map(({ id: each }) => each);

/** Expects that the token handed over is not `before`, and that the service accepts both. */
async function expectRotated(before: string): Promise<void> {
  const token = readHandOver();
  expect([token === before, await isAccepted(before), await isAccepted(token)]).toEqual([false, true, true]);
}

/** How many requests of Terraform a rotation takes; the first test counts them. */
let requestsOfRotation: number;

test('a new value replaces only the slot that is not current, and the new credential is created first', async () => {
  await rotate('first');
  const [token, last] = [readHandOver(), lastRequest()];
  expect(await rotate('second')).toEqual(ROTATED);
  requestsOfRotation = countOfTerraform(last);
  const writes = emulator
    .requests()
    .filter(({ n, method }) => n > last && method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/_\w{20,}/, '_ID')}`);
  expect(writes).toEqual(['POST /api_keys', 'PATCH /ip_policies/ipp_ID', 'DELETE /api_keys/ak_ID']);
  await expectRotated(token);
});

test('after a rotation whose credential could not be created, the same value completes it, and the previous token is kept', async () => {
  const before = readHandOver();
  emulator.faults.add({ match: { operation: 'api_key.create' }, do: { status: 400, msg: 'limit of keys reached' } });
  await configure('monthly 2');
  expect(await failureOf(workspace, 'apply', '-no-color', '-auto-approve')).toContain(
    "Apply again with the same value of the rotation, 'monthly 2', before the next one.",
  );
  emulator.faults.clear();
  expect([readHandOver(), await isAccepted(before)]).toEqual([before, true]);
  await rotate('monthly 2');
  await expectRotated(before);
});

test(`a consumer is never refused during rotations with ${KILLS} kills`, async () => {
  const random = picker(20);
  const consumer = startConsumer(random);
  stopConsumer = consumer.stop;
  let ended = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = readHandOver();
    current = `rotation ${kill}`;
    await configure(current);
    if (await applyAndKill(1 + random(requestsOfRotation - 1))) ended += 1;
    // A killed apply is completed by the next one.
    await workspace.apply();
    await expectRotated(before);
    if (isFullCampaign) expect(await workspace.changes()).toEqual({});
  }
  await consumer.stop();
  expect(consumer.refused).toEqual([]);
  expect(consumer.seen.size).toBeGreaterThanOrEqual(KILLS);
  // At least half of the kills hit a running apply, or the test would show nothing. The only kill of a plain run may miss.
  expect(ended).toBeLessThanOrEqual(Math.max(1, KILLS / 2));
});

describe('a renamed rotation', () => {
  const moves = (...args: string[]) =>
    runInProcess(['moves', ...args, '--format', 'hcl', '--out', 'moves.tf'], {
      env: workspace.env,
      cwd: workspace.folder,
    });
  const STATE = ['--app', '.', '--state', 'terraform.tfstate'];
  afterEach(async () => {
    for (const name of ['moves.tf', 'plan.json', 'keys.tf.json'])
      await rm(join(workspace.folder, name), { force: true });
  });
  /** Begins anew with rotations that had these values. */
  async function begin(...values: readonly string[]): Promise<void> {
    id = 'consumer';
    await workspace.forget();
    await emulator.reset();
    for (const value of values) await rotate(value);
  }

  test('is moved with both credentials after a rotation', async () => {
    id = 'renamed';
    await configure(current);
    const { status, stderr } = await moves(...STATE);
    expect([status, stderr]).toEqual([0, expect.stringContaining('3 objects moved within a stack')]);
    expect(Object.values(await workspace.apply())).toEqual(['move', 'move', 'move']);
  });

  testInCi.each([
    ['after a rotation, compared with a plan', ['start', 'second'], 'plan'],
    ['before the first rotation', ['start'], 'state'],
  ] as const)('is moved with both credentials, of which the next value replaces one: %s', async (_, values, source) => {
    await begin(...values);
    const ids = keyIds();
    id = 'renamed';
    await configure(current);
    if (source === 'plan') await writeFile(join(workspace.folder, 'plan.json'), JSON.stringify(await workspace.plan()));
    const { status, stderr } = await moves(...(source === 'plan' ? ['--plan', 'plan.json'] : STATE));
    expect([status, stderr]).toEqual([0, expect.stringContaining('3 objects moved within a stack')]);
    const before = readHandOver();
    await rotate('later');
    expect(keyIds().filter((each) => ids.includes(each))).toHaveLength(1);
    await expectRotated(before);
  });

  testInCi('is paired by netingress moves after the user has written the blocks of its credentials', async () => {
    await begin('start');
    const before = [...(await workspace.allAttributes()).keys()];
    id = 'renamed';
    await configure('start');
    const main = JSON.parse(await readFile(join(workspace.folder, 'main.tf.json'), 'utf8')) as {
      resource: Record<string, object>;
    };
    const after = Object.keys(main.resource['netingress_api_key'] ?? {});
    const blocks = ['_a_', '_b_'].map((slot) => ({
      from: before.find((address) => address.includes(`api_key.consumer${slot}`)),
      to: `netingress_api_key.${after.find((name) => name.includes(slot))}`,
    }));
    await writeFile(join(workspace.folder, 'keys.tf.json'), JSON.stringify({ moved: blocks }));
    const { status, stderr } = await moves(...STATE);
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 object moved within a stack')]);
    expect(Object.values(await workspace.apply())).toEqual(['move', 'move', 'move']);
  });
});

testInCi.each(['state rm', 'taint'])(
  'after %s of the rotation, the next value replaces no credential, and the one after it replaces one',
  async (command) => {
    const ids = keyIds();
    const addresses = [...(await workspace.allAttributes()).keys()];
    await workspace.ok(...command.split(' '), addresses.find((address) => address.includes('_rotation.')) ?? '');
    await rotate(`after ${command}`);
    expect(keyIds()).toEqual(ids);
    const before = readHandOver();
    expect(await rotate(`again after ${command}`)).toEqual(ROTATED);
    await expectRotated(before);
    expect(await workspace.changes()).toEqual({});
  },
);

testInCi(
  'a key to encrypt for replaces no credential, and the next rotation hands over an encrypted token',
  async () => {
    const [before, token] = [keyIds(), readHandOver()];
    await configure(current, SEALED_FOR);
    const stdout = await workspace.ok('apply', '-no-color', '-auto-approve');
    expect(stdout).toContain('Another key applies from the next rotation on');
    expect(stdout).toContain('0 to add, 3 to change, 0 to destroy');
    expect([keyIds(), await isAccepted(token)]).toEqual([before, true]);
    await configure('sealed', SEALED_FOR);
    await workspace.apply();
    expect([readHandOver().split('.').length, await isAccepted(token)]).toEqual([5, true]);
    expect(before.filter((each) => !keyIds().includes(each))).toHaveLength(1);
    expect(await workspace.changes()).toEqual({});
  },
);

test('unseal reads the token of each rotation of a tunnel credential, and the previous credential is kept', async () => {
  await workspace.forget();
  await emulator.reset();
  await writeFile(join(workspace.folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const ids: string[] = [];
  for (const rotation of ['first', 'second']) {
    const stack = newStack();
    const values = { description: 'Agents', acl: ['bind:*.example.com'], sealedFor: SEALED_FOR };
    const credential = new RotatingCredential(stack, 'agents', { type: 'tunnel_credential', rotation, ...values });
    new TerraformOutput(stack, 'token', { staticId: true, value: credential.sealedToken });
    const { resource, output } = render(stack) as unknown as { resource: never; output: JsonObject };
    await workspace.configure(resource, { output });
    await workspace.apply();
    const options = { cwd: workspace.folder, stdin: String((await workspace.outputs())['token']) };
    const { stdout, stderr } = await runInProcess(['unseal', '--key', 'key.pem'], options);
    expect(stderr).toBe('');
    // The token of the credential `cr_abc` starts with `abc_`.
    ids.push(`cr_${stdout.split('_')[0]}`);
    const existing = emulator.objects('tunnel_credential').map((each) => each['id']);
    // There are two slots: the first apply creates the credentials of both.
    expect([existing.length, ids.every((each) => existing.includes(each))]).toEqual([2, true]);
  }
  expect(new Set(ids).size).toBe(2);
  expect(emulator.objects('tunnel_credential')[0]).toMatchObject({ acl: ['bind:*.example.com'] });
  expect(await workspace.changes()).toEqual({});
});
