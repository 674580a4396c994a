import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaignSize } from '../../fuzz';
import { createApi } from '../../support/emulator/api';
import { useFolder } from '../../support/folder';

const REGIONS = ['us', 'eu', 'ap', 'au', 'sa', 'jp', 'in'];

const files = useFolder();
let stateFile: string;
beforeEach(() => {
  stateFile = join(files.folder, 'state.json');
});

test('objects, keys, settings and clock survive a restart', async () => {
  const first = createApi({ stateFile, clock: '2030-01-01T00:00:00Z' });
  const policy = await first.create('/ip_policies', { description: 'kept' });
  const key = await first.create('/api_keys', {});
  await first.send('PUT', '/_emulator/settings', { regions: [...REGIONS, 'mars'] });
  await first.send('POST', '/_emulator/clock', { advance: 60 });
  const authority = await first.emulator.certificateAuthority();
  await first.emulator.close();
  const second = createApi({ stateFile, apiKeys: ['mine'] });
  expect(second.emulator.objects('ip_policy')).toMatchObject([{ id: policy.id, description: 'kept' }]);
  expect((await second.send('GET', '/_emulator/settings')).body).toMatchObject({ regions: [...REGIONS, 'mars'] });
  expect(second.emulator.clock.now()).toBe(Date.UTC(2030, 0, 1, 0, 1));
  const signed = { authorization: `Bearer ${key['token']}` };
  expect((await second.send('GET', '/ip_policies', undefined, signed)).status).toBe(200);
  expect(await second.emulator.certificateAuthority()).toBe(authority);
  await second.emulator.close();
});

test('only its owner can read the file, and no other file remains', async () => {
  const api = createApi({ stateFile });
  await api.create('/ip_policies', {});
  await api.emulator.close();
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(files.folder)).toEqual(['state.json']);
});

test('a change is in the file before its response, also with many concurrent changes', async () => {
  const api = createApi({ stateFile });
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { id } = await api.create('/ip_policies', { description: String(n) });
      expect(readFileSync(stateFile, 'utf8')).toContain(id);
    }),
  );
  await api.emulator.close();
});

test.each<[string, (whole: string) => string, string]>([
  ['torn', (whole) => whole.slice(0, whole.length / 2), 'It is truncated or not JSON.'],
  ['empty', () => '', 'It is truncated or not JSON.'],
  ['of another program', () => '{"version": 4}', 'The document is not a state of this emulator'],
  ['of another version', (whole) => whole.replace('"version": 1', '"version": 9'), 'version is 9; expected 1.'],
])('a file that is %s is rejected and not changed', async (_what, spoil, says) => {
  const api = createApi({ stateFile });
  await api.create('/ip_policies', {});
  await api.emulator.close();
  const spoilt = spoil(readFileSync(stateFile, 'utf8'));
  writeFileSync(stateFile, spoilt);
  expect(() => createApi({ stateFile })).toThrow(`The state file ${stateFile} cannot be used: ${says}`);
  expect(() => createApi({ stateFile })).toThrow('The file was not changed');
  expect(readFileSync(stateFile, 'utf8')).toBe(spoilt);
});

test('a path that is not writable fails at the start', () => {
  const file = join(files.folder, 'missing', 'state.json');
  expect(() => createApi({ stateFile: file })).toThrow(`The state file ${file} cannot be written: ENOENT`);
});

test('a second emulator on one file is rejected until the first is closed', async () => {
  const first = createApi({ stateFile });
  expect(() => createApi({ stateFile })).toThrow(
    `The state file ${stateFile} cannot be written: process ${process.pid} uses it; stop that emulator`,
  );
  await first.create('/ip_policies', { description: 'kept' });
  await first.emulator.close();
  const second = createApi({ stateFile });
  expect(second.emulator.objects('ip_policy')).toMatchObject([{ description: 'kept' }]);
  // Used again after its close, the first must not overwrite the state of the second.
  expect((await first.send('POST', '/ip_policies', {})).status).toBe(500);
  await second.emulator.close();
});

test.each<[string, string]>([
  ['of a process that does not run', JSON.stringify({ pid: 2 ** 30, started: '1' })],
  ['of an earlier process with the same number', JSON.stringify({ pid: process.pid, started: '1' })],
  ['that is torn', '{"pi'],
])('a lock %s is taken over', async (_what, content) => {
  writeFileSync(`${stateFile}.lock`, content);
  const api = createApi({ stateFile });
  expect(JSON.parse(readFileSync(`${stateFile}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
  await api.emulator.close();
  expect(readdirSync(files.folder)).toEqual(['state.json']);
});

test('a reset in process is written to the file', async () => {
  const api = createApi({ stateFile });
  const { id } = await api.create('/ip_policies', {});
  await api.emulator.reset();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(id);
  await api.emulator.close();
});

test('a change that cannot be written is applied and returns an error; the next change writes it', async () => {
  const api = createApi({ stateFile });
  rmSync(files.folder, { recursive: true });
  const response = await api.send('POST', '/ip_policies', { description: 'unwritten' });
  expect([response.status, response.body['msg']]).toEqual([500, expect.stringContaining('could not be written')]);
  expect(api.emulator.objects('ip_policy')).toMatchObject([{ description: 'unwritten' }]);
  mkdirSync(files.folder);
  await api.create('/ip_policies', {});
  expect(readFileSync(stateFile, 'utf8')).toContain('unwritten');
  await api.emulator.close();
});

test('a close that cannot write the file releases its lock', async () => {
  const api = createApi({ stateFile });
  mkdirSync(`${stateFile}.tmp`);
  await expect(api.emulator.close()).rejects.toThrow('could not be written');
  expect(existsSync(`${stateFile}.lock`)).toBe(false);
});

describe('a process that is killed', () => {
  const script = join(__dirname, '../../../lib/bin/netingress.js');
  const ROUNDS = campaignSize(1, 4);

  async function start(): Promise<{ process: ChildProcess; url: string }> {
    const readyFile = join(files.folder, 'ready.json');
    rmSync(readyFile, { force: true });
    const args = [script, 'emulator', '--store', stateFile, '--ready-file', readyFile];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    while (!existsSync(readyFile)) {
      if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}; is the package built?`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { process: child, url: (JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string }).url };
  }

  test('locks its file until then, and leaves one that the next emulator loads, with all changes that had a response', async () => {
    const confirmed: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { process: child, url } = await start();
      expect(() => createApi({ stateFile })).toThrow(`process ${child.pid} uses it`);
      const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const wanted = confirmed.length + 5 + 3 * round;
      const writers = Array.from({ length: 4 }, async () => {
        for (;;) {
          const body = JSON.stringify({ metadata: 'm'.repeat(2000) });
          const response = await fetch(`${url}/ip_policies`, { method: 'POST', headers, body });
          confirmed.push(((await response.json()) as { id: string }).id);
          if (confirmed.length >= wanted) child.kill('SIGKILL');
        }
      });
      await Promise.allSettled(writers);
      await ended;
      const { emulator } = createApi({ stateFile });
      const stored = new Set(emulator.objects('ip_policy').map(({ id }) => id));
      expect(confirmed.filter((id) => !stored.has(id))).toEqual([]);
      await emulator.close();
    }
    expect(confirmed.length).toBeGreaterThanOrEqual(5 * ROUNDS);
  });
});
