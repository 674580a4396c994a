/**
 * The files of `preview --traffic`: their rows, and what is wrong with them. test/preview/recorded.test.ts judges them.
 * Also `--events-engine` without `--events`.
 */
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CountedRequests } from '../../../src/preview/backtest';
import { findTrafficFiles, streamTraffic } from '../../../src/preview/read-traffic';
import { runInProcess, withError } from '../../support/cli/run-in-process';
import { useFolder } from '../../support/folder';

const files = useFolder();
const { write } = files;

const context = () =>
  ({ cwd: files.folder, signal: new AbortController().signal }) as Parameters<typeof findTrafficFiles>[0];

async function read(...inputs: string[]) {
  const rows: CountedRequests[] = [];
  const problems = await streamTraffic(context(), await findTrafficFiles(context(), inputs), (row) => rows.push(row));
  return { rows, problems };
}

const HEADER = 'address,part,requests,last_time';
const ROW = '203.0.113.7,endpoints,12,2026-05-01T10:00:00Z';

test.each([
  ['plain', `${HEADER}\n${ROW}\n`],
  [
    'with quotes, in another order and with CRLF',
    `"part","requests","last_time","address"\r\n"endpoints","12","2026-05-01T10:00:00Z","203.0.113.7"\r\n`,
  ],
  ['with a byte order mark and blank lines', `\uFEFF${HEADER}\n\n${ROW}\n\n`],
  ['without a last line break', `${HEADER}\n${ROW}`],
])('rows %s are read, also compressed', async (_, text) => {
  const row = { address: '203.0.113.7', part: 'endpoints', requests: 12, lastTime: '2026-05-01T10:00:00Z' };
  expect(await read(await write('counts.csv', text))).toEqual({ rows: [row], problems: [] });
  expect(await read(await write('counts.gz', gzipSync(text)))).toEqual({ rows: [row], problems: [] });
});

test('the files of a folder are read, without its marker files', async () => {
  await write('counts/part-0.csv', `${HEADER}\n${ROW}\n`);
  await write('counts/part-1.csv', `${HEADER}\n2001:db8::7,api,1,\n`);
  await write('counts/_SUCCESS', '');
  const { rows, problems } = await read('counts');
  expect(rows.map(({ address, lastTime }) => `${address} ${lastTime}`)).toEqual([
    '203.0.113.7 2026-05-01T10:00:00Z',
    '2001:db8::7 ',
  ]);
  expect(problems).toEqual([]);
});

test.each([
  ['203.0.113.999,endpoints,1,', "Line 3 of counts.csv: address '203.0.113.999' is not an IP address; expected IPv4"],
  ['203.0.113.7,web,1,', "Line 3 of counts.csv: part 'web' is unknown; expected one of "],
  ['203.0.113.7,endpoints,1.5,', "Line 3 of counts.csv: requests '1.5' is not a count; expected an integer"],
  ['203.0.113.7,endpoints,0,', "Line 3 of counts.csv: requests '0' is not a count"],
  ['203.0.113.7,endpoints,99999999999999999999,', "Line 3 of counts.csv: requests '9{20}' is not a count"],
  ['203.0.113.7,endpoints,1,x', "Line 3 of counts.csv: last_time 'x' is not a timestamp; expected RFC 3339"],
  ['203.0.113.7,endpoints,1', 'Cannot read the traffic in counts.csv: .* on line 3. Correct the file.'],
  ['"203.0.113.7,endpoints,1,', 'Cannot read the traffic in counts.csv: Quote Not Closed: .* line \\d'],
])('the row %s is a mistake, with its line', async (row, text) => {
  await write('counts.csv', `${HEADER}\n${ROW}\n${row}\n${ROW}`);
  await expect(read('counts.csv')).rejects.toMatchObject({ status: 1, message: expect.stringMatching(text) });
});

test.each([
  ['without a header', `${ROW}\n${ROW}\n`],
  ['with another header', `address,requests,last_time\n203.0.113.7,1,\n`],
  ['with one column too many', `${HEADER},more\n${ROW},x\n`],
])('a file %s is a mistake', async (_, text) => {
  const problem =
    /^Cannot read the traffic in counts.csv: Its header is ".*"; expected the columns address,part,requests,last_time\. Correct/;
  const message = expect.stringMatching(problem);
  await expect(read(await write('counts.csv', text))).rejects.toMatchObject({ status: 1, message });
});

test.each([
  ['nothing', '', 'contains no row'],
  ['a header only', `${HEADER}\n`, 'contains no row; expected at least one below its header'],
  ['compressed rows that are cut off', gzipSync(`${HEADER}\n${ROW}\n`).subarray(0, 40), 'The input is cut off'],
])('a file with %s is named, and the next one is read', async (_, contents, message) => {
  const { rows, problems } = await read(await write('a.csv', contents), await write('b.csv', `${HEADER}\n${ROW}`));
  expect(rows.length).toBeGreaterThan(0);
  expect(problems).toEqual([expect.stringMatching(new RegExp(`a\\.csv.*${message}`))]);
});

test('an empty folder and what cannot be read in another one are named, and its other files are read', async () => {
  await write('counts/a.csv', `${HEADER}\n${ROW}\n`);
  await write('empty/_SUCCESS', '');
  await symlink('nowhere', join(files.folder, 'counts/b'));
  await symlink(join('..', 'counts', 'a.csv', 'c'), join(files.folder, 'counts/c'));
  const { rows, problems } = await read('empty', 'counts');
  expect(rows).toHaveLength(1);
  expect(problems).toEqual([
    expect.stringMatching(/^empty cannot be read: the folder contains no file\./),
    expect.stringMatching(/^counts.b cannot be read: ENOENT/),
    expect.stringMatching(/^counts.c cannot be read: ENOTDIR/),
  ]);
});

test('a pipe and standard input are mistakes, because they cannot be read twice', async () => {
  execFileSync('mkfifo', [join(files.folder, 'pipe')]);
  await expect(read('pipe')).rejects.toThrow('--traffic cannot read pipe, because the rows are read twice');
  await expect(read('-')).rejects.toThrow('--traffic cannot read standard input, because the rows are read twice');
});

test('--events-engine duckdb without --events is a mistake', async () => {
  expect(await runInProcess(['preview', '--events-engine=duckdb'])).toEqual(
    withError(1, '--events-engine duckdb has no events to read'),
  );
});

test('a file that does not exist is a mistake of --traffic', async () => {
  const problem =
    "--traffic 'nope.csv' does not exist; expected a file, a folder, or a pattern such as 'counts/*.csv'. Correct --traffic.";
  await expect(read('nope.csv')).rejects.toMatchObject({ status: 1, message: expect.stringContaining(problem) });
});
