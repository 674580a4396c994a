/**
 * The whole campaign: `npm run faults`. Breaks every request, then kills every process (processes/run.ts), writes
 * docs/faults.md, and ends with 1 when an invariant was broken anywhere or a point was not tried. `-- --part requests` or
 * `processes` runs one of the two. `-- --defects` seeds defects into copies of the sources instead, and ends with 1 when
 * one of them is not caught.
 *
 * Of the requests `-- --only "<slice>,<slice>"`, `--steps` and `--faults` try a part, which writes no report; `--workers
 * <n>` says how many slices run at once, and `--keep <file>` keeps every point as a line of JSON. `--resume <file>` takes
 * from such a file the slices that came to their end there and broke nothing.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../bench/harness';
import { DEFECTS, type Seeded, seed } from './defects';
import { FAULTS } from './faults';
import { PROCESS_DEFECTS, seedProcess } from './processes/defects';
import { breakProcesses } from './processes/run';
import { type Tried, writeSection } from './report';
import { defectReport, requestReport } from './request-report';
import { runSlices } from './run-slices';
import { SLICES } from './scenario';

const root = join(__dirname, '../..');
const report = join(root, 'docs/faults.md');

const { values: given } = parseArgs({
  options: {
    defects: { type: 'boolean', default: false },
    part: { type: 'string' },
    only: { type: 'string' },
    steps: { type: 'string' },
    faults: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
    resume: { type: 'string' },
  },
});

async function breakRequests(): Promise<boolean> {
  const started = performance.now();
  const slices = given.only?.split(',') ?? SLICES.map(({ name }) => name);
  const faults = given.faults?.split(',') ?? FAULTS.map(({ name }) => name);
  const workers = Number(given.workers);
  let ended = 0;
  const { tried, missing, resumed } = await runSlices({
    root,
    slices,
    faults,
    steps: given.steps?.split(','),
    workers,
    keep: given.keep,
    resume: given.resume,
    onEnded(slice, points) {
      ended += 1;
      console.error(
        `${ended}/${slices.length} ${slice}: ${points.length} points, ${points.filter(isBroken).length} failed`,
      );
    },
  });
  const broken = tried.filter(isBroken);
  for (const { slice, step, at, fault, outcome } of broken)
    console.error(`\n${slice}, ${step}, ${at}, ${fault}:\n  ${outcome.problems.join('\n  ')}`);
  for (const each of missing) console.error(`\n${each}`);
  const minutes = (performance.now() - started) / 60_000;
  console.error(
    `\n${tried.length} points in ${minutes.toFixed(1)} minutes: ${broken.length} failed, ${missing.length} parts not tried`,
  );
  if (!given.only && !given.faults && !given.steps)
    writeSection(report, 'requests', requestReport(tried, missing, { minutes, workers, resumed, machine: machine() }));
  return broken.length + missing.length === 0;
}

function isBroken({ outcome }: Tried): boolean {
  return outcome.recovery === 'failed';
}

async function seedDefects(): Promise<boolean> {
  const seeded: Seeded[] = [];
  for (const defect of DEFECTS) seeded.push(reportSeeded(await seed(defect)));
  for (const defect of PROCESS_DEFECTS) seeded.push(reportSeeded(await seedProcess(defect)));
  writeSection(report, 'defects', defectReport(seeded));
  return seeded.every(({ caught }) => caught !== undefined);
}

function reportSeeded(seeded: Seeded): Seeded {
  const { defect, caught } = seeded;
  console.error(`${caught === undefined ? 'NOT CAUGHT' : 'caught'}: ${defect.name}: ${caught ?? ''}`);
  return seeded;
}

async function breakAll(): Promise<boolean> {
  // Options of the requests alone mean these alone.
  const partly = given.only ?? given.faults ?? given.steps;
  const requests = given.part === 'processes' || (await breakRequests());
  const processes = given.part === 'requests' || partly !== undefined || (await breakProcesses({}));
  return requests && processes;
}

(given.defects ? seedDefects() : breakAll()).then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  },
);
