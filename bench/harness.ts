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

/** Prints a report with the machine it was made on; answers how many findings are above what is promised. */
export function report(title: string, findings: readonly Finding[]): number {
  const width = Math.max(...findings.map(({ name }) => name.length));
  console.log(`\n${title}\n${machine()}`);
  for (const { name, value, atMost, unit = 'x', note } of findings) {
    const bound = atMost === undefined ? '' : `  at most ${atMost}${unit}: ${value <= atMost ? 'yes' : 'NO'}`;
    console.log(`  ${name.padEnd(width)}  ${show(value)}${unit}${bound}${note ? `  (${note})` : ''}`);
  }
  return findings.filter(({ value, atMost }) => atMost !== undefined && value > atMost).length;
}

/** The machine in a line: what figures of one run depend on. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

function show(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2);
}
