/**
 * Runs the tests of test/engines on several Terraform versions, which it installs except for the one of the PATH, and
 * writes the table of docs/engines.md if every version was run. Arguments are versions; the default is all. The last
 * line is `N passed, N failed`, of the cells of the table: a `no` that the tests confirm has passed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installTerraform } from './install-terraform';
import { RELEASES, type Release } from './releases';
import { type Column, readColumn, renderTable, TRIED_BY_HAND } from './table';

const root = join(__dirname, '../..');
const DOCUMENT = join(root, 'docs/engines.md');
const TABLE = /(<!-- table -->\n)[\s\S]*?(\n<!-- end of the table -->)/;

interface JestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function runTests(release: Release, folder: string): Column {
  const results = join(folder, `${release.terraform}.json`);
  const path = process.env['PATH'] ?? '';
  const PATH = release.package === undefined ? path : `${dirname(installTerraform(release))}${delimiter}${path}`;
  const args = [join(root, 'node_modules/jest/bin/jest.js'), 'test/engines', '--json', `--outputFile=${results}`];
  const env = { ...process.env, PATH, ENGINE_TESTS: '1' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === null) throw new Error(`The tests on Terraform ${release.terraform} were interrupted`);
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as JestResults;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that cannot be loaded has no tests.
  if (testResults.some(({ assertionResults }) => assertionResults.length === 0))
    throw new Error(`A test file cannot be loaded on Terraform ${release.terraform}; see above`);
  return readColumn(tests);
}

function writeTable(columns: Readonly<Record<string, Column>>): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const table = renderTable({ ...columns, ...TRIED_BY_HAND });
  writeFileSync(
    DOCUMENT,
    text.replace(TABLE, (_, start: string, end: string) => `${start}\n${table}\n${end}`),
  );
}

function main(): void {
  const named = process.argv.slice(2);
  const names = named.length > 0 ? named : Object.keys(RELEASES);
  const unknown = names.filter((name) => !RELEASES[name]);
  if (unknown.length > 0)
    throw new Error(`Unknown version ${unknown.join(', ')}; expected ${Object.keys(RELEASES).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'netingress-engines-'));
  const columns: Record<string, Column> = {};
  try {
    for (const name of names) {
      const release = RELEASES[name] as Release;
      const started = performance.now();
      columns[`Terraform ${release.terraform}`] = runTests(release, folder);
      console.log(`Terraform ${release.terraform}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (names.length === Object.keys(RELEASES).length) writeTable(columns);
  const cells = Object.values(columns).flatMap((column) => Object.values(column));
  const failed = cells.filter((cell) => cell === 'fails').length;
  console.log(renderTable(columns));
  console.log(`${cells.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
