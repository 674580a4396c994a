/** Skipped tests: listed with what to install, counted in the last line, and failures with REQUIRE_ALL=1. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/terraform/run';

const root = join(__dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-requirements-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script of Node with nothing on the PATH, and returns the exit status and the lines of the output. */
async function runWithoutPrograms(args: readonly string[], variables = {}): Promise<[number | null, string[]]> {
  const env = { PATH: folder, HOME: folder, TMPDIR: folder, ...variables };
  const { status, stdout } = await run(process.execPath, args, { cwd: root, env });
  return [status, stdout.trimEnd().split('\n')];
}

function runFixture(variables = {}, fixture = 'needs-git'): Promise<[number | null, string[]]> {
  const { transform, transformIgnorePatterns } = require('../../jest.config.js') as Record<string, unknown>;
  const config = join(folder, 'jest.config.json');
  const reporters = [join(root, 'test/support/run-reporter.js')];
  const testMatch = [`<rootDir>/test/fixtures/${fixture}.fixture.ts`];
  writeFileSync(config, JSON.stringify({ rootDir: root, testMatch, transform, transformIgnorePatterns, reporters }));
  return runWithoutPrograms([join(root, 'node_modules/jest/bin/jest.js'), '-i', '--config', config], variables);
}

test('skipped tests are listed with the command that installs their program', async () => {
  expect(await runFixture()).toEqual([
    0,
    [
      '',
      'Skipped without git; to run them: apt-get install -y git',
      '  test/fixtures/needs-git.fixture.ts: a test',
      '  test/fixtures/needs-git.fixture.ts: row 1',
      '  test/fixtures/needs-git.fixture.ts: row 2',
      '  test/fixtures/needs-git.fixture.ts: a suite (2 tests)',
      '',
      '1 passed, 0 failed, 5 skipped',
    ],
  ]);
});

test('REQUIRE_ALL=1 fails each of these tests, and each suite once', async () => {
  const [status, lines] = await runFixture({ REQUIRE_ALL: '1' });
  expect([status, lines.at(-1)]).toEqual([1, '1 passed, 4 failed, 0 skipped']);
});

test('tests of provider packages are skipped with the variable that runs them', async () => {
  const [status, lines] = await runFixture({}, 'needs-packages');
  expect([status, lines.at(-1)]).toEqual([0, '0 passed, 0 failed, 1 skipped']);
  expect(lines[1]).toBe(
    'Skipped without provider packages; to run them: set NETINGRESS_TEST_PACKAGES=1, which downloads 370 MB once',
  );
});

test('without access to the downloads they are skipped with the reason, and fail with REQUIRE_ALL=1', async () => {
  const cache = { XDG_CACHE_HOME: folder };
  const [skipped, lines] = await runFixture({ ...cache, NETINGRESS_TEST_PACKAGES: '1' }, 'needs-packages');
  expect([skipped, lines.at(-1)]).toEqual([0, '0 passed, 0 failed, 1 skipped']);
  expect(lines[1]).toContain('connect to a Python package index and a Debian mirror');
  expect(lines[1]).toContain('spawnSync python3 ENOENT');
  const [failed, last] = await runFixture({ ...cache, REQUIRE_ALL: '1' }, 'needs-packages');
  expect([failed, last.at(-1)]).toEqual([1, '0 passed, 1 failed, 0 skipped']);
});

test('the test command fails at once without Terraform, with advice', async () => {
  const started = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/run-tests.ts'];
  expect(await runWithoutPrograms(started)).toEqual([
    1,
    [
      'Terraform is not installed; expected the program `terraform` or `tofu` on the PATH.',
      'Install Terraform 1.11 or newer: https://developer.hashicorp.com/terraform/install',
      '0 passed, 1 failed, 0 skipped',
    ],
  ]);
});
