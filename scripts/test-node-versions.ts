/**
 * Runs tests of the provider on other Node versions. The tests run with that Node, and
 * the provider starts with it, because it comes first on the PATH. Arguments are major versions; the default is 22 and
 * 24.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(__dirname, '..');

const SOAK = 'test/plugin/http2/soak';
/** The transport to Terraform and to the service, the values, and Terraform runs that start the provider. */
const TESTS = ['test/plugin', 'test/client', 'test/values', 'test/acceptance/protocol', 'test/acceptance/rule-set'];

/** Installs the package that contains Node for this platform; the package `node` needs an install script. */
function installNode(version: string, folder: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const options = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, `${name}@${version}`];
  const { status } = spawnSync('npm', options, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm install ${name}@${version} failed with status ${status}.`);
  return join(folder, 'node_modules', name, 'bin');
}

function runTests(version: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), `node-${version}-`));
  try {
    const bin = installNode(version, folder);
    console.log(`Node ${version}:`);
    const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
    const jest = (environment: NodeJS.ProcessEnv, ...args: readonly string[]): boolean => {
      const command = [join(root, 'node_modules/jest/bin/jest.js'), ...args];
      return spawnSync(join(bin, 'node'), command, { cwd: root, stdio: 'inherit', env: environment }).status === 0;
    };
    // The many calls of CAMPAIGN=full would take long, and CI makes them on one version of Node already.
    const { CAMPAIGN: _, ...plain } = env;
    const passed = [jest(env, ...TESTS, `--testPathIgnorePatterns=${SOAK}`), jest(plain, SOAK)];
    return passed.every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
const failed = versions.filter((version) => !runTests(version));
console.log(failed.length > 0 ? `The tests failed on Node ${failed.join(' and ')}.` : 'The tests passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
