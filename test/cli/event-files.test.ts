/**
 * The inputs of `--events`: files, folders, patterns and standard input, plain and compressed, whole, cut off and
 * empty.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { CliError } from '../../src/command/context';
import { readEvents, streamDatedEvents, streamEvents } from '../../src/command/inputs/event-files';
import { findEventFiles } from '../../src/command/inputs/find-event-files';
import { isFullCampaign } from '../fuzz';
import { useFolder } from '../support/folder';
import { testWith } from '../support/requirements';

const files = useFolder();
const { write } = files;

const contextWith = (stdin: readonly Uint8Array[] = []) => ({
  cwd: files.folder,
  printError: () => undefined,
  signal: new AbortController().signal,
  stdin: () => Readable.from(stdin),
});

const event = (n: number): string => {
  const head = { event_id: `ev_${n}`, event_type: 'ip_policy_created.v0', event_timestamp: '2026-05-01T10:00:00Z' };
  return JSON.stringify({ ...head, object: { id: `ipp_${n}`, description: '' } });
};
const lines = [1, 2, 3].map(event).join('\n');

const gzip = (text: string): Buffer => gzipSync(text);
/** Compressed by the reference implementation. */
const zstd = (text: string): Buffer => execFileSync('zstd', ['-q', '-c'], { input: text });

async function read(inputs: string | readonly string[], stdin: readonly Uint8Array[] = []) {
  const context = contextWith(stdin);
  const found = await findEventFiles(context, [inputs].flat());
  const ids: string[] = [];
  const problems = await streamDatedEvents(context, found, ({ event_id: id }) => ids.push(String(id).slice(3)));
  return [ids.join(' '), [...problems]] as const;
}

describe.each([
  ['gzip', test, gzip],
  ['Zstandard', testWith('zstd'), zstd],
] as const)('%s', (_, testFormat, compress) => {
  testFormat('is recognized by its content, also in several members and with a wrong name', async () => {
    const members = Buffer.concat([compress(`${event(1)}\n${event(2)}\n`), compress(event(3))]);
    expect(await read(await write('one.txt', compress(lines)))).toEqual(['1 2 3', []]);
    expect(await read(await write('several.ndjson', members))).toEqual(['1 2 3', []]);
    expect(await read(await write('plain.gz', lines))).toEqual(['1 2 3', []]);
  });

  testFormat('may be standard input, and come byte by byte', async () => {
    const bytes = [...compress(lines)].map((byte) => Uint8Array.of(byte));
    expect(await read('-', bytes)).toEqual(['1 2 3', []]);
  });

  testFormat('is reported wherever it is cut off, except between two members', async () => {
    const first = compress(`${event(1)}\n${event(2)}\n`);
    const whole = Buffer.concat([first, compress(`${event(3)}\n`)]);
    await write('whole', whole);
    // In the first 14 and the last 13 bytes each cut, and in CI each one between them.
    const step = isFullCampaign ? 1 : 7;
    for (let length = 0; length < whole.length; length += length < 14 || whole.length - length < 14 ? 1 : step) {
      // A cut between members leaves a whole file.
      if (length === first.length) continue;
      const [, problems] = await read(await write('part', whole.subarray(0, length)));
      expect([length, problems?.length]).not.toEqual([length, 0]);
      expect(problems?.at(-1)).toMatch(/The input is cut off|contains no event/);
    }
  });
});

const cut = gzipSync(`${event(1)}\n${event(2)}\n${'x'.repeat(50_000)}`).subarray(0, -9);
test.each([
  ['a text', 'no events here\n', /tested contains no event; expected events/],
  ['nothing', '', /tested contains no event; expected events/],
  ['a compressed text', gzipSync('no events here'), /tested contains no event; expected events/],
  ['a Parquet file', 'PAR1 and more', /^tested cannot be read: it is a Parquet file; .*--events-engine duckdb/],
  ['a head of gzip alone', Buffer.from([0x1f, 0x8b, 7, 7]), /^tested cannot be read: The input is not valid gzip/],
  ['bytes after gzip', Buffer.concat([gzipSync(event(1)), Buffer.from('more')]), /^tested cannot .* not valid gzip/],
  ['gzip that is cut off', cut, /^Line 3 of tested was skipped|^The rest of tested after line 2 .* cut off/],
  ['an event without a time of RFC 3339', event(1).replace(/2026[^"]*/, '1'), /^Line 1 of .* no valid event_timestamp/],
])('a file of %s is named, and the next file is read', async (_, contents, problem) => {
  const [events, problems] = await read([await write('tested', contents), await write('good', event(3))]);
  expect([events, problems?.at(-1)]).toEqual([contents === cut ? '1 2 3' : '3', expect.stringMatching(problem)]);
  expect(problems?.filter((each) => !each.includes('tested'))).toEqual([]);
});

describe('folders', () => {
  test('are read with their folders, in the order of the names, without markers and hidden files', async () => {
    for (const [index, name] of ['b/2', 'b/10', 'a', 'c/d/e'].entries()) await write(`archive/${name}`, event(index));
    for (const name of ['_SUCCESS', '.part.crc', 'b/_temporary/x', '.hidden/x']) await write(`archive/${name}`, 'x');
    expect(await read('archive')).toEqual(['2 1 0 3', []]);
    expect(await read('.')).toEqual(['2 1 0 3', []]);
  });

  test('links are followed, and each file is read once, also if links form a loop', async () => {
    await write('archive/1.ndjson', event(1));
    await write('elsewhere/2.ndjson', event(2));
    symlinkSync('1.ndjson', join(files.folder, 'archive/latest.ndjson'));
    symlinkSync('../elsewhere', join(files.folder, 'archive/more'));
    symlinkSync('..', join(files.folder, 'elsewhere/up'));
    symlinkSync('.', join(files.folder, 'archive/self'));
    expect(await read('archive')).toEqual(['1 2', []]);
  });

  test('what cannot be read in them is named', async () => {
    await write('archive/1', event(1));
    await write('archive/2', event(2));
    symlinkSync('nowhere', join(files.folder, 'archive/broken'));
    const found = await findEventFiles(contextWith(), ['archive']);
    unlinkSync(join(files.folder, 'archive/2'));
    const ids: unknown[] = [];
    const problems = await streamDatedEvents(contextWith(), found, ({ event_id: id }) => ids.push(id));
    expect(ids).toEqual(['ev_1']);
    const missing = (name: string) => expect.stringContaining(`${name} cannot be read: ENOENT`);
    expect(problems).toEqual([missing('archive/2'), missing('archive/broken')]);
  });

  test('without a file are named', async () => {
    mkdirSync(join(files.folder, 'empty/inner'), { recursive: true });
    const problem = expect.stringContaining('empty cannot be read: the folder contains no');
    expect(await read('empty')).toEqual(['', [problem]]);
  });
});

describe('patterns', () => {
  test.each([
    ['logs/*.gz', '1'],
    ['logs/2026-*/a.gz', '2 3'],
    ['logs/2026-*', '2 3 4'],
    ['logs/**/a.gz', '2 3'],
    ['./logs/2026-{10,11}/[ab].gz', '2 3 4'],
    ['l*/2026-11', '3 4'],
  ])('%s', async (pattern, expected) => {
    await write('logs/x.gz', event(1));
    await write('logs/2026-10/a.gz', event(2));
    await write('logs/2026-11/a.gz', event(3));
    await write('logs/2026-11/b.gz', event(4));
    await write('other/2026-11/a.gz', event(5));
    expect(await read(pattern)).toEqual([expected, []]);
    expect(await read(join(files.folder, pattern))).toEqual([expected, []]);
  });

  test('a file with the name of a pattern is that file', async () => {
    await write('a[1].gz', event(1));
    await write('a1.gz', event(2));
    expect(await read('a[1].gz')).toEqual(['1', []]);
  });

  test('a folder that cannot contain a match is not opened', async () => {
    await write('logs/private/x', 'x');
    rmSync(join(files.folder, 'logs/private'), { recursive: true });
    symlinkSync('nowhere', join(files.folder, 'logs/private'));
    await write('logs/ingress.1.gz', event(1));
    expect(await read('logs/ingress*.gz')).toEqual(['1', []]);
  });
});

test.each(['', 'missing.ndjson', 'missing/x', 'no*.gz', 'missing/**'])('--events %j is an error', async (input) => {
  await write('good', event(1));
  const problem = /^--events '.*' (does not exist|matches no file|is empty); expected a file, a folder, a pattern/;
  await expect(read(['good', input])).rejects.toMatchObject({ status: 1, message: expect.stringMatching(problem) });
});

test('a file that several inputs name is read once', async () => {
  await write('logs/1', event(1));
  expect(await read(['logs', 'logs/1', 'logs/*', join(files.folder, 'logs/1')])).toEqual(['1', []]);
});

test('the problems of many lines and of many files are counted', async () => {
  const broken = Array.from({ length: 1000 }, () => '{"event_type":"ip_policy_created.v0","object":{}}').join('\n');
  await write('archive/a', `${broken}\n${event(1)}`);
  for (let index = 0; index < 50; index += 1) await write(`archive/b${index}`, '');
  const [, problems] = await read('archive');
  // Of one file 10 problems and the number of the others; of all files 20, and the number of the others.
  expect(problems).toHaveLength(10 + 1 + 19 + 1);
  expect(problems).toContain('990 more parts of archive/a were not read.');
  expect(problems?.at(-1)).toBe('31 more files were not read completely.');
  expect((await readEvents(broken, 'the text')).unreadCount).toBe(1000);
});

test.each([new CliError('the folder is full'), new TypeError('a defect')])(
  'an error of the function that receives the events ends the reading, and is not reported as one of the file: %p',
  async (failure) => {
    const found = await findEventFiles(contextWith(), [await write('a', lines)]);
    const reading = streamEvents(contextWith(), found, () => {
      throw failure;
    });
    await expect(reading).rejects.toBe(failure);
  },
);

test('a signal ends the reading', async () => {
  const controller = new AbortController();
  const found = await findEventFiles(contextWith(), [await write('a', lines)]);
  const reading = streamEvents({ ...contextWith(), signal: controller.signal }, found, () => {
    controller.abort(new Error('stopped'));
    return undefined;
  });
  await expect(reading).rejects.toThrow('stopped');
});
