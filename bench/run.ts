/**
 * Runs the benchmarks of the provider in {@link BENCHES}: `npm run bench`. Names select some of them. --defects
 * verifies that planted defects are detected, and without names runs nothing else. --quick and --plans are passed to
 * each benchmark.
 */
import { join } from 'node:path';
import { tryDefects } from './defects';
import { type Finding, formatFinding, isMissed, report, type Section } from './harness';
import { runScript } from './run-script';

const root = join(__dirname, '..');

/** Files of this folder, one after the other; those that measure times come first. */
const BENCHES = ['start', 'plan', 'reads', 'limits'] as const;

async function main(args: readonly string[]): Promise<void> {
  const named = BENCHES.filter((name) => args.includes(name));
  const alone = args.includes('--defects') && named.length === 0;
  const sections: Section[] = [];
  const options = args.filter((arg) => ['--quick', '--plans'].includes(arg));
  for (const name of alone ? [] : named.length > 0 ? named : BENCHES) {
    const section = JSON.parse(await runScript(root, `bench/${name}.ts`, '--json', ...options)) as Section;
    sections.push(section);
    report(section);
  }
  const outcomes = args.includes('--defects') ? await tryDefects() : [];
  for (const { defect, bench, caught } of outcomes) {
    console.log(`\nDefect: ${defect} (${bench})\n  ${caught ? `caught: ${describeMissed(caught)}` : 'NOT CAUGHT'}`);
  }
  const missed = sections.flatMap(({ findings }) => findings.filter(isMissed));
  const uncaught = outcomes.filter(({ caught }) => !caught);
  console.log(`\n${missed.length} missed, ${uncaught.length} of ${outcomes.length} defects not caught`);
  process.exitCode = missed.length + uncaught.length > 0 ? 1 : 0;
}

function describeMissed(finding: Finding): string {
  const { value, bound } = formatFinding(finding);
  return `${finding.name} is ${value}; expected ${bound}`;
}

void main(process.argv.slice(2));
