/**
 * Ends a run: fails it if tests left files or folders behind, lists each skipped test with what it needs, and prints
 * `N passed, N failed, N skipped` as the last line.
 */
const { readdirSync } = require('node:fs');
const { relative } = require('node:path');

/** Names that our tests and product give to temporary files, and those of apps without `outdir`; caches of npm have others. */
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
    this.closing = `${this.listSkipped(results.testResults)}\n${counts}\n`;
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

/** What a skipped test needs, and the name of the test, or of the suite that is skipped as a whole. */
function describeSkip({ status, ancestorTitles, title }) {
  if (status !== 'pending' && status !== 'todo') return undefined;
  const path = [...ancestorTitles, title];
  const noted = path.findIndex((each) => NOTE.test(each));
  const [, needs, remedy] = NOTE.exec(path[noted] ?? '') ?? [];
  const named = noted < 0 ? path : path.slice(0, noted + 1);
  return { needs, remedy, name: named.join(' › ').replace(NOTE, '') };
}
