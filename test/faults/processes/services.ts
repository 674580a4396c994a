/** The service as something that can be put back to an earlier state, and, as a process of its own, killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Snapshot } from '../../../src/emulator';
import { SEED } from './subjects';

/** The only key that it accepts; found in output it is a secret that got out. */
export const API_KEY = `${SEED}-api-key`;

/** A service on this machine. */
export interface KillableService {
  readonly url: string;
  /** Puts what a snapshot holds in the place of everything. */
  restore(snapshot: Snapshot): Promise<void>;
  /** What it holds, secrets included; of a process, what it would hold after a restart. */
  snapshot(): Promise<Snapshot>;
  /** SIGKILL; done when the process is gone. Throws where it is no process. */
  kill(): Promise<void>;
  /** Starts it again from its file, at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A certificate job that ends between two looks would be a difference, and a true one. */
const certificates = { seconds: 3_600 };

/** In this process. */
export async function serviceInProcess(): Promise<KillableService> {
  const emulator = createEmulator({ certificates, apiKeys: [API_KEY] });
  const { url } = await emulator.listen();
  const none = () => Promise.reject(new Error('The service is no process of its own here'));
  return {
    url,
    restore: (snapshot) => emulator.restore(snapshot),
    snapshot: () => emulator.snapshot({ secrets: true }),
    kill: none,
    restart: none,
    close: () => emulator.close(),
  };
}

const PACKAGED_COMMAND = join(__dirname, '../../../lib/bin/netingress.js');

/** Longest start of the command on a busy machine, in ms. */
const START_LIMIT = 20_000;

/** `netingress emulator --state` as the package ships it, or as `command` does; its files are in `folder`. */
export async function serviceProcess(folder: string, command = PACKAGED_COMMAND): Promise<KillableService> {
  const file = join(folder, 'service.json');
  const readyFile = join(folder, 'service.ready');
  let port = 0;
  let child: ChildProcess | undefined;
  const start = async (): Promise<string> => {
    await rm(readyFile, { force: true });
    const args = ['emulator', '--state', file, '--port', String(port), '--api-key', API_KEY, '--ready-file', readyFile];
    const started = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const deadline = performance.now() + START_LIMIT;
    for (;;) {
      const ready = await readFile(readyFile, 'utf8').catch(() => undefined);
      if (ready !== undefined) return (JSON.parse(ready) as { url: string }).url;
      if (started.exitCode !== null || performance.now() > deadline)
        throw new Error(`The emulator did not start from its file: ${said}`);
      await sleep(10);
    }
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  const url = await start();
  port = Number(new URL(url).port);
  return {
    url,
    async restore(snapshot) {
      await kill();
      await writeFile(file, JSON.stringify(snapshot));
      await start();
    },
    snapshot: async () => JSON.parse(await readFile(file, 'utf8')) as Snapshot,
    kill,
    async restart() {
      await start();
    },
    close: kill,
  };
}

/** Identifiers of the objects of a kind, of all accounts. */
export function idsAt(snapshot: Snapshot, kind: string): string[] {
  return Object.values(snapshot.accounts).flatMap(({ objects }) => (objects[kind] ?? []).map(({ id }) => id));
}
