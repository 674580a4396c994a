/**
 * Ends a run: fails it if tests left files or folders behind, lists each skipped test with what it needs, says what the
 * run cost, and prints `N passed, N failed, N skipped` as the last line.
 */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/** Names of temporary files that our tests, our product and apps without `outdir` make; caches of npm have others. */
const OWN_NAMES = /^(netingress|nx-|tf-provider-|cdktf\.outdir|cdktn\.outdir)/;

/** The note of test/support/requirements.ts in the name of a skipped test or suite. */
const NOTE = / ?\[needs ([^\]]+?): ([^\]]+)\]/;

module.exports = class RunReporter {
  constructor({ rootDir, testNamePattern }) {
    this.rootDir = rootDir;
    this.filtered = Boolean(testNamePattern);
    // Jest prints its summary after all reporters.
    process.once('exit', () => process.stdout.write(this.closing ?? ''));
  }

  onRunComplete(_, results) {
    const folder = process.env.NETINGRESS_TEST_FOLDER;
    this.left = folder ? readdirSync(folder).filter((name) => OWN_NAMES.test(name)) : [];
    if (this.left.length > 0) process.stderr.write(`${this.message()}\n`);
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites + (this.left.length > 0 ? 1 : 0);
    const counts = `${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`;
    this.closing = `${this.listSkipped(results.testResults)}\n${listCosts(folder ? readCosts(folder) : [])}\n${counts}\n`;
  }

  getLastError() {
    return this.left?.length > 0 ? new Error(this.message()) : undefined;
  }

  message() {
    return `Tests left ${this.left.length} files or folders behind: ${this.left.slice(0, 20).join(', ')}`;
  }

  /** The skipped tests by what they need; tests of a skipped suite are one line with their number. */
  listSkipped(files) {
    const groups = new Map();
    for (const { testFilePath, testResults } of files)
      for (const test of testResults) {
        const { needs, remedy, name } = describeSkip(test) ?? {};
        // With `-t` the tests that the pattern excludes are skipped, too.
        if (!name || (!needs && this.filtered)) continue;
        const reason = needs ? `Skipped without ${needs}; to run them: ${remedy}` : 'Skipped without a reason';
        const line = `  ${relative(this.rootDir, testFilePath)}: ${name}`;
        const lines = groups.get(reason) ?? groups.set(reason, new Map()).get(reason);
        lines.set(line, (lines.get(line) ?? 0) + 1);
      }
    const counted = ([line, count]) => (count > 1 ? `${line} (${count} tests)` : line);
    return [...groups].map(([reason, lines]) => `\n${[reason, ...[...lines].map(counted)].join('\n')}\n`).join('');
  }
};

/** What `environment.js` wrote about each test file. */
function readCosts(folder) {
  const files = readdirSync(folder).map((name) => join(folder, name, 'costs'));
  const lines = files
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line));
}

/** What the run cost; with TEST_COSTS=N the N test files that used the most processor time, too. */
function listCosts(files) {
  const sum = (name) => files.reduce((total, each) => total + each[name], 0);
  const seconds = `${Math.round(sum('own'))} s of processor time and ${Math.round(sum('children'))} s in other processes`;
  const total = `${sum('evaluations')} modules evaluated, ${sum('terraform')} starts of Terraform, ${seconds}`;
  const costOf = ({ own, children }) => own + children;
  const most = [...files].sort((a, b) => costOf(b) - costOf(a)).slice(0, Number(process.env.TEST_COSTS ?? 0));
  const lines = most.map(({ file, own, children, terraform, evaluations }) => {
    const numbers = [own.toFixed(1), children.toFixed(1), terraform, evaluations];
    return `${numbers.map((each) => String(each).padStart(7)).join('')}  ${file}`;
  });
  const head =
    '    own  other starts  eval.  (seconds of this process and of others, starts of Terraform, evaluated modules)';
  return [...(lines.length > 0 ? [head, ...lines] : []), total].join('\n');
}

/** What a skipped test needs, and the name of the test, or of the suite that is skipped as a whole. */
function describeSkip({ status, ancestorTitles, title }) {
  if (status !== 'pending' && status !== 'todo') return undefined;
  const path = [...ancestorTitles, title];
  const noted = path.findIndex((each) => NOTE.test(each));
  const [, needs, remedy] = NOTE.exec(path[noted] ?? '') ?? [];
  const named = noted < 0 ? path : path.slice(0, noted + 1);
  return { needs, remedy, name: named.join(' › ').replace(NOTE, '') };
}
