/**
 * Memory and time of `netingress drift --events` with each of three archives of 1,000,000 events, compressed with gzip:
 * the mixed events of the other benchmarks, a fifth of which are changes; only changes, of 10,000 objects; and only
 * changes of one object, of which the report compares the newest. `npm run build`, then
 * `npx tsx bench/drift-events.ts`; an argument is another number of events, a multiple of 1,000. The exit status is 1
 * if a limit is exceeded or drift ends otherwise than expected. Linux only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createEmulator } from '../src/emulator';
import { mixedEvent } from './event-samples';
import { memoryOf } from './processes';

const count = Number(process.argv[2] ?? 1_000_000);
const OBJECTS = 10_000;

/** Each change sets another value, so nothing is reverted. */
function change(index: number, objects: number): object {
  const id = `ipr_2x${String(index % objects).padStart(25, '0')}`;
  // The event 5 is the update of a rule.
  const event = mixedEvent(5) as { readonly object: object };
  return {
    ...event,
    event_id: `ev_2x${String(index).padStart(25, '0')}`,
    event_timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    object: { ...event.object, id, description: `change ${index}` },
  };
}

/** `limit` is the largest memory in MiB, `expected` the exit status of drift. */
const ARCHIVES = {
  mixed: { make: mixedEvent, limit: 200, expected: 0 },
  changes: { make: (index: number) => change(index, OBJECTS), limit: 200, expected: 0 },
  // The report says that older changes were not compared.
  one: { make: (index: number) => change(index, 1), limit: 200, expected: 3 },
} as const;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-drift-events-'));
  const emulator = createEmulator();
  try {
    const { url } = await emulator.listen();
    writeFileSync(join(folder, 's.json'), JSON.stringify({ version: 4, resources: [] }));
    for (const [name, { make, limit, expected }] of Object.entries(ARCHIVES)) {
      const file = `${name}.gz`;
      await pipeline(render(make), createGzip({ level: 1 }), createWriteStream(join(folder, file)));
      const { status, mebibytes, seconds } = await drift(folder, file, { baseUrl: url, apiKey: emulator.apiKey });
      const { result, not_checked: unchecked } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
      console.log(
        `${count} events, ${name}: status ${status} (${result}), ${mebibytes.toFixed(0)} MiB (at most ${limit}), ${seconds.toFixed(1)} s`,
      );
      if (status !== expected || mebibytes > limit || unchecked.includes('events')) process.exitCode = 1;
    }
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function* render(make: (index: number) => object): Generator<string> {
  for (let index = 0; index < count; index += 1000)
    yield Array.from({ length: 1000 }, (_, offset) => `${JSON.stringify(make(index + offset))}\n`).join('');
}

async function drift(folder: string, events: string, account: { readonly baseUrl: string; readonly apiKey: string }) {
  const command = join(__dirname, '../lib/bin/netingress.js');
  const args = ['drift', '--state', 's.json', '--events', events, '--format', 'json', '--out', 'report.json'];
  const env = {
    PATH: process.env['PATH'] ?? '',
    NETINGRESS_BASE_URL: account.baseUrl,
    NETINGRESS_API_KEY: account.apiKey,
  };
  const start = performance.now();
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let mebibytes = 0;
  const timer = setInterval(() => {
    mebibytes = Math.max(mebibytes, (child.pid === undefined ? undefined : memoryOf(child.pid))?.most ?? 0);
  }, 20);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  return { status, mebibytes, seconds: (performance.now() - start) / 1000 };
}

void main();
