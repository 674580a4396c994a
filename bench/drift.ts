/**
 * Requests, processor time and memory of drift detection for 1,000 and 10,000 objects of all kinds of the
 * specification, each number in its own process, which is started with the number as its argument. Run: npx tsx
 * bench/drift.ts
 */

import { execFileSync } from 'node:child_process';
import { readAccount } from '../src/account/read-account';
import { createClient } from '../src/client';
import { detectDrift } from '../src/drift/report/report';
import { fromStates } from '../src/objects/from-states';
import { formatDrift } from '../test/support/drift/format-drift';
import { createSyntheticAccount } from './synthetic-account';

/** Limits of requests and seconds of processor time of one detection, and of the peak in MiB of its whole process. */
const budgets = [
  { objects: 1_000, requests: 30, seconds: 2, mebibytes: 200 },
  { objects: 10_000, requests: 120, seconds: 2, mebibytes: 200 },
];

async function measure(objects: number): Promise<void> {
  const service = createSyntheticAccount(objects);
  const client = createClient({ baseUrl: 'http://service.localhost', apiKey: 'key', fetch: service.fetch });
  // The states are created from a first reading, which also loads the modules.
  const stateResources = service.toStateResources(await readAccount(client));
  const before = service.requests();
  const start = process.cpuUsage();
  const account = await readAccount(client);
  const drift = detectDrift({
    account,
    inState: fromStates(stateResources),
    configured: undefined,
    lookups: [],
    usage: { requests: service.requests() - before, pages: 0 },
    today: '2026-11-21',
  });
  const report = await formatDrift(drift, 'json');
  const { user, system } = process.cpuUsage(start);
  await client.close();
  const result = {
    objects,
    requests: service.requests() - before,
    seconds: (user + system) / 1e6,
    mebibytes: process.resourceUsage().maxRSS / 1024,
    bytes: report.length,
  };
  console.log(JSON.stringify(result));
}

function main(): void {
  for (const budget of budgets) {
    const output = execFileSync(process.execPath, ['--import', 'tsx', __filename, String(budget.objects)], {
      encoding: 'utf8',
    });
    const used = JSON.parse(output) as { requests: number; seconds: number; mebibytes: number };
    const within =
      used.requests <= budget.requests && used.seconds <= budget.seconds && used.mebibytes <= budget.mebibytes;
    console.log(
      `${budget.objects} objects: ${used.requests} of ${budget.requests} requests, ${used.seconds.toFixed(2)} of ` +
        `${budget.seconds} s of processor time, ${used.mebibytes.toFixed(0)} of ${budget.mebibytes} MiB: ${within ? 'within' : 'OVER'}`,
    );
    if (!within) process.exitCode = 1;
  }
}

const [objects] = process.argv.slice(2);
if (objects === undefined) main();
else void measure(Number(objects));
