import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CliContext } from '../../src/command/context';
import { startEmulator } from '../../src/demo/emulator-process';
import { canFindProcesses, processesAt } from '../support/acceptance/processes';
import { start } from '../support/cli/netingress';
import { withError } from '../support/cli/run-in-process';
import { testInCi } from '../support/requirements';
import { endAllScripts, type RunningScript } from '../support/script';

jest.setTimeout(120_000);

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-demo-test-'));
});
afterEach(async () => {
  endAllScripts();
  await rm(root, { recursive: true, force: true });
});

/** Starts the demo, whose temporary files and HOME are in the folder of the test. */
async function startDemo(searchPath = process.env['PATH'] ?? ''): Promise<RunningScript> {
  await mkdir(join(root, 'tmp'), { recursive: true });
  // Without Terraform, the download fails: nothing listens at this address.
  const nowhere = { NETINGRESS_OPENTOFU_ADDRESS: 'http://127.0.0.1:9' };
  return start(['demo'], { PATH: searchPath, TMPDIR: join(root, 'tmp'), HOME: join(root, 'home'), ...nowhere }, root);
}

async function expectNothingLeft(): Promise<void> {
  expect(await readdir(join(root, 'tmp'))).toEqual([]);
  expect((await readdir(root)).filter((name) => !['tmp', 'bin'].includes(name))).toEqual([]);
  if (canFindProcesses) expect(processesAt(root)).toEqual([]);
}

testInCi('runs to its end, and leaves no file and no process', async () => {
  const { status, stdout, stderr } = await (await startDemo()).ended;
  expect([status, stderr.split('\n').filter((line) => line !== '' && !/^ok {4}.* \(\d+\.\d s\)$/.test(line))]).toEqual([
    0,
    [],
  ]);
  expect(stdout).toMatch(
    /rules\["192\.0\.2\.7\/32"\]: \(none\) -> allow "just for today"\n +by mallory@example\.com in the dashboard/,
  );
  expect(stdout).toMatch(
    /FAILED --must-admit 203\.0\.113\.0\/24[\s\S]*newly shut out: [\s\S]*203\.0\.113\.0\/24 \(256\)/,
  );
  await expectNothingLeft();
});

test('without Terraform, and unable to fetch OpenTofu, ends with status 1 and says what is missing', async () => {
  expect(await (await startDemo(join(root, 'bin'))).ended).toEqual(
    withError(1, 'Neither terraform nor tofu is on the PATH'),
  );
  await expectNothingLeft();
});

testInCi('with a step that fails ends with status 1, names the step and shows why', async () => {
  const bin = join(root, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'terraform'), '#!/bin/sh\necho "terraform is out of order" >&2\nexit 3\n');
  await chmod(join(bin, 'terraform'), 0o755);
  await symlink(process.execPath, join(bin, 'node'));
  const { status, stderr } = await (await startDemo(bin)).ended;
  expect(status).toBe(1);
  expect(stderr).toContain('FAIL  terraform apply: only two offices may use the dashboard');
  expect(stderr).toContain('terraform is out of order');
  await expectNothingLeft();
});

const interruptAfter = async (step: string): Promise<void> => {
  const demo = await startDemo();
  await demo.says(`ok    ${step}`);
  demo.signal('SIGINT');
  expect((await demo.ended).status).toBe(130);
  await expectNothingLeft();
};
const title = 'interrupted by SIGINT after the step "%s" cleans up and ends with status 130';
test.each(['Start the emulator'])(title, interruptAfter);
testInCi.each(['terraform apply: only two offices may use the dashboard'])(title, interruptAfter);

describe('the process of the emulator', () => {
  // Shorter than the time that the demo waits for the start.
  const TIMEOUT_MS = 10_000;

  async function startFrom(source: string, signal = new AbortController().signal): Promise<unknown> {
    const script = join(root, 'emulator.cjs');
    await writeFile(script, source);
    return startEmulator({ script, node: process.execPath, signal } as CliContext, root);
  }

  test(
    'a process that a signal ends during the start is noticed before the time limit of the start',
    async () => {
      await expect(startFrom("process.kill(process.pid, 'SIGKILL');")).rejects.toThrow('The emulator did not start');
    },
    TIMEOUT_MS,
  );

  test(
    'an interruption during the start ends the process',
    async () => {
      const controller = new AbortController();
      const file = join(root, 'pid');
      const source = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
      const started = startFrom(source, controller.signal);
      let child = 0;
      while (child === 0) {
        await sleep(10);
        child = Number(await readFile(file, 'utf8').catch(() => ''));
      }
      controller.abort(new Error('Interrupted.'));
      await expect(started).rejects.toThrow('Interrupted.');
      expect(() => process.kill(child, 0)).toThrow('ESRCH');
    },
    TIMEOUT_MS,
  );
});
