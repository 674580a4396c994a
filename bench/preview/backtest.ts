/**
 * Time and memory of a backtest with 1,000,000 recorded events: `node --expose-gc --import tsx
 * bench/preview/backtest.ts`. An argument is another number of events, a multiple of 1,000. The exit status is 1 if a
 * limit is exceeded: of the time, if both the clock and the processor time exceed it.
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBacktest } from '../../src/preview/run-backtest';
import { compareAccount } from '../../test/support/preview/access';
import { lineWithOwnAddress } from '../event-samples';

const count = Number(process.argv[2] ?? 1_000_000);
const targets = { seconds: 10, megabytes: 30 };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-backtest-'));
  const file = join(folder, 'events.ndjson');
  try {
    await write(file);
    const access = ['endpoints', 'agent', 'api', 'dashboard'].flatMap((type) =>
      compareAccount(type, undefined, { rules: ['allow 203.0.113.0/25'] }),
    );
    const context = { signal: new AbortController().signal, stdin: () => process.stdin };
    const files = { events: [{ name: file, path: file }], traffic: [] };
    await runBacktest(context, files, []);
    global.gc?.();
    const before = process.memoryUsage().heapUsed;
    let largest = before;
    const timer = setInterval(() => {
      global.gc?.();
      largest = Math.max(largest, process.memoryUsage().heapUsed);
    }, 1000);
    const start = performance.now();
    const startCpu = process.cpuUsage();
    const result = await runBacktest(context, files, access);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(startCpu);
    const cpu = (user + system) / 1_000_000;
    clearInterval(timer);
    if (result?.events !== count) throw new Error(`Read ${result?.events} events of ${count}`);
    const megabytes = (largest - before) / 1_000_000;
    console.log(
      `${count} events: ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of processor time; at most ${targets.seconds}), heap ${megabytes.toFixed(1)} MB above start (at most ${targets.megabytes})`,
    );
    process.exitCode = Math.min(seconds, cpu) > targets.seconds || megabytes > targets.megabytes ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(file: string): Promise<void> {
  const stream = createWriteStream(file);
  for (let index = 0; index < count; index += 1000) {
    const lines = Array.from({ length: 1000 }, (_, offset) => lineWithOwnAddress(index + offset));
    if (!stream.write(lines.join(''))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

void main();
