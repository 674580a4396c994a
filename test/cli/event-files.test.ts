/** The files of `--events`: plain, gzip, torn, and such without events. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readEventFiles, requireEvents, streamEvents } from '../../src/cli/event-files';

const folder = mkdtempSync(join(tmpdir(), 'netingress-events-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contextWith = (stdin: readonly Uint8Array[] = []) => ({
  cwd: folder,
  printError: () => undefined,
  stdin: () => Readable.from(stdin),
});

const event = (n: number): string =>
  JSON.stringify({
    event_id: `ev_${n}`,
    event_type: 'ip_policy_created.v0',
    event_timestamp: '2026-05-01T10:00:00Z',
    object: { id: `ipp_${n}`, description: '' },
  });
const lines = [1, 2, 3].map(event).join('\n');

function write(name: string, contents: string | Uint8Array): string {
  writeFileSync(join(folder, name), contents);
  return name;
}

async function read(file: string, stdin: readonly Uint8Array[] = []): Promise<[events: number, problems: string[]]> {
  const { events, problems } = await readEventFiles(contextWith(stdin), [file]);
  return [events.length, [...problems]];
}

test('a file compressed with gzip is read, also if it has several members', async () => {
  const members = Buffer.concat([gzipSync(`${event(1)}\n${event(2)}\n`), gzipSync(event(3))]);
  expect(await read(write('plain', lines))).toEqual([3, []]);
  expect(await read(write('gzip', gzipSync(lines)))).toEqual([3, []]);
  expect(await read(write('members', members))).toEqual([3, []]);
});

test('standard input may be compressed, and come byte by byte', async () => {
  const bytes = [...gzipSync(lines)].map((byte) => Uint8Array.of(byte));
  expect(await read('-', bytes)).toEqual([3, []]);
  expect(await read('-', [Buffer.from(lines)])).toEqual([3, []]);
});

test('what follows the tear of a compressed file is a problem', async () => {
  const whole = gzipSync(lines + '\n'.repeat(5) + 'x'.repeat(100_000));
  const [, problems] = await read(write('torn', whole.subarray(0, whole.length - 20)));
  expect(problems.at(-1)).toContain('The rest cannot be read: unexpected end of file.');
});

test.each([
  ['random bytes', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)],
  ['text', 'no events here\n'],
  ['nothing', ''],
  ['a compressed text', gzipSync('no events here')],
])('a file with %s is an error, also before a command runs', async (name, contents) => {
  const file = write(name.replaceAll(' ', '-'), contents);
  const context = contextWith();
  await expect(requireEvents(context, [file])).rejects.toThrow(`The file ${file} contains no event; expected events`);
  await expect(read(file)).rejects.toThrow('contains no event');
});

test('events that are not changes of objects are not kept in memory', async () => {
  const traffic = JSON.stringify({
    event_id: 'ev',
    event_type: 'http_request_complete.v0',
    event_timestamp: '2026-05-01T10:00:00Z',
    object: {},
  });
  expect(await read(write('traffic', `${traffic}\n${event(1)}`))).toEqual([1, []]);
});

test('a thousand broken lines are a hundred sentences and a count', async () => {
  const broken = Array.from({ length: 1000 }, () => '{"event_type":"ip_policy_created.v0","object":{}}').join('\n');
  const [, problems] = await read(write('broken', `${broken}\n${event(1)}`));
  expect([problems.length, problems.at(-1)]).toEqual([101, '900 more lines of broken were skipped.']);
});

test('reading stops with the first event that is needed', async () => {
  const file = write('first', `${event(1)}\n${event(2)}`);
  for await (const { event: first } of streamEvents(contextWith(), file)) {
    expect(first?.event_id).toBe('ev_1');
    break;
  }
});

test('a file that cannot be opened is named with the reason', async () => {
  const missing = 'The file missing.ndjson cannot be read: ENOENT';
  await expect(requireEvents(contextWith(), ['missing.ndjson'])).rejects.toThrow(missing);
  await expect(read('missing.ndjson')).rejects.toThrow(missing);
  await expect(read('.')).rejects.toThrow('The file . cannot be read: EISDIR');
});
