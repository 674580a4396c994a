/**
 * Runs the tests five times in a row (`--runs N`) beside two loops that keep two cores busy. `--dir FOLDER` has the
 * results (by default `stress` in the system's temporary folder): the runs that it records are not repeated. The last
 * line is `N of N runs passed`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(__dirname, '..');
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, dir: { type: 'string', default: join(tmpdir(), 'stress') } },
  // What follows goes to jest, as in `npx tsx scripts/stress.ts -- test/plugin`.
  allowPositionals: true,
});
const folder = resolve(values.dir);
const results = join(folder, 'runs.jsonl');

interface Run {
  readonly run: number;
  readonly passed: boolean;
  readonly seconds: number;
  readonly closing: string;
}

function runTests(run: number): Run {
  const started = performance.now();
  const command = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/run-tests.ts', ...positionals];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  writeFileSync(join(folder, `run-${run}.log`), `${stderr}${stdout}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  return { run, passed: status === 0, seconds, closing: stdout.trimEnd().split('\n').at(-1) ?? '' };
}

function main(): number {
  mkdirSync(folder, { recursive: true });
  const before = existsSync(results) ? readFileSync(results, 'utf8').split('\n').filter(Boolean) : [];
  const runs = before.map((line) => JSON.parse(line) as Run);
  const loops: ChildProcess[] = [1, 2].map(() =>
    spawn(process.execPath, ['-e', 'const { ppid } = process; while (process.ppid === ppid);'], { stdio: 'ignore' }),
  );
  try {
    while (runs.length < Number(values.runs)) {
      const run = runTests(runs.length + 1);
      runs.push(run);
      appendFileSync(results, `${JSON.stringify(run)}\n`);
      console.log(`run ${run.run}: ${run.seconds} s, ${run.closing}`);
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
  const failed = runs.filter(({ passed }) => !passed);
  for (const { run } of failed) console.log(`run ${run} failed: ${join(folder, `run-${run}.log`)}`);
  console.log(`${runs.length - failed.length} of ${runs.length} runs passed`);
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = main();
