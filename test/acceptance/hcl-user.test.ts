/** The steps of an HCL user: install the provider, write the README's configuration, apply it. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { type RunResult, run } from '../../src/terraform/run';
import { providerVariables } from '../support/acceptance/workspace';
import { start } from '../support/cli/netingress';
import { endAllScripts } from '../support/script';

jest.setTimeout(120_000);

let emulator: Emulator;
let url: string;
let root: string;
let folder: string;
let binary: string;

beforeAll(async () => {
  binary = (await findBinary(process.env['PATH'] ?? '')) ?? '';
  emulator = createEmulator();
  ({ url } = await emulator.listen());
});
beforeEach(async () => {
  await emulator.reset();
  root = await mkdtemp(join(tmpdir(), 'netingress-hcl-'));
  folder = join(root, 'configuration');
  await mkdir(folder);
  await writeFile(join(folder, 'main.tf'), await readmeBlock('hcl'));
});
afterEach(async () => {
  endAllScripts();
  await rm(root, { recursive: true, force: true });
});
afterAll(() => emulator?.close());

/** The only block of that language in the README. */
async function readmeBlock(language: string): Promise<string> {
  const readme = await readFile(join(__dirname, '../../README.md'), 'utf8');
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[1] as string;
}

/** Terraform in the configuration's folder; with a mirror it looks nowhere else. */
async function terraformWith(mirror?: string): Promise<(...args: string[]) => Promise<RunResult>> {
  const env = await isolatedEnvironment({
    folder: root,
    searchPath: process.env['PATH'] ?? '',
    ...(mirror !== undefined && { mirror }),
    variables: providerVariables(url),
  });
  return (...args) => run(binary, args, { cwd: folder, env });
}

async function install(...args: string[]) {
  const ended = await start(['provider', 'install', ...args], { HOME: join(root, 'home') }, folder).ended;
  expect([ended.status, ended.stderr]).toEqual([0, expect.stringMatching(/^(Installed|Already installed:) /)]);
  return ended;
}

test('installs into a mirror, applies the README’s configuration, plans nothing and destroys it', async () => {
  const mirror = join(root, 'mirror');
  const { stdout } = await install('--mirror', '../mirror');
  expect(await readdir(mirror)).toEqual(['terraform.local']);
  // What the command says to write is what the README says.
  expect((await readmeBlock('hcl')).startsWith(stdout)).toBe(true);

  const terraform = await terraformWith(mirror);
  const ok = async (...args: string[]): Promise<string> => {
    const { status, stdout: text, stderr } = await terraform(...args, '-no-color');
    expect([args[0], status, stderr]).toEqual([args[0], 0, '']);
    return text;
  };
  // An exact version matches the installed build, too.
  const configuration = await readmeBlock('hcl');
  await writeFile(join(folder, 'main.tf'), configuration.replace('"~> ', '"'));
  await ok('init');
  await writeFile(join(folder, 'main.tf'), configuration);
  await ok('init');
  await ok('apply', '-auto-approve');
  expect(emulator.objects('ip_policy').map(({ description }) => description)).toEqual(['Who may reach the dashboard']);
  expect(emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toEqual(['203.0.113.0/24']);
  // The status would be 2 if anything were left to do.
  await ok('plan', '-detailed-exitcode');
  await ok('destroy', '-auto-approve');
  expect([...emulator.objects('ip_policy'), ...emulator.objects('ip_policy_rule')]).toEqual([]);
});

test('installs for the user by default, where Terraform finds it without any configuration', async () => {
  await install();
  expect(await readdir(join(root, 'home', '.terraform.d', 'plugins'))).toEqual(['terraform.local']);
  const again = await install();
  expect(again.stderr).toMatch(/^Already installed: /);
  const terraform = await terraformWith();
  const { status, stdout, stderr } = await terraform('init', '-no-color');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Installed terraform.local/netingress/netingress');
});
