/**
 * Ratios of the emulator, each to something that is measured in the same run: its cold start to an empty process, its
 * load to a minimal server, the memory of an object to its JSON, and a reset to creating the objects. Has no limits,
 * and prints JSON: `NODE_OPTIONS=--expose-gc npx tsx bench/emulator.ts`. The package must have been built (`npm run
 * build`).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createEmulator } from '../src/emulator';
import { median, timed } from './harness';

const program = join(__dirname, '../lib/bin/netingress.js');
const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
const STARTS = 15;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const OBJECTS = 10_000;

const bareServer = `
  const server = require('node:http').createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => { response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }); response.end('{}'); });
  });
  server.listen(0, '127.0.0.1', () => {
    const file = process.argv[1];
    const text = JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port });
    require('node:fs').writeFileSync(file + '.tmp', text);
    require('node:fs').renameSync(file + '.tmp', file);
  });`;

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  /** Milliseconds from the start of the process until it was ready. */
  readonly startedIn: number;
}

async function start(args: (readyFile: string) => readonly string[]): Promise<Server> {
  const readyFile = join(folder, 'ready.json');
  rmSync(readyFile, { force: true });
  const began = performance.now();
  const child = spawn(process.execPath, args(readyFile), { stdio: 'ignore' });
  while (!existsSync(readyFile)) await sleep(1);
  const startedIn = performance.now() - began;
  return { process: child, startedIn, url: (JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string }).url };
}

const startEmulator = () => start((readyFile) => [program, 'emulator', '--ready-file', readyFile]);
const startBare = () => start((readyFile) => ['-e', bareServer, readyFile]);

async function stop({ process: child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

const rounded = (number: number): number => Number(number.toPrecision(3));

/** From the start of the process to the ready file, compared with an empty process; measured alternately. */
async function coldStart() {
  const empty: number[] = [];
  const ready: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    empty.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
    const server = await startEmulator();
    ready.push(server.startedIn);
    await stop(server);
  }
  const [emptyMs, readyMs] = [median(empty), median(ready)];
  return {
    emptyMs: rounded(emptyMs),
    readyMs: rounded(readyMs),
    ratio: rounded(readyMs / emptyMs),
    beyondMs: rounded(readyMs - emptyMs),
  };
}

/** Requests per second, compared with a minimal server in its own process; measured alternately. */
async function load() {
  const [emulator, bare] = [await startEmulator(), await startBare()];
  const created = await fetch(`${emulator.url}/ip_policies`, {
    method: 'POST',
    headers,
    body: '{"description":"one"}',
  });
  const path = `/ip_policies/${((await created.json()) as { id: string }).id}`;
  const kinds = {
    read: { path, method: 'GET' },
    list: { path: '/ip_policies?limit=10', method: 'GET' },
    update: { path, method: 'PATCH', body: '{"description":"another"}' },
    create: { path: '/ip_policies', method: 'POST', body: '{"description":"another"}' },
  } as const;
  const ratios: Record<string, number> = {};
  for (const [name, { path: target, ...request }] of Object.entries(kinds)) {
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const perSecond = async (url: string) => {
        const { requests, non2xx } = await autocannon({
          url,
          headers,
          connections: 10,
          duration: ROUND_SECONDS,
          ...request,
        });
        if (non2xx > 0) throw new Error(`${name}: ${non2xx} requests failed`);
        return requests.average;
      };
      found.push((await perSecond(`${emulator.url}${target}`)) / (await perSecond(`${bare.url}${target}`)));
    }
    ratios[name] = rounded(median(found));
  }
  await Promise.all([stop(emulator), stop(bare)]);
  return ratios;
}

/** In process: the memory of an object compared with its JSON, and the time of a reset compared with creating the objects. */
async function memoryAndReset() {
  const collect = globalThis.gc;
  if (!collect) throw new Error('Garbage cannot be collected; expected NODE_OPTIONS=--expose-gc');
  const emulator = createEmulator();
  const create = (n: number) =>
    emulator.fetch(
      new Request('http://service.test/ip_policies', {
        method: 'POST',
        headers,
        body: JSON.stringify({ description: `policy ${n}` }),
      }),
    );
  await create(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  const creating = await timed(async () => {
    for (let n = 0; n < OBJECTS; n++) await create(n);
  });
  collect();
  const heldBytes = (process.memoryUsage().heapUsed - before) / OBJECTS;
  const jsonBytes = JSON.stringify(emulator.objects('ip_policy')[0]).length;
  const resetting = await timed(() => emulator.reset());
  collect();
  const leftBytes = process.memoryUsage().heapUsed - before;
  return {
    objects: OBJECTS,
    heldBytesEach: Math.round(heldBytes),
    ratioToJson: rounded(heldBytes / jsonBytes),
    leftAfterResetOfHeld: rounded(leftBytes / (heldBytes * OBJECTS)),
    resetToMaking: rounded(resetting / creating),
    resetMs: rounded(resetting),
  };
}

async function main(): Promise<void> {
  try {
    console.log(
      JSON.stringify({ coldStart: await coldStart(), load: await load(), memory: await memoryAndReset() }, null, 2),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
