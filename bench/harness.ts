import { cpus, totalmem } from 'node:os';

export interface Candidate {
  readonly name: string;
  /** Runs once; returns milliseconds, or another unit that all candidates share. */
  readonly run: () => Promise<number> | number;
}

export type Medians = ReadonlyMap<string, number>;

/**
 * Runs the candidates in turns, in reversed order every other round, so that other load affects them alike. The warm-up
 * round does not count. After 5 s, each round shows its results on standard error.
 */
export async function compare(
  rounds: number,
  candidates: readonly Candidate[],
  { warmUp } = { warmUp: true },
): Promise<Medians> {
  const results = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  const began = performance.now();
  for (let round = warmUp ? 0 : 1; round <= rounds; round += 1) {
    const shown: string[] = [];
    for (const { name, run } of round % 2 === 0 ? candidates : [...candidates].reverse()) {
      const result = await run();
      shown.push(`${name} ${show(result)}`);
      if (round > 0) results.get(name)?.push(result);
    }
    if (performance.now() - began > SLOW_MS) console.error(`${round} of ${rounds}: ${shown.join(', ')}`);
  }
  return new Map([...results].map(([name, all]) => [name, median(all)]));
}

const SLOW_MS = 5_000;

/** Returns the median; of an even count the higher one of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No measurements; expected at least one');
  return middle;
}

export async function timed(operation: () => unknown): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}

export interface Finding {
  readonly name: string;
  readonly value: number;
  readonly atMost?: number | undefined;
  /** The text after the value; the default is 'x', for ratios. */
  readonly unit?: string;
  readonly note?: string | undefined;
}

export function ratioOf(medians: Medians, name: string, base: string, atMost?: number): Finding {
  const [value, unit] = [medians.get(name), medians.get(base)];
  if (value === undefined || unit === undefined) throw new Error(`No measurement of ${name} or ${base}`);
  return {
    name: `${name} / ${base}`,
    value: value / unit,
    atMost,
    note: `${show(value)} against ${show(unit)}`,
  };
}

export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Whether a finding exceeds its limit; NaN does. */
export function isMissed({ value, atMost }: Finding): boolean {
  return atMost !== undefined && !(value <= atMost);
}

export function formatFinding({ value, atMost, unit = 'x' }: Finding): {
  readonly value: string;
  readonly bound: string;
} {
  const shown = (number: number): string => `${show(number)}${unit}`;
  return { value: shown(value), bound: atMost === undefined ? '' : `at most ${shown(atMost)}` };
}

/** Prints a section and the machine; returns how many findings exceed their limit. */
export function report({ title, findings }: Section): number {
  const width = Math.max(...findings.map(({ name }) => name.length));
  console.log(`\n${title}\n${machine()}`);
  for (const finding of findings) {
    const { value, bound } = formatFinding(finding);
    const judged = bound === '' ? '' : `  ${bound}: ${isMissed(finding) ? 'NO' : 'yes'}`;
    console.log(`  ${finding.name.padEnd(width)}  ${value}${judged}${finding.note ? `  (${finding.note})` : ''}`);
  }
  return findings.filter(isMissed).length;
}

/**
 * Runs a benchmark as a program: prints its section, and ends with status 1 if a limit is exceeded. With --json it
 * prints JSON for the parent process, which judges.
 */
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

export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

function show(value: number): string {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(2);
}
