import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findNodeProblem } from '../../src/cli/node-version';
import { createProgram } from '../../src/cli/program';
import type { CliContext } from '../../src/command/context';
import { homeFolder } from '../../src/terraform/cli-config';
import { findPackage } from '../../src/terraform/npm-package';
import { netingress, program } from '../support/cli/netingress';
import { runInProcess, withError } from '../support/cli/run-in-process';
import { useFolder } from '../support/folder';

const files = useFolder();

function commandsOf({ commands }: Command, above: readonly string[] = []): string[][] {
  return commands.flatMap((each) => [[...above, each.name()], ...commandsOf(each, [...above, each.name()])]);
}

/** Only the names are read, so the context has no member. */
const known = commandsOf(createProgram({} as CliContext, undefined));

test.each([[], ...known].map((command) => [['netingress', ...command].join(' '), command] as const))(
  '%s --help has an example with the command',
  async (name, command) => {
    const { status, stdout } = await runInProcess([...command, '--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`Usage: ${name} `)]);
    const example = stdout.slice(stdout.search(/Examples?:\n/));
    expect(example.split('\n').filter((line) => line.startsWith('  netingress '))).not.toEqual([]);
    expect(example).toContain(`  ${name}`);
  },
);

test('--version is the version of the package', async () => {
  expect(await netingress('--version')).toMatchObject({ status: 0, stdout: `${findPackage().version}\n`, stderr: '' });
});

test.each([
  ['an unknown command', ['emulate'], "unknown command 'emulate'"],
  ['an unknown command of a group', ['provider', 'remove'], "unknown command 'remove'"],
  ['an unknown option', ['emulator', '--prot', '1'], "unknown option '--prot'"],
  ['an argument too many', ['demo', 'please'], 'too many arguments'],
])('%s is an error with a hint to --help', async (_, args, says) => {
  const { status, stdout, stderr } = await runInProcess(args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(says);
  expect(stderr).toContain('--help');
});

test('no command at all shows the help on standard error', async () => {
  const { status, stdout, stderr } = await netingress();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Usage: netingress ');
});

test('a closed standard output ends a command with the status that a shell gives for SIGPIPE, without a message', async () => {
  const child = spawn(process.execPath, [program, 'drift', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Closed before anything is written: the first write finds the pipe broken.
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const [status] = (await once(child, 'close')) as [number];
  // 128 + 13, the number of SIGPIPE.
  expect([status, stderr]).toEqual([141, '']);
});

test('provider install into a place that cannot be written to is an error that names it', async () => {
  const mirror = join(files.folder, await files.write('file', ''), 'below');
  expect(await runInProcess(['provider', 'install', '--mirror', mirror])).toEqual(
    withError(1, /^Cannot install the provider in .*file.below: .*\. Give a writable folder with --mirror\.$/),
  );
});

test('the home folder is HOME, or that of the user of the operating system if HOME is empty', () => {
  expect(homeFolder({ HOME: '/somewhere' })).toBe('/somewhere');
  expect(homeFolder({ HOME: '' })).toBe(userInfo().homedir);
});

const hasFull = existsSync('/dev/full');
(hasFull ? test : test.skip)('a full disk at standard output is an error in one line', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program, 'adopt', '--help'], { stdio: ['ignore', full, 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = (await once(child, 'close')) as [number];
  closeSync(full);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Cannot write to standard output: ENOSPC.*\.\n$/)]);
});

test('an older Node is named with the version that is expected, and newer ones are no problem', () => {
  for (const version of ['18.20.8', '20.17.0'])
    expect(findNodeProblem(version)).toMatch(/^Node .* is too old; expected >=20\.18\.1\. Install it/);
  const newer = ['20.18.1', '22.0.0', '24.21.0', '25.0.0-nightly20260101', process.versions.node];
  expect(newer.map(findNodeProblem)).toEqual(newer.map(() => undefined));
});
