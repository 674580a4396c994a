/** What a command shows on a terminal, where both outputs are one screen. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { createEmulator, type Emulator } from '../../src/emulator';
import { program, start } from '../support/cli/netingress';
import { createObject } from '../support/emulator/create-object';
import { testWith } from '../support/requirements';
import { endAllScripts } from '../support/script';

let folder: string;
let emulator: Emulator;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-terminal-'));
  emulator = createEmulator();
  const { url } = await emulator.listen();
  await createObject(url, '/ip_policies', { description: 'offices' });
  writeFileSync(join(folder, 's.json'), '{"version": 4, "resources": []}');
  env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'any' };
});
afterEach(async () => {
  endAllScripts();
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The lines on the screen of a pseudo-terminal, without the spinner's. */
async function onTerminal(...args: readonly string[]): Promise<readonly string[]> {
  const command = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
  const typescript = join(folder, 'typescript');
  const ended = await promisify(execFile)('script', ['-qec', command, typescript], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...env },
  }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
  expect(ended).toBe(2);
  // The program records its own start and end in the first and the last line.
  const recorded = readFileSync(typescript, 'utf8').split('\n').slice(1, -2);
  return recorded.map((line) => stripVTControlCharacters(line).trim()).filter((line) => line !== '');
}

testWith('script')('the result is the last line, and is there once', async () => {
  const lines = await onTerminal('drift', '--state', 's.json');
  const result = lines.at(-1) ?? '';
  expect(result).toMatch(/1 unmanaged/);
  expect(lines.filter((line) => line === result)).toEqual([result]);
});

test('in a pipe each of the outputs has the result', async () => {
  const { status, stdout, stderr } = await start(['drift', '--state', 's.json'], env, folder).ended;
  const last = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);
  expect([status, last(stdout)]).toEqual([2, last(stderr)]);
});
