import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src/adopt/resume-journal';
import { replacePrivateFile } from '../../src/command/output-file';
import { formatState, useAccount } from '../support/cli/command-line';

const cli = useAccount();
const { create, run } = cli;

const target = {
  log_group: { log_group_rn: 'rn', auth: { creds: { cloud_access_key_id: 'A', cloud_secret_access_key: 'S' } } },
};

/** The files below a folder that others could read or write. */
function open(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) !== 0);
}

test('files of an emulator, adopted files, reports and a checkpoint are readable only by their owner', async () => {
  const { folder } = cli;
  await cli.startEmulator({ stateFile: join(folder, 'emulator.json'), eventFolder: join(folder, 'delivered') });
  const destination = await create('/event_destinations', { format: 'json', target });
  const sources = [{ type: 'ip_policy_created.v0' }];
  await create('/event_subscriptions', { sources, destination_ids: [destination.id] });
  await create('/ip_policies', { description: 'office' });
  writeFileSync(join(folder, 'none.json'), formatState([]), { mode: 0o600 });
  expect(await run(['adopt', '--out', 'adopted'])).toMatchObject({ status: 0 });
  const drift = ['drift', '--state', 'none.json', '--format', 'json', '--out', 'report.json'];
  expect(await run(drift)).toMatchObject({ status: 2 });
  expect(await run(['graph', '--live', '--out', 'account.svg'])).toMatchObject({ status: 0 });
  expect(await run(['graph', '--state', 'none.json', '--out', 'state.svg'])).toMatchObject({ status: 0 });
  const events = `delivered/${destination.id}.ndjson`;
  await run(['watch', '--events', events, '--state', 'none.json', '--checkpoint', 'seen.json']);
  const written = ['emulator.json', events, 'adopted/main.ts', 'report.json', 'account.svg', 'state.svg', 'seen.json'];
  expect(readdirSync(folder, { recursive: true })).toEqual(expect.arrayContaining(written));
  expect(open(folder)).toEqual([]);
});

test('a private file that replaces one that others could read, and the journal of an adoption, are not readable by them', async () => {
  const { folder } = cli;
  const file = join(folder, 'file.json');
  const written = [file, join(folder, 'journal')];
  for (const each of [...written, `${file}.tmp`]) {
    writeFileSync(each, 'older');
    chmodSync(each, 0o644);
  }
  await replacePrivateFile(file, 'newer');
  openJournal(join(folder, 'journal'), { baseUrl: 'x', apiKey: 'y' }).add('ip_policy', { objects: [], complete: true });
  expect(written.map((each) => readFileSync(each, 'utf8') === 'older')).toEqual([false, false]);
  expect(open(folder)).toEqual([]);
});
