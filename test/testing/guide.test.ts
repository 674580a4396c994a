/**
 * docs/guides/testing.md, and the test of docs/guides/preview.md, with the package as it was built;
 * scripts/check-package.ts also compiles the first, and runs its tests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunResult, run } from '../../src/terraform/run';
import { documentAt, filesOf } from '../docs/documents';
import { newFolder, removeFolders } from '../support/constructs/synth';
import { linkPackages } from '../support/installed-packages';
import { testInCi } from '../support/requirements';

jest.setTimeout(480_000);

const modules = join(__dirname, '../../node_modules');
const packages = ['netingress', 'cdktf', 'constructs', '@types/jest', '@types/node', '@swc/jest', '@swc/core'];
let folder: string;

beforeAll(() => {
  folder = newFolder();
  const files = filesOf(documentAt('docs/guides/testing.md'));
  const ofTypeScript = ['jest.config.js', 'access-stack.ts', 'access-stack.test.ts', 'smoke.ts'];
  expect(Object.keys(files)).toEqual(expect.arrayContaining(ofTypeScript));
  const preview = filesOf(documentAt('docs/guides/preview.md'));
  expect(Object.keys(preview)).toEqual(['preview.test.ts']);
  for (const [name, text] of Object.entries({ ...files, ...preview })) writeFileSync(join(folder, name), text);
  linkPackages(folder, packages);
});
afterAll(removeFolders);

function node(...args: string[]): Promise<RunResult> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, CI: '1' };
  return run(process.execPath, args, { cwd: folder, env });
}

testInCi('the tests of the guides pass and close all handles', async () => {
  const args = [
    join(modules, 'jest/bin/jest.js'),
    '--rootDir=.',
    '--json',
    '--cacheDirectory=cache',
    '--detectOpenHandles',
    // The guide's limit is for a machine without other load.
    '--testTimeout=240000',
  ];
  const { status, stdout, stderr } = await node(...args);
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('open handle')]);
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 6, numFailedTests: 0, numTotalTests: 6 });
});

test('the program of the guide prints the outputs and exits', async () => {
  const { status, stdout, stderr } = await node(join(modules, 'tsx/dist/cli.mjs'), 'smoke.ts');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\{ policy: 'ipp_\w+' \}\n$/);
});
