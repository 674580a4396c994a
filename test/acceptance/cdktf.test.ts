/** The main example through the real CDKTF command line, and the demonstration that is made of it. */

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '../../src/cli/context';
import { createProject } from '../../src/cli/demo/cdktf';
import { createEmulator, type Emulator } from '../../src/emulator';
import { canFindProcesses, processesAt } from '../support/acceptance/processes';
import { providerVariables } from '../support/acceptance/workspace';
import { start } from '../support/cli/netingress';
import { SPEC_KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';
import { endAllScripts, type RunningScript } from '../support/script';

jest.setTimeout(600_000);

const packageRoot = join(__dirname, '../..');
const stack = 'access';

let root: string;
let emulator: Emulator | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-cdktf-'));
});
afterEach(async () => {
  endAllScripts();
  await emulator?.close();
  emulator = undefined;
  await rm(root, { recursive: true, force: true });
});

/** What the CDKTF command line is known to write outside of a project, with when it was last written. */
async function writtenElsewhere(): Promise<unknown[]> {
  const places = [
    ...['.cdktf', '.terraform.d'].map((name) => join(homedir(), name)),
    ...['cdktf.log', 'cdktf.out', '.terraform.lock.hcl', 'terraform.tfstate'].map((name) => join(packageRoot, name)),
  ];
  return Promise.all(
    places.map((place) =>
      stat(place).then(
        ({ mtimeMs }) => [place, mtimeMs],
        () => [place, 'absent'],
      ),
    ),
  );
}

const context: CliContext = {
  print: () => undefined,
  printError: () => undefined,
  env: process.env,
  cwd: packageRoot,
  isTerminal: false,
  takeSignals: () => () => undefined,
  stdin: async function* () {},
  signal: new AbortController().signal,
  pid: process.pid,
  node: process.execPath,
  script: '',
};

testInCi(
  'the example is synthesized, compared, deployed, deployed again and destroyed, with nothing set up before',
  async () => {
    emulator = createEmulator();
    const { url } = await emulator.listen();
    const folder = join(root, 'own');
    await mkdir(folder);
    const elsewhere = await writtenElsewhere();
    const { folder: project, cdktf } = await createProject(context, folder, providerVariables(url));
    const lockFile = join(project, 'cdktf.out', 'stacks', stack, '.terraform.lock.hcl');
    const counts = (): number[] => SPEC_KINDS.map(({ name }) => emulator?.objects(name).length ?? 0);
    const nothing = SPEC_KINDS.map(() => 0);

    await cdktf('synth');
    const lock = await readFile(lockFile, 'utf8');
    expect(lock).toContain('provider "terraform.local/netingress/netingress"');
    expect(lock).toMatch(/"h1:[A-Za-z0-9+/]{43}="/);
    expect(await cdktf('diff', stack)).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy/);
    expect(counts()).toEqual(nothing);

    await cdktf('deploy', stack, '--auto-approve');
    const deployed = counts();
    const synthesized = await readFile(join(project, 'cdktf.out', 'stacks', stack, 'cdk.tf.json'), 'utf8');
    const declared = Object.keys((JSON.parse(synthesized) as { readonly resource: object }).resource).sort();
    const there = SPEC_KINDS.filter((_, index) => deployed[index] !== 0).map(({ name }) => `netingress_${name}`);
    expect(there.sort()).toEqual(declared);

    // The second run, with a lock file and a state.
    expect(await cdktf('diff', stack)).toContain('No changes. Your infrastructure matches the configuration.');
    expect(await readFile(lockFile, 'utf8')).toBe(lock);
    const writes = (): number => emulator?.requests().filter(({ method }) => method !== 'GET').length ?? 0;
    const before = writes();
    await cdktf('deploy', stack, '--auto-approve');
    expect([counts(), writes()]).toEqual([deployed, before]);

    await cdktf('destroy', stack, '--auto-approve');
    expect(counts()).toEqual(nothing);
    expect(await readdir(root)).toEqual(['own']);
    expect(await writtenElsewhere()).toEqual(elsewhere);
  },
);

describe('netingress demo', () => {
  /** The demonstration, whose temporary folder is made in the test's own. */
  async function startDemo(searchPath = process.env['PATH'] ?? ''): Promise<RunningScript> {
    await mkdir(join(root, 'tmp'), { recursive: true });
    // Without Terraform, the download fails: nothing listens at this address.
    const nowhere = { NETINGRESS_OPENTOFU_ADDRESS: 'http://127.0.0.1:9' };
    const env = { PATH: searchPath, TMPDIR: join(root, 'tmp'), HOME: join(root, 'home'), ...nowhere };
    return start(['demo'], env, root);
  }

  async function expectNothingLeft(): Promise<void> {
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
    expect((await readdir(root)).filter((name) => !['tmp', 'bin'].includes(name))).toEqual([]);
    if (canFindProcesses) expect(processesAt(root)).toEqual([]);
  }

  testInCi('runs to its end, and leaves nothing', async () => {
    const demo = await startDemo();
    const { status, stdout, stderr } = await demo.ended;
    expect([
      status,
      stderr.split('\n').filter((line) => line !== '' && !/^ok {4}.* \(\d+\.\d s\)$/.test(line)),
    ]).toEqual([0, []]);
    expect(stdout).toContain('"offices-policy": "ipp_');
    expect(stdout).toMatch(/~ cidr +=.*"2001:db8::\/32" -> "2001:db8:40::\/48"/);
    await expectNothingLeft();
  });

  test('without Terraform, and unable to fetch OpenTofu, ends with status 1 and says what is missing', async () => {
    const { status, stderr } = await (await startDemo(join(root, 'bin'))).ended;
    expect([status, stderr]).toEqual([1, expect.stringContaining('Neither terraform nor tofu is on the PATH')]);
    await expectNothingLeft();
  });

  testInCi('with a step that does not hold ends with status 1, names the step and shows why', async () => {
    const bin = join(root, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'terraform'), '#!/bin/sh\necho "terraform is out of order" >&2\nexit 3\n');
    await chmod(join(bin, 'terraform'), 0o755);
    await symlink(process.execPath, join(bin, 'node'));
    const { status, stderr } = await (await startDemo(bin)).ended;
    expect(status).toBe(1);
    expect(stderr).toContain('FAIL  Deploy the example with cdktf');
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
  const title = 'ended by Ctrl-C after the step "%s" cleans up and ends with status 130';
  test.each(['Start the emulator'])(title, interruptAfter);
  testInCi.each(['Deploy the example with cdktf'])(title, interruptAfter);
});
