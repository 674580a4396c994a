/**
 * Writes docs/acceptance-matrix.md after a run of the whole suite: the kinds by the rows of the acceptance matrix, from
 * the tests whose names hold a type and a row (`netingress_domain … row 11: …`). A run of a part writes nothing.
 */
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const rows = {
  1: 'minimal configuration: applied, planned empty, destroyed',
  2: 'full configuration: arrives at the service',
  3: 'each mutable attribute updated in place',
  4: 'each optional attribute cleared, and set to empty',
  5: 'each immutable attribute replaces, also with create_before_destroy',
  6: 'import by identifier, nothing left to plan',
  7: 'import block with generated configuration, wrong identifiers',
  8: 'deleted by hand: planned to be created',
  9: 'changed by hand: planned to be set back',
  10: 'deleted by hand, then destroyed',
  11: 'failures of the service',
  12: 'unknown inputs',
  13: 'secrets',
  14: 'validation: each rule once, at its line',
  15: 'state upgrade',
  16: '50 at once, parallelism 10 and 50',
  17: 'interrupted and killed',
  18: 'two providers with different accounts',
  19: 'data sources',
  20: 'left-overs are swept',
};

/** Why a cell has no test of its own. */
const elsewhere = {
  5: 'the kind has no immutable attribute',
  12: 'one mechanism for all kinds, tested with several: test/acceptance/unknowns.test.ts, test/engine/plan-rules.test.ts (every kind, random unknowns)',
  13: 'the kind has no secret; those that have are searched for in every output: test/acceptance/secrets.test.ts',
  15: 'one mechanism for all kinds, tested with a raised version: test/engine',
  17: 'one mechanism for all kinds: test/acceptance/interruptions.test.ts, test/plugin',
  18: 'one mechanism for all kinds: test/acceptance/unknowns.test.ts',
  19: 'one mechanism for all kinds: test/acceptance/data-sources.test.ts',
  20: 'every test has an emulator of its own, so nothing is left over to sweep',
};

const named = /netingress_([a-z_]+)\b/;
const numbered = /\brows? (\d+)(?: (?:and|to) (\d+))?/;

class MatrixReporter {
  onRunComplete(_, results) {
    const cells = collect(results);
    const whole = results.numTotalTestSuites > 60 && cells.size >= 17 && results.numFailedTests === 0;
    if (!whole) return;
    const folder = join(__dirname, '../../docs');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'acceptance-matrix.md');
    const text = table(cells);
    if (tryRead(file) !== text) writeFileSync(file, text);
  }
}

/** Kind → row → number of tests that passed. */
function collect(results) {
  const cells = new Map();
  for (const { testResults } of results.testResults) {
    for (const { fullName, status } of testResults) {
      const kind = named.exec(fullName)?.[1];
      const row = numbered.exec(fullName);
      if (!kind || !row || status !== 'passed') continue;
      const counts = cells.get(kind) ?? new Map();
      for (const number of [row[1], row[2]].filter(Boolean).map(Number))
        counts.set(number, (counts.get(number) ?? 0) + 1);
      cells.set(kind, counts);
    }
  }
  return cells;
}

function table(cells) {
  const numbers = Object.keys(rows).map(Number);
  const used = new Set();
  const lines = [...cells.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, counts]) => {
      const texts = numbers.map((number) => {
        const count = counts.get(number);
        if (count) return String(count);
        used.add(number);
        return `[${number}]`;
      });
      return `| ${kind} | ${texts.join(' | ')} |`;
    });
  return [
    '# Acceptance matrix',
    '',
    'Written by `npm test`: the tests that passed, by kind and row, with the real terraform binary and the packaged provider.',
    'A number in brackets is a reason below.',
    '',
    `| kind | ${numbers.join(' | ')} |`,
    `| --- | ${numbers.map(() => '---').join(' | ')} |`,
    ...lines,
    '',
    '## Rows',
    '',
    ...numbers.map((number) => `${number}. ${rows[number]}`),
    '',
    '## Cells without a test of their own',
    '',
    ...[...used].sort((a, b) => a - b).map((number) => `- [${number}] ${elsewhere[number] ?? 'not tested yet'}`),
    '',
  ].join('\n');
}

function tryRead(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

module.exports = MatrixReporter;
