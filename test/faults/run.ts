/**
 * The whole campaign: `npm run faults`. Breaks every request, writes docs/faults.md, and ends with 1 if an invariant
 * was broken, a point was not tried, or no point was wanted.
 *
 * `-- --only "<slice>,<slice>"`, `--steps` and `--faults` try a part, which writes no document; `--workers <n>` is the
 * number of slices at once.
 *
 * Each slice has a process of its own, `--slice <name>`, because skipped time is skipped for the whole process. It
 * prints a line of JSON for each point, and at last one with the number of requests of each step.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { machine } from '../../bench/harness';
import { runSlice } from './campaign';
import { FAULTS, findFault } from './faults';
import { report, type Tried } from './report';
import { findSlice, SLICES } from './scenario';
import { takeOverTime } from './skip-time';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    steps: { type: 'string' },
    faults: { type: 'string' },
    // Chosen: two for each core, and at most the four of the run whose duration docs/faults.md has.
    workers: { type: 'string', default: String(2 * Math.min(2, availableParallelism())) },
    slice: { type: 'string' },
  },
});
const faults = given.faults?.split(',') ?? FAULTS.map(({ name }) => name);
const steps = given.steps?.split(',');
const unknownStep = steps?.find((name) => !SLICES.some((slice) => slice.steps.some((step) => step.name === name)));
if (unknownStep !== undefined) throw new Error(`No slice has the step '${unknownStep}'`);

interface Line {
  readonly tried?: Tried;
  readonly requests?: Readonly<Record<string, number>>;
}

async function breakSlice(name: string): Promise<boolean> {
  const print = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const selection = { faults: faults.map(findFault), wanted: (step: string) => steps?.includes(step) ?? true };
  const { requests } = await runSlice(findSlice(name), takeOverTime(), selection, (tried) => print({ tried }));
  print({ requests });
  return true;
}

/**
 * Points of a slice, and sentences about what was not tried: a campaign that leaves a point out proves nothing of it.
 */
async function runProcess(slice: string): Promise<{ tried: Tried[]; missing: string[] }> {
  const args = ['--import', 'tsx', __filename, '--slice', slice, '--faults', faults.join(',')];
  const child = spawn(process.execPath, [...args, ...(steps ? ['--steps', steps.join(',')] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line) as Line);
  const tried = lines.flatMap((line) => line.tried ?? []);
  const requests = lines.find((line) => line.requests)?.requests;
  if ((await ended) !== 0 || !requests) return { tried, missing: [`the slice ${slice} did not come to its end`] };
  const missing = Object.entries(requests).flatMap(([step, count]) => {
    const wanted = (steps?.includes(step) ?? true) ? count * faults.length : 0;
    const had = tried.filter((each) => each.step === step).length;
    return wanted === had ? [] : [`of ${slice}, ${step}, ${had} of ${wanted} points were tried`];
  });
  return { tried, missing };
}

async function breakAll(): Promise<boolean> {
  const started = performance.now();
  const slices = given.only?.split(',') ?? SLICES.map(({ name }) => name);
  const workers = Number(given.workers);
  if (!(workers >= 1)) throw new Error(`--workers is '${given.workers}'; expected a number of slices`);
  const results = new Map<string, Awaited<ReturnType<typeof runProcess>>>();
  // The last slices of the scenario are started first. Among them is the rule set, which has the most points
  // (docs/faults.md): so it does not run on alone at the end.
  const queue = [...slices].reverse().values();
  const work = async (): Promise<void> => {
    for (const slice of queue) {
      const result = await runProcess(slice);
      results.set(slice, result);
      console.error(`${results.size}/${slices.length} ${slice}: ${result.tried.length} points`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const all = slices.flatMap((slice) => results.get(slice) ?? []);
  const tried = all.flatMap((each) => each.tried);
  // A slice may lack the step of a selection.
  const missing = [...all.flatMap((each) => each.missing), ...(tried.length > 0 ? [] : ['no point was tried'])];
  const failed = tried.filter(({ outcome }) => outcome.recovery === 'failed');
  for (const { slice, step, at, fault, outcome } of failed)
    console.error(`\n${slice}, ${step}, ${at}, ${fault}:\n  ${outcome.problems.join('\n  ')}`);
  for (const each of missing) console.error(`\n${each}`);
  const minutes = (performance.now() - started) / 60_000;
  console.error(`\n${tried.length} points in ${minutes.toFixed(1)} minutes: ${failed.length} failed`);
  if (!given.only && !given.faults && !given.steps)
    writeFileSync(
      join(__dirname, '../../docs/faults.md'),
      report(tried, missing, { minutes, workers, machine: machine() }),
    );
  return failed.length + missing.length === 0;
}

(given.slice === undefined ? breakAll() : breakSlice(given.slice)).then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  },
);
