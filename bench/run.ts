/**
 * Runs all benchmarks of the provider: `npm run bench`. Names select some of them, --defects verifies that they detect
 * planted defects, and --report does both and writes docs/performance-report.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, tryDefects } from './defects';
import { isMissed, machine, report, type Section, shownFinding } from './harness';
import { runScript } from './run-script';

const root = join(__dirname, '..');

/** By file; timed benchmarks run first, alone. */
const BENCHES = ['start', 'plan', 'reads', 'limits'] as const;

async function main(args: readonly string[]): Promise<void> {
  const whole = args.includes('--report');
  const named = BENCHES.filter((name) => args.includes(name));
  const alone = args.includes('--defects') && named.length === 0 && !whole;
  const sections: Section[] = [];
  const options = args.filter((arg) => ['--quick', '--plans'].includes(arg));
  for (const name of alone ? [] : named.length > 0 ? named : BENCHES) {
    const section = JSON.parse(await runScript(root, `bench/${name}.ts`, '--json', ...options)) as Section;
    sections.push(section);
    report(section);
  }
  const outcomes = whole || args.includes('--defects') ? await tryDefects() : [];
  for (const { defect, bench, caught } of outcomes) {
    console.log(`\nDefect: ${defect} (${bench})\n  ${caught ? `caught: ${sentence(caught)}` : 'NOT CAUGHT'}`);
  }
  if (whole) writeFileSync(join(root, 'docs/performance-report.md'), document(sections, outcomes));
  const missed = sections.flatMap(({ findings }) => findings.filter(isMissed));
  const uncaught = outcomes.filter(({ caught }) => !caught);
  console.log(`\n${missed.length} missed, ${uncaught.length} of ${outcomes.length} defects not caught`);
  process.exitCode = missed.length + uncaught.length > 0 ? 1 : 0;
}

function sentence(finding: Section['findings'][number]): string {
  const { value, bound } = shownFinding(finding);
  return `${finding.name} is ${value}, ${bound} promised`;
}

/** The report as it is kept in the documentation. */
function document(sections: readonly Section[], outcomes: readonly Outcome[]): string {
  const tables = sections.map(
    ({ title, findings }) =>
      `## ${title}\n\n| What | Measured | Promised | |\n|---|---|---|---|\n${findings
        .map((finding) => {
          const { value, bound } = shownFinding(finding);
          const judged = bound === '' ? '' : `${bound}: ${isMissed(finding) ? '**missed**' : 'met'}`;
          return `| ${finding.name} | ${value} | ${judged} | ${finding.note ?? ''} |`;
        })
        .join('\n')}\n`,
  );
  const defects = outcomes.map(
    ({ defect, bench, caught }) => `| ${defect} | \`${bench}\` | ${caught ? sentence(caught) : '**not caught**'} |`,
  );
  return [
    '# Performance report',
    'Written by `npm run bench -- --report`. Ratios are of medians that were measured in turns in one run; times are in ms.',
    `Machine: ${machine()}.`,
    ...tables,
    '## Broken on purpose',
    'Each defect was put into a copy of the sources, alone, and the benchmark was run again.',
    `| Defect | Benchmark | What showed it |\n|---|---|---|\n${defects.join('\n')}\n`,
  ]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n');
}

void main(process.argv.slice(2));
