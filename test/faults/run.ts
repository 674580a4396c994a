/**
 * The whole campaign: `npm run faults`. Every slice in a process of its own, some at a time, and the tables of all of
 * them in docs/faults.md. Ends with 1 when an invariant was broken anywhere, or a point was not tried.
 *
 * `-- --only "<slice>,<slice>"` and `-- --faults "<fault>,<fault>"` try a part, which writes no report;
 * `-- --workers <n>` changes how many slices run at once; `-- --keep <file>` keeps every point as a line of JSON.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { machine } from '../../bench/harness';
import { FAULTS } from './faults';
import { type Tried, writeSection } from './report';
import { reportOf } from './request-report';
import { SLICES } from './scenario';

const root = join(__dirname, '../..');

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    faults: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
  },
});

const slices = given.only?.split(',') ?? SLICES.map(({ name }) => name);
const faults = given.faults?.split(',') ?? FAULTS.map(({ name }) => name);

/** One slice as it came out. */
interface Finished {
  readonly slice: string;
  readonly tried: readonly Tried[];
  /** Requests of the fault-free run, by step; undefined where the process failed. */
  readonly requests: Readonly<Record<string, number>> | undefined;
}

async function main(): Promise<void> {
  const started = performance.now();
  const queue = slices.values();
  const finished: Finished[] = [];
  const work = async (): Promise<void> => {
    for (const slice of queue) {
      const result = await runInProcess(slice);
      finished.push(result);
      const failed = result.tried.filter(({ outcome }) => outcome.recovery === 'failed').length;
      console.error(`${finished.length}/${slices.length} ${slice}: ${result.tried.length} points, ${failed} failed`);
    }
  };
  await Promise.all(Array.from({ length: Number(given.workers) }, work));
  const inOrder = slices.flatMap((name) => finished.filter(({ slice }) => slice === name));
  const tried = inOrder.flatMap((each) => each.tried);
  const missing = inOrder.flatMap(missingOf);
  const broken = tried.filter(({ outcome }) => outcome.recovery === 'failed');
  for (const each of broken)
    console.error(`\n${each.slice}, ${each.step}, ${each.at}, ${each.fault}:\n  ${each.outcome.problems.join('\n  ')}`);
  for (const each of missing) console.error(`\n${each}`);
  const minutes = (performance.now() - started) / 60_000;
  console.error(
    `\n${tried.length} points in ${minutes.toFixed(1)} minutes: ${broken.length} failed, ${missing.length} not tried`,
  );
  if (!given.only && !given.faults) {
    const text = reportOf(tried, missing, { minutes, workers: Number(given.workers), machine: machine() });
    writeSection(join(root, 'docs/faults.md'), 'requests', text);
  }
  process.exitCode = broken.length + missing.length > 0 ? 1 : 0;
}

/** What was to be tried and was not, as sentences: a campaign that leaves a point out proves nothing of it. */
function missingOf({ slice, tried, requests }: Finished): string[] {
  if (!requests) return [`The slice ${slice} did not come to its end`];
  return Object.entries(requests).flatMap(([step, count]) => {
    const [wanted, had] = [
      count * faults.length,
      new Set(tried.filter((each) => each.step === step).map((each) => `${each.at} ${each.fault}`)).size,
    ];
    return wanted === had ? [] : [`Of ${slice}, ${step}, ${had} of ${wanted} points were tried`];
  });
}

async function runInProcess(slice: string): Promise<Finished> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'run-slice.ts'), slice, faults.join(',')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const tried: Tried[] = [];
  let requests: Finished['requests'];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as { readonly tried?: Tried; readonly requests?: Record<string, number> };
    if (given.keep !== undefined) appendFileSync(given.keep, `${line}\n`);
    if (message.tried) tried.push(message.tried);
    if (message.requests) requests = message.requests;
  }
  return { slice, tried, requests: (await ended) === 0 ? requests : undefined };
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
