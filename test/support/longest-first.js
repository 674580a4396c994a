/**
 * Starts the longest test files first, so that no worker ends minutes after the others. Jest sorts by the durations of
 * the last run; on a fresh machine it knows only the sizes of the files, which do not tell how long they take.
 */
const { relative, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds of a file in CI by the beginning of its path; the first match counts, and files without one are short. */
const SECONDS = [
  ['test/access/changes', 500],
  ['test/docs/first-deploy-guide', 400],
  ['test/docs/languages-guide', 350],
  ['test/docs/day-two-guides', 220],
  ['test/docs/cdktn-guide', 150],
  ['test/docs/site.test', 120],
  ['test/plugin/http2/soak', 90],
  ['test/scripts/release/sbom', 110],
  ['test/acceptance/packages/', 100],
  ['test/acceptance/matrix/matrix.test', 90],
  ['test/scripts/release/contents', 80],
  ['test/docs/paths', 70],
  ['test/docs/app-guides', 50],
  ['test/docs/policies-guide', 50],
  ['test/scripts/release/reproducible', 60],
  ['test/cli/access/run', 50],
  ['test/acceptance/failures/', 45],
  ['test/faults/', 40],
  ['test/conformance/', 40],
  ['test/adopt/', 35],
  ['test/acceptance/credentials/', 30],
  ['test/preview/', 30],
  ['test/cdktn/', 25],
  ['test/plugin/terraform', 25],
  ['test/acceptance/', 20],
  ['test/docs/', 20],
  ['test/examples/', 15],
  ['test/testing/', 15],
];

function estimate({ path, context }) {
  const name = relative(context.config.rootDir, path).split(sep).join('/');
  return SECONDS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 0;
}

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isFresh = sorted.every(({ duration }) => duration == null);
    // The sort is stable: files with the same estimate keep the order by size.
    return isFresh ? [...sorted].sort((a, b) => estimate(b) - estimate(a)) : sorted;
  }
};
