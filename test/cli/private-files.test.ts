import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../src/cli/adopt/resume-journal';
import { replacePrivateFile } from '../../src/cli/output-file';
import { createEmulator, type Emulator } from '../../src/emulator';
import { runInProcess } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';

let folder: string;
let emulator: Emulator;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netingress-private-'));
  emulator = createEmulator({ stateFile: join(folder, 'emulator.json'), eventFolder: join(folder, 'delivered') });
  const { url } = await emulator.listen();
  env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key' };
});
afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

const target = {
  log_group: { log_group_rn: 'rn', auth: { creds: { cloud_access_key_id: 'A', cloud_secret_access_key: 'S' } } },
};

const post = (path: string, body: object) => createObject(String(env['NETINGRESS_BASE_URL']), path, body);

/** The files below a folder that others could read or write. */
function open(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) !== 0);
}

test('state, deliveries, adopted files, reports and checkpoints are readable only by their owner', async () => {
  const destination = await post('/event_destinations', { format: 'json', target });
  await post('/event_subscriptions', {
    sources: [{ type: 'ip_policy_created.v0' }],
    destination_ids: [destination.id],
  });
  await post('/ip_policies', { description: 'office' });
  writeFileSync(join(folder, 'none.json'), JSON.stringify({ version: 4, resources: [] }), { mode: 0o600 });
  const surroundings = { cwd: folder, env };
  expect(await runInProcess(['adopt', '--out', 'adopted'], surroundings)).toMatchObject({ status: 0 });
  const drift = ['drift', '--state', 'none.json', '--format', 'json', '--out', 'report.json'];
  expect(await runInProcess(drift, surroundings)).toMatchObject({ status: 2 });
  const events = `delivered/${destination.id}.ndjson`;
  const watch = ['watch', '--once', '--events', events, '--state', 'none.json', '--checkpoint', 'seen.json'];
  await runInProcess(watch, surroundings);
  const names = readdirSync(folder, { recursive: true }).map(String);
  expect(names).toEqual(
    expect.arrayContaining(['emulator.json', events, 'adopted/main.ts', 'report.json', 'seen.json']),
  );
  expect(open(folder)).toEqual([]);
});

test('a replaced checkpoint and the journal of an adoption are readable only by their owner', async () => {
  const file = join(folder, 'file.json');
  for (const each of [file, `${file}.tmp`, join(folder, 'journal')]) {
    writeFileSync(each, 'older');
    chmodSync(each, 0o644);
  }
  await replacePrivateFile(file, 'newer');
  openJournal(join(folder, 'journal'), { baseUrl: 'x', apiKey: 'y' }).add('ip_policy', {
    objects: [],
    complete: true,
  });
  expect(open(folder).filter((name) => /file|journal/.test(name))).toEqual([]);
});
