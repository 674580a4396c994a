/** What all benchmarks share: candidates run in turn in one run, and what is printed are ratios of their medians. */
import { cpus, totalmem } from 'node:os';

/** One of the things that are compared. */
export interface Candidate {
  readonly name: string;
  /** Does it once; answers milliseconds (or whatever else is compared, as long as it is one unit). */
  readonly run: () => Promise<number> | number;
}

/** Median by candidate. */
export type Medians = ReadonlyMap<string, number>;

/**
 * Runs the candidates in turn, `rounds` times after one round that does not count: what else the machine does then falls
 * on all of them alike.
 */
export async function compare(rounds: number, candidates: readonly Candidate[]): Promise<Medians> {
  const results = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, run } of candidates) {
      const result = await run();
      if (round > 0) results.get(name)?.push(result);
    }
  return new Map([...results].map(([name, all]) => [name, median(all)]));
}

/** The middle of the numbers; of an even count the higher of the two. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing');
  return middle;
}

/** Milliseconds that an operation took. */
export async function timed(operation: () => unknown): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}

/** One line of a report: what was compared with what, and the most that is promised, if something is. */
export interface Finding {
  readonly name: string;
  readonly value: number;
  readonly atMost?: number | undefined;
  /** Behind the value; 'x' for ratios, which is the default. */
  readonly unit?: string;
  readonly note?: string | undefined;
}

/** The ratio of two candidates. */
export function ratioOf(medians: Medians, name: string, base: string, atMost?: number): Finding {
  const [value, unit] = [medians.get(name), medians.get(base)];
  if (value === undefined || unit === undefined) throw new Error(`Nothing was measured of ${name} or ${base}`);
  return {
    name: `${name} / ${base}`,
    value: value / unit,
    atMost,
    note: `${show(value)} against ${show(unit)}`,
  };
}

/** What one benchmark found. */
export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Whether a finding is above what is promised. */
export function isMissed({ value, atMost }: Finding): boolean {
  return atMost !== undefined && !(value <= atMost);
}

/** A finding in words: its value, and what is promised. */
export function shownFinding({ value, atMost, unit = 'x' }: Finding): {
  readonly value: string;
  readonly bound: string;
} {
  const shown = (number: number): string => `${show(number)}${unit}`;
  return { value: shown(value), bound: atMost === undefined ? '' : `at most ${shown(atMost)}` };
}

/** Prints a section with the machine it was made on; answers how many findings are above what is promised. */
export function report({ title, findings }: Section): number {
  const width = Math.max(...findings.map(({ name }) => name.length));
  console.log(`\n${title}\n${machine()}`);
  for (const finding of findings) {
    const { value, bound } = shownFinding(finding);
    const judged = bound === '' ? '' : `  ${bound}: ${isMissed(finding) ? 'NO' : 'yes'}`;
    console.log(`  ${finding.name.padEnd(width)}  ${value}${judged}${finding.note ? `  (${finding.note})` : ''}`);
  }
  return findings.filter(isMissed).length;
}

/** Runs a benchmark as a program of its own: prints its section, or with --json hands it to whoever started it. */
export function runSection(measure: () => Promise<Section>): void {
  measure().then(
    (section) => {
      if (process.argv.includes('--json')) console.log(JSON.stringify(section));
      else process.exitCode = report(section) > 0 ? 1 : 0;
    },
    (error: unknown) => {
      console.error(error);
      process.exitCode = 2;
    },
  );
}

/** The machine in a line: what figures of one run depend on. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

function show(value: number): string {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(2);
}
