/** Where the result is on a terminal, in a log of both outputs, and in two pipes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { formatState, useAccount } from '../support/cli/command-line';
import { program, start } from '../support/cli/netingress';
import { testWith } from '../support/requirements';
import { endAllScripts } from '../support/script';

afterEach(endAllScripts);
const cli = useAccount();

beforeEach(async () => {
  await cli.create('/ip_policies', { description: 'offices' });
  await cli.write('s.json', formatState([]));
});

/** The recorded lines of a pseudo-terminal, without control sequences. Expects that the command ends with status 2. */
async function onTerminal(...args: readonly string[]): Promise<readonly string[]> {
  const command = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
  const typescript = join(cli.folder, 'typescript');
  const ended = await promisify(execFile)('script', ['-qec', command, typescript], {
    cwd: cli.folder,
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...cli.env },
  }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
  expect(ended).toBe(2);
  // The utility `script` records its own start and end in the first and the last line.
  const recorded = (await cli.read('typescript')).split('\n').slice(1, -2);
  return recorded.map((line) => stripVTControlCharacters(line).trim()).filter((line) => line !== '');
}

testWith('script')('on a terminal the result is the last line, and is there once', async () => {
  const lines = await onTerminal('drift', '--state', 's.json');
  const result = lines.at(-1) ?? '';
  expect(result).toMatch(/1 unmanaged/);
  expect(lines.filter((line) => line === result)).toEqual([result]);
});

test('in a log of both outputs the result is the last line, and is there once', async () => {
  const command = `'${process.execPath}' '${program}' drift --state s.json > log 2>&1 || test $? = 2`;
  await promisify(execFile)('sh', ['-c', command], { cwd: cli.folder, env: { PATH: process.env['PATH'], ...cli.env } });
  const lines = (await cli.read('log')).trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/1 unmanaged/);
  expect(lines.filter((line) => line === lines.at(-1))).toHaveLength(1);
});

test('in pipes of their own each of the outputs ends with the result', async () => {
  const { status, stdout, stderr } = await start(['drift', '--state', 's.json'], cli.env, cli.folder).ended;
  const last = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);
  expect([status, last(stdout)]).toEqual([2, last(stderr)]);
  expect(last(stdout)).toMatch(/1 unmanaged/);
});
