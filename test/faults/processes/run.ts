/**
 * The campaign against processes: part of `npm run faults`, or alone as `npx tsx test/faults/processes/run.ts`. Writes
 * its section of docs/faults.md, and ends with 1 when an invariant was broken or a point was not tried.
 *
 * `--only "<slice>,<slice>"` and `--faults "<what breaks>;<what breaks>"` try a part, which writes no report;
 * `--workers <n>` changes how many points are tried at once; `--keep <file>` keeps every point as a line of JSON, and goes
 * on where an earlier run with that file was ended.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../../bench/harness';
import { groupBy } from '../../../src/model/arrays';
import { writeSection } from '../report';
import type { TriedProcess } from './attempt';
import { runProcesses } from './campaign';
import { processReport } from './process-report';

/** What to try, and how. */
export interface ProcessRunOptions {
  readonly only?: string | undefined;
  readonly faults?: string | undefined;
  readonly workers?: string | undefined;
  readonly keep?: string | undefined;
}

/** Most of a point is waiting: for Terraform to end, for a provider to notice that it is alone. */
const defaultWorkers = 2 * Math.min(2, availableParallelism());

/** A point in the file that is kept: seconds since its run began. */
interface Kept {
  readonly tried: TriedProcess;
  readonly run: string;
  readonly seconds: number;
}

/** Runs the campaign, reports its progress on standard error, and returns whether it succeeded. */
export async function breakProcesses({ only, faults, keep, ...given }: ProcessRunOptions): Promise<boolean> {
  const started = performance.now();
  const run = new Date().toISOString();
  const seconds = (): number => Math.round((performance.now() - started) / 1000);
  const workers = Number(given.workers ?? defaultWorkers);
  const earlier = readKept(keep);
  const stop = new AbortController();
  const selection = {
    only: only?.split(','),
    faults: faults?.split(';'),
    earlier: earlier.map(({ tried }) => tried),
    signal: stop.signal,
  };
  // Disks and processes are removed also after an interrupt.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { tried, missing } = await runProcesses(workers, selection, (each, done, all) => {
    const kept: Kept = { tried: each, run, seconds: seconds() };
    if (keep !== undefined) appendFileSync(keep, `${JSON.stringify(kept)}\n`);
    const { slice, step, at, fault, outcome } = each;
    if (outcome.recovery === 'failed')
      console.error(`\n${slice}, ${step}, ${at}, ${fault}:\n  ${outcome.problems.join('\n  ')}`);
    if (done % 50 === 0) console.error(`${done}/${all}`);
  });
  for (const each of stop.signal.aborted ? [] : missing) console.error(`\n${each}`);
  const runs = [...groupBy(earlier, (each) => each.run).values()];
  const before = runs.reduce((sum, lines) => sum + Math.max(...lines.map((line) => line.seconds)), 0);
  const minutes = (before + seconds()) / 60;
  const failed = tried.filter(({ outcome }) => outcome.recovery === 'failed').length;
  console.error(
    `\n${tried.length} points in ${minutes.toFixed(1)} minutes: ${failed} failed, ${missing.length} not tried`,
  );
  if (only === undefined && faults === undefined && !stop.signal.aborted) {
    const text = processReport(tried, missing, { minutes, workers, machine: machine() });
    writeSection(join(__dirname, '../../../docs/faults.md'), 'processes', text);
  }
  return failed + missing.length === 0;
}

/** What was tried before; points at which something was broken are tried again. */
function readKept(file: string | undefined): Kept[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Kept).filter(({ tried }) => tried.outcome.recovery !== 'failed');
}

if (require.main === module) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      faults: { type: 'string' },
      workers: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  breakProcesses(values).then(
    (good) => {
      process.exitCode = good ? 0 : 1;
    },
    (failure: unknown) => {
      console.error(failure);
      process.exitCode = 1;
    },
  );
}
