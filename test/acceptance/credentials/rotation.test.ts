/**
 * A credential is rotated without an outage: a consumer that reads the hand-over is never refused, also while Terraform
 * is killed at random moments.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { IpPolicy, RotatingCredential } from '../../../src/constructs';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { findBinary } from '../../../src/terraform/find-binary';
import { campaignSize, picker } from '../../fuzz';
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { newStack, removeFolders, render } from '../../support/constructs/synth';

const KILLS = campaignSize(2, 6, 100);
jest.setTimeout(60_000 + KILLS * 30_000);

const DEPLOYER = 'key-of-the-deployment';

let emulator: Emulator;
let workspace: AttachedWorkspace;
let url: string;

beforeAll(async () => {
  emulator = createEmulator({ apiKeys: [DEPLOYER] });
  ({ url } = await emulator.listen());
  workspace = await createAttachedWorkspace(url);
  workspace.env['NETINGRESS_API_KEY'] = DEPLOYER;
});
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
  removeFolders();
});

/** A rotating key whose token is handed over in the metadata of a policy, where the consumer reads it. */
async function configure(rotation: string): Promise<void> {
  const stack = newStack();
  const credential = new RotatingCredential(stack, 'consumer', { rotation, description: 'consumer' });
  new IpPolicy(stack, 'handover', { description: 'handover', metadata: credential.token });
  await workspace.configure(render(stack).resource);
}

const handOver = (): string => String(emulator.objects('ip_policy')[0]?.['metadata']);

async function isAccepted(token: string): Promise<boolean> {
  const response = await fetch(`${url}/ip_policies`, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.ok;
}

/** Reads the hand-over and uses the token a moment later, until it is stopped. */
function startConsumer(random: (bound: number) => number) {
  const refused: string[] = [];
  const seen = new Set<string>();
  let stopped = false;
  const ended = (async () => {
    while (!stopped) {
      const token = handOver();
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

/** Starts an apply and kills Terraform after that time. Returns whether the apply had ended before. */
async function applyAndKill(afterMs: number): Promise<boolean> {
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH');
  // The death of Terraform must be noticed by a process of the provider.
  workspace.provider?.dismiss();
  const child = spawn(binary, ['apply', '-no-color', '-auto-approve'], {
    cwd: workspace.folder,
    env: workspace.env,
    stdio: 'ignore',
  });
  workspace.provider?.use();
  const closed = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  await Promise.race([sleep(afterMs), closed]);
  child.kill('SIGKILL');
  return (await closed) === null;
}

test(`a consumer is never refused during rotations with ${KILLS} kills`, async () => {
  const random = picker(20);
  await configure('rotation 0');
  await workspace.apply();
  await configure('rotation 0, measured');
  workspace.provider?.dismiss();
  const started = performance.now();
  await workspace.apply();
  workspace.provider?.use();
  const duration = performance.now() - started;

  const consumer = startConsumer(random);
  let ended = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = handOver();
    await configure(`rotation ${kill}`);
    if (await applyAndKill(random(Math.ceil(duration)))) ended += 1;
    await workspace.apply();
    // A killed apply is completed by the next one: the token is a new one, and the previous token is still accepted.
    expect(handOver()).not.toBe(before);
    expect(await isAccepted(before)).toBe(true);
    expect(await workspace.changes()).toEqual({});
  }
  await consumer.stop();
  expect(consumer.refused).toEqual([]);
  expect(consumer.seen.size).toBeGreaterThanOrEqual(KILLS);
  // Most kills hit a running apply, or the test would show nothing.
  expect(ended).toBeLessThan(KILLS / 2 + 1);
});

test('a new value replaces only the slot that is not current, and the new credential is created first', async () => {
  await configure('first');
  await workspace.apply();
  await configure('second');
  const planned = await workspace.changes();
  const replaced = Object.entries(planned).filter(([address]) => address.startsWith('netingress_api_key.'));
  expect(replaced.map(([, action]) => action)).toEqual(['replace']);
  const from = emulator.requests().length;
  await workspace.applyPlanned();
  const writes = emulator
    .requests()
    .slice(from)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/_\w{20,}/, '_ID')}`);
  expect(writes).toEqual(['POST /api_keys', 'PATCH /ip_policies/ipp_ID', 'DELETE /api_keys/ak_ID']);
  expect(await workspace.changes()).toEqual({});
});
