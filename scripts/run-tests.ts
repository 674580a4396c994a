/**
 * Builds if the sources changed, and runs jest with the arguments of the process. `--costs` lists the 40 test files
 * that used the most processor time. The last line of the output is `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BINARY_NAMES } from '../src/terraform/find-binary';

const root = join(__dirname, '..');

/** More room for new objects, because most of what a test makes soon becomes garbage. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

function run(script: string, args: readonly string[], options: readonly string[] = []): number {
  const command = [...options, join(root, script), ...args];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function main(): number {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  if (!folders.some((folder) => BINARY_NAMES.some((name) => existsSync(join(folder, name))))) {
    console.log('Terraform is not installed; expected the program `terraform` or `tofu` on the PATH.');
    console.log('Install Terraform 1.11 or newer: https://developer.hashicorp.com/terraform/install');
    console.log('0 passed, 1 failed, 0 skipped');
    return 1;
  }
  if (run('node_modules/tsx/dist/cli.mjs', ['scripts/build.ts', '--if-stale']) !== 0) {
    console.log('0 passed, 1 failed, 0 skipped');
    return 1;
  }
  const args = process.argv.slice(2);
  if (args.includes('--costs')) process.env['TEST_COSTS'] = '40';
  const forJest = args.filter((argument) => argument !== '--costs');
  return run('node_modules/jest/bin/jest.js', forJest, NODE_OPTIONS);
}

process.exitCode = main();
