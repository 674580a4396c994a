/**
 * Writes docs/acceptance-matrix.md after a run of the whole suite: the resources by the rows of the acceptance matrix, from
 * the tests whose names contain a type and a row (`netingress_domain … row 11: …`), or also attributes of the public service
 * (`netingress_domain (resolves_to) row 3: …`). A run of a part writes nothing.
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
  12: 'every input known only after apply, at creation and at a change',
  13: 'secrets',
  14: 'validation: each rule once, at its line',
  15: 'state of an earlier layout is upgraded',
  16: '50 at once, parallelism 10 and 50',
  17: 'interrupted while it is created',
  18: 'two providers with different accounts; a moved address',
  19: 'data sources: by id, key and filter, in the apply that makes the object; none and several',
  20: 'left-overs are swept',
};

const sweeping = 'every test has an emulator of its own, so nothing is left over to sweep';

/** Why a cell has no test of its own. */
const elsewhere = {
  5: 'the kind has no immutable attribute',
  13: 'the kind has no secret',
  20: sweeping,
};

/** The same for resources beyond the kinds. */
const elsewhereOf = {
  ip_policy_rules: {
    13: 'a rule has no secret',
    19: 'the data source of this name is the list of the kind ip_policy_rule; a set of rules is read by a filter on the policy',
    20: sweeping,
  },
  agent_ingress_certificate: waitsFor('agent_ingress'),
  domain_certificate: waitsFor('domain'),
};

/** The same for attributes that only the public service has: `api_key (owner_id)`. */
const elsewhereOfAttributes = {
  3: 'the attribute is immutable',
  5: 'the attribute is mutable',
  9: 'the attribute is immutable',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      index + 11,
      'does not depend on the attribute; see the row of the resource',
    ]),
  ),
};

function waitsFor(owner) {
  return {
    13: 'it has no secret',
    19: `it is not an object of the service; read what it waits for with the data source of ${owner}`,
    20: sweeping,
  };
}

const named = /netingress_([a-z_]+)\b(?: \(([a-z_., ]+)\))?/;
const numbered = /\brows? (\d+)(?: and (\d+))?/;

class MatrixReporter {
  onRunComplete(_, results) {
    const cells = collect(results);
    // A plain run leaves out some resource types.
    const isFull = ['full', 'all'].includes(process.env.CAMPAIGN);
    const whole = isFull && results.numTotalTestSuites > 60 && cells.size >= 17 && results.numFailedTests === 0;
    if (!whole) return;
    const folder = join(__dirname, '../../../docs');
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
      const name = named.exec(fullName);
      const kind = name?.[2] ? `${name[1]} (${name[2]})` : name?.[1];
      // Behind the type: the name of a group of tests may name rows too.
      const row = numbered.exec(fullName.slice(name?.index ?? 0));
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
  /** Reasons in the order of their rows, each with the mark by which cells name it. */
  const reasons = [];
  const markOf = (kind, number) => {
    const reasonsOf = elsewhereOf[kind] ?? (kind.includes('(') ? elsewhereOfAttributes : elsewhere);
    const why = reasonsOf[number] ?? 'not tested yet';
    const known = reasons.find((reason) => reason.number === number && reason.why === why);
    if (known) return known.mark;
    const others = reasons.filter((reason) => reason.number === number).length;
    const mark = `[${number}${others === 0 ? '' : String.fromCharCode(97 + others)}]`;
    reasons.push({ number, why, mark });
    return mark;
  };
  const lines = [...cells.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, counts]) => {
      const texts = numbers.map((number) => String(counts.get(number) ?? markOf(kind, number)));
      return `| ${kind} | ${texts.join(' | ')} |`;
    });
  return [
    '# Acceptance matrix',
    '',
    'Written by `CAMPAIGN=full npm test`: the tests that passed, by resource and row, with the real terraform binary and the packaged provider, or, where the start of a process is not the point, the same provider attached in process.',
    'A mark in brackets is a reason below.',
    '',
    `| resource | ${numbers.join(' | ')} |`,
    `| --- | ${numbers.map(() => '---').join(' | ')} |`,
    ...lines,
    '',
    '## Rows',
    '',
    ...numbers.map((number) => `${number}. ${rows[number]}`),
    '',
    '## Cells without a test of their own',
    '',
    ...reasons
      .sort((a, b) => a.number - b.number || (a.mark < b.mark ? -1 : 1))
      .map(({ mark, why }) => `- ${mark} ${why}`),
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
