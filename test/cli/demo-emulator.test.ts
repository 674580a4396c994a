/** The emulator process of the demo, when it does not start. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CliContext } from '../../src/command/context';
import { startEmulator } from '../../src/demo/emulator-process';
import { useFolder } from '../support/folder';

// Shorter than the time that the demo waits for the start.
jest.setTimeout(10_000);

const files = useFolder();

async function start(source: string, signal = new AbortController().signal): Promise<unknown> {
  const script = join(files.folder, 'emulator.cjs');
  await writeFile(script, source);
  return startEmulator({ script, node: process.execPath, signal } as CliContext, files.folder);
}

test('a process that a signal ends during the start is noticed before the time limit of the start', async () => {
  await expect(start("process.kill(process.pid, 'SIGKILL');")).rejects.toThrow('The emulator did not start');
});

test('an interruption during the start ends the process', async () => {
  const controller = new AbortController();
  const file = join(files.folder, 'pid');
  const source = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const started = start(source, controller.signal);
  let child = 0;
  while (child === 0) {
    await sleep(10);
    child = Number(await readFile(file, 'utf8').catch(() => ''));
  }
  controller.abort(new Error('Interrupted.'));
  await expect(started).rejects.toThrow('Interrupted.');
  expect(() => process.kill(child, 0)).toThrow('ESRCH');
});
