/**
 * A machine that has `tofu` and no `terraform` follows the README from the first command to the last. A script with the
 * name `tofu` that starts the installed Terraform replaces OpenTofu.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { type RunResult, run } from '../../src/terraform/run';
import { testInCi } from '../support/requirements';
import { terraformBinary } from '../support/terraform-binary';
import { commandsOf } from './check-shell';
import { documentAt, filesOf, root } from './documents';
import type { ShellCommand } from './shell-words';

jest.setTimeout(240_000);

const readme = documentAt('README.md');
const modules = join(root, 'node_modules');
let folder: string;
let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator();
  const { url } = await emulator.listen();
  folder = mkdtempSync(join(tmpdir(), 'netingress-opentofu-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'tofu'), `#!/bin/sh\nexec '${terraformBinary()}' "$@"\n`);
  chmodSync(join(bin, 'tofu'), 0o755);
  linkPrograms(bin);
  env = await isolatedEnvironment({
    folder: join(folder, 'run'),
    searchPath: bin,
    // `npx` finds the packages of the app without a registry.
    variables: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'any', npm_config_offline: 'true' },
  });
  installPackages();
  for (const [name, text] of Object.entries(filesOf(readme))) writeFileSync(join(folder, name), text);
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Links every program of the PATH except `terraform`, and the running Node. */
function linkPrograms(bin: string): void {
  const linked = new Set(['terraform', 'tofu']);
  for (const source of [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)])
    for (const name of readDirectory(source)) {
      if (linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(source, name), join(bin, name));
    }
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The packages that the README installs. */
function installPackages(): void {
  const target = join(folder, 'node_modules');
  mkdirSync(join(target, '.bin'), { recursive: true });
  for (const name of ['cdktf', 'constructs', 'cdktf-cli', 'tsx']) symlinkSync(join(modules, name), join(target, name));
  symlinkSync(root, join(target, 'netingress'));
  const programs = {
    cdktf: 'cdktf-cli/bundle/bin/cdktf',
    tsx: 'tsx/dist/cli.mjs',
    netingress: 'netingress/lib/bin/netingress.js',
  };
  for (const [name, file] of Object.entries(programs)) {
    writeFileSync(join(target, '.bin', name), `#!/bin/sh\nexec node '${join(target, file)}' "$@"\n`);
    chmodSync(join(target, '.bin', name), 0o755);
  }
}

async function runIn(cwd: string, [program = '', ...args]: readonly string[]): Promise<RunResult> {
  const result = await run(join(folder, 'bin', program), args, { cwd, env });
  const words = [program, ...args].join(' ');
  expect([words, result.status, result.status === 0 ? '' : `${result.stdout}${result.stderr}`]).toEqual([words, 0, '']);
  return result;
}

/** Runs a command of the README. What it needs from outside of this machine is replaced. */
async function follow({ words }: ShellCommand): Promise<void> {
  const command = words.join(' ');
  // The packages are linked, and this test is a part of `npm test`.
  if (/^npm (ci|install|test)\b/.test(command)) return;
  // The emulator of this test listens on a free port; its variables are set.
  if (command.startsWith('npx netingress emulator')) return;
  if (command.startsWith('export NETINGRESS_BASE_URL')) return;
  if (command === 'npm run demo') await runIn(folder, ['npx', 'netingress', 'demo']);
  else if (command === 'npx cdktf deploy access') await runIn(folder, [...words, '--auto-approve']);
  else if (command.startsWith('npx netingress ')) await runIn(folder, words);
  else throw new Error(`The README has the command '${command}', which this test does not know; add it to follow()`);
}

const commands = readme.blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
const afterHcl = commands.findIndex(({ words }) => words.join(' ') === 'npx netingress provider install') + 1;

test('the README names the variable for OpenTofu', () => {
  const quoted = readme.quoted.map(({ text }) => text).find((text) => text.startsWith('export TERRAFORM_BINARY_NAME='));
  expect(quoted).toBe('export TERRAFORM_BINARY_NAME=tofu');
  env['TERRAFORM_BINARY_NAME'] = 'tofu';
});

testInCi('the demo and the first app work', async () => {
  for (const command of commands.slice(0, afterHcl)) await follow(command);
  expect(emulator.objects('ip_restriction')).toMatchObject([{ type: 'dashboard', enforced: true }]);
});

testInCi('the configuration in HCL is applied and destroyed', async () => {
  const [block] = readme.blocks.filter(({ language }) => language === 'hcl');
  const hcl = join(folder, 'hcl');
  mkdirSync(hcl);
  writeFileSync(join(hcl, 'main.tf'), block?.code ?? '');
  await runIn(hcl, ['tofu', 'init', '-no-color']);
  await runIn(hcl, ['tofu', 'apply', '-no-color', '-auto-approve']);
  expect(emulator.objects('ip_policy')).toHaveLength(2);
  await runIn(hcl, ['tofu', 'plan', '-no-color', '-detailed-exitcode']);
  await runIn(hcl, ['tofu', 'destroy', '-no-color', '-auto-approve']);
});

testInCi('the other commands work, and doctor proposes account_object only', async () => {
  const events = emulator.events().map((event) => JSON.stringify(event));
  writeFileSync(join(folder, 'audit.ndjson'), `${events.join('\n')}\n`);
  for (const command of commands.slice(afterHcl)) await follow(command);
  const { stdout } = await runIn(folder, ['npx', 'netingress', 'doctor']);
  expect(stdout).toMatch(/^ok +OpenTofu: /m);
  const corrections = stdout.split('\n').filter((line) => /^(WARN|FAIL)/.test(line));
  expect(corrections).toEqual([expect.stringContaining('Account: no account_object is configured')]);
});
