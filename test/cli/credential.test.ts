/** `netingress credential rotate`: the hand-over is never a credential that was deleted, whatever fails or is killed. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { getKind } from '../../src/model/kinds';
import { type RotationClient, rotateCredential } from '../../src/model/rotation/rotate-credential';
import { make } from '../adopt/seed';
import { campaignSize, picker } from '../fuzz';
import { type RanInProcess, runInProcess } from '../support/cli/run-in-process';

let emulator: Emulator;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator({ apiKeys: ['deployer'] });
  const { url } = await emulator.listen();
  env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'deployer' };
});
beforeEach(async () => {
  await emulator.reset();
  emulator.faults.clear();
  folder = mkdtempSync(join(tmpdir(), 'netingress-credential-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => emulator.close());

const rotate = (name: string, ...args: string[]): Promise<RanInProcess> =>
  runInProcess(['credential', 'rotate', name, '--output', 'token', ...args], { env, cwd: folder });
const handOver = (): string => readFileSync(join(folder, 'token'), 'utf8').trim();
const ids = (kind = 'api_key'): string[] => emulator.objects(kind).map(({ id }) => String(id));

async function isAccepted(token: string): Promise<boolean> {
  const response = await fetch(`${env['NETINGRESS_BASE_URL']}/ip_policies`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.ok;
}

test('keeps the previous credential until the next rotation, and no output contains a token', async () => {
  const foreign = await make(emulator, getKind('api_key'), { description: 'ci', metadata: '{"team":"edge"}' });
  const tokens: string[] = [];
  for (let round = 1; round <= 4; round++) {
    const { status, stdout, stderr } = await rotate('ci', '--json');
    expect([status, stderr.includes('Wrote the token.')]).toEqual([0, true]);
    expect(JSON.parse(stdout)).toMatchObject({ number: round, failed: [] });
    tokens.push(handOver());
    for (const token of tokens) expect(`${stdout}${stderr}`.includes(token.slice(-16))).toBe(false);
    const accepted = await Promise.all(tokens.map(isAccepted));
    expect(accepted).toEqual(tokens.map((_, index) => index >= round - 2));
  }
  expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['token']);
  // A credential without the name of the rotation is not changed, also with the same description.
  expect(ids()).toContain(foreign);
  expect(ids()).toHaveLength(3);
});

test('rotations of other names and types are independent', async () => {
  await rotate('one');
  await rotate('two');
  await rotate('one', '--type', 'tunnel_credential', '--acl', 'bind:*.example.com', '--description', 'Agents');
  expect([ids().length, ids('tunnel_credential').length]).toEqual([2, 1]);
  expect(emulator.objects('tunnel_credential')).toMatchObject([{ description: 'Agents', acl: ['bind:*.example.com'] }]);
});

test('with --sealed-for the file contains a JWE, which netingress unseal reads', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }));
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  expect((await rotate('ci', '--sealed-for', 'public.pem')).status).toBe(0);
  expect(handOver()).toMatch(/^eyJ[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/);
  const { stdout } = await runInProcess(['unseal', '--key', 'private.pem', handOver()], { cwd: folder });
  expect(await isAccepted(stdout.trim())).toBe(true);
});

test('a file that cannot be written deletes the new credential, and the earlier one is still valid', async () => {
  await rotate('ci');
  const before = [ids(), handOver()];
  const { status, stderr } = await rotate('ci', '--output', 'missing/token');
  expect([status, stderr]).toEqual([1, expect.stringContaining('Cannot write the token to missing/token')]);
  expect([ids(), handOver()]).toEqual(before);
});

test('an earlier credential that cannot be deleted is exit status 3, and the next rotation deletes it', async () => {
  for (let round = 0; round < 2; round++) await rotate('ci');
  emulator.faults.add({ match: { method: 'DELETE' }, do: { status: 403 }, times: 1 });
  const { status, stderr } = await rotate('ci');
  expect([status, stderr]).toEqual([3, expect.stringContaining('The next rotation tries again')]);
  expect(ids()).toHaveLength(3);
  expect((await rotate('ci')).status).toBe(0);
  expect(ids()).toHaveLength(2);
});

test.each([
  ['a private key', ['--sealed-for', 'private.pem'], 'is a private key'],
  ['bindings of an API key', ['--acl', '*'], 'expected --type tunnel_credential'],
  ['an invalid binding', ['--type', 'tunnel_credential', '--acl', 'x'], 'is not an ACL rule'],
  ['a long description', ['--description', 'x'.repeat(256)], '255'],
])('%s is an error before anything is created', async (_, args, message) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const { status, stderr } = await rotate('ci', ...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(ids()).toEqual([]);
});

let serial = 0;
const nextSerial = (): number => {
  serial += 1;
  return serial;
};

const KILLS = campaignSize(200, 1_000, 5_000);

/** A service in memory whose process is killed at a call: before the service receives it, or before its response. */
function createKilledClient(objects: Map<string, JsonObject>, killAt: number, isSent: boolean): RotationClient {
  let calls = 0;
  const call = <T>(effect: () => T): T => {
    calls += 1;
    if (calls < killAt) return effect();
    if (calls === killAt && isSent) effect();
    throw new Error('killed');
  };
  return {
    async *list() {
      yield* call(() => [...objects.values()]);
    },
    create: async (_, body) =>
      call(() => {
        const created = { ...body, id: `ak_${nextSerial()}`, token: '' };
        const object = { ...created, token: `token of ${created.id}` };
        objects.set(object.id, object);
        return object;
      }),
    update: async (_, id, body) => call(() => void objects.set(id, { ...objects.get(id), ...body })),
    delete: async (_, id) => call(() => void objects.delete(id)),
  };
}

test.each([
  [false, 'Deleted the credential ak_1 again.'],
  [true, 'The credential ak_1 could not be deleted; a later rotation deletes it.'],
])(
  'a token that cannot be handed over: the report says whether its credential was deleted (%s)',
  async (fails, line) => {
    const reported: string[] = [];
    const client: RotationClient = {
      async *list() {},
      create: async () => ({ id: 'ak_1', token: 't' }),
      update: async () => undefined,
      delete: async () => (fails ? Promise.reject(new Error('no connection')) : undefined),
    };
    const steps = {
      handOver: () => Promise.reject(new Error('no file')),
      report: (text: string) => void reported.push(text),
    };
    await expect(rotateCredential(client, { kind: 'api_key', name: 'ci' }, steps)).rejects.toThrow('no file');
    expect(reported).toContain(line);
  },
);

test(`${KILLS} rotations that are killed at random calls never delete the handed-over credential or the previous one`, async () => {
  const random = picker(7);
  const objects = new Map<string, JsonObject>();
  const isValid = (token: string): boolean => [...objects.values()].some((object) => object['token'] === token);
  let current = '';
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const before = current;
    const killAt = 1 + random(8);
    const client = createKilledClient(objects, killAt, random(2) === 0);
    const handOverAt = random(4);
    const steps = {
      handOver: async (token: string) => {
        if (handOverAt === 0) throw new Error('no file');
        current = token;
        if (handOverAt === 1) throw new Error('killed after the file was written');
      },
      report: () => undefined,
    };
    // A process that is killed deletes nothing afterwards.
    const alive = handOverAt === 1 ? { ...client, delete: async () => Promise.reject(new Error('killed')) } : client;
    await rotateCredential(alive, { kind: 'api_key', name: 'ci' }, steps).catch(() => {
      killed += 1;
    });
    if (current !== '') expect([round, isValid(current)]).toEqual([round, true]);
    if (before !== '') expect([round, isValid(before)]).toEqual([round, true]);
  }
  expect(killed).toBeGreaterThan(KILLS / 4);
  // Whatever the kills have left, two complete rotations remove it.
  for (let round = 0; round < 2; round++) {
    const client = createKilledClient(objects, Number.POSITIVE_INFINITY, false);
    await rotateCredential(
      client,
      { kind: 'api_key', name: 'ci' },
      { handOver: async () => undefined, report: () => undefined },
    );
  }
  expect(objects.size).toBe(2);
});
