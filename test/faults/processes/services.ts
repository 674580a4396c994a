/** The service as something that can be put back to an earlier state, and, as a process of its own, killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Snapshot } from '../../../src/emulator';
import type { ProfileName } from '../../../src/model/kind';
import { API_KEY } from '../test-environment';

/** A service on this machine. */
export interface KillableService {
  readonly url: string;
  readonly profile: ProfileName;
  /** Puts what a snapshot contains in the place of everything. */
  restore(snapshot: Snapshot): Promise<void>;
  /** What it contains, secrets included; of a process, what it would contain after a restart. */
  snapshot(): Promise<Snapshot>;
  /** Sends SIGKILL and resolves when the process has exited. Throws if the service runs in process. */
  kill(): Promise<void>;
  /** Starts it again from its file, at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** In this process. */
export async function serviceInProcess(profile: ProfileName = 'spec'): Promise<KillableService> {
  const emulator = createEmulator({ profile, apiKeys: [API_KEY] });
  const { url } = await emulator.listen();
  const none = () => Promise.reject(new Error('The service does not run in its own process'));
  return {
    url,
    profile,
    restore: (snapshot) => emulator.restore(snapshot),
    snapshot: () => emulator.snapshot({ secrets: true }),
    kill: none,
    restart: none,
    close: () => emulator.close(),
  };
}

const PACKAGED_COMMAND = join(__dirname, '../../../lib/bin/netingress.js');

/** Longest start of the command on a busy machine, in ms. */
const START_LIMIT = 60_000;

/** `netingress emulator --store` as the package ships it, or as another build of the command does. */
export async function serviceProcess(
  command = PACKAGED_COMMAND,
  profile: ProfileName = 'spec',
): Promise<KillableService> {
  const folder = await mkdtemp(join(tmpdir(), 'netingress-service-'));
  const file = join(folder, 'service.json');
  let port = 0;
  let child: ChildProcess | undefined;
  const start = async (): Promise<string> => {
    const { url, process } = await startEmulator(command, profile, folder, file, port);
    child = process;
    return url;
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
    profile,
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
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startEmulator(
  command: string,
  profile: ProfileName,
  folder: string,
  file: string,
  port: number,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const readyFile = join(folder, 'ready.json');
  await rm(readyFile, { force: true });
  const args = [
    'emulator',
    '--profile',
    profile,
    '--store',
    file,
    '--port',
    String(port),
    '--api-key',
    API_KEY,
    '--ready-file',
    readyFile,
  ];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const deadline = performance.now() + START_LIMIT;
  for (;;) {
    const ready = await readFile(readyFile, 'utf8').catch(() => undefined);
    if (ready !== undefined) return { url: (JSON.parse(ready) as { url: string }).url, process: child };
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start from its file: ${said}`);
    }
    await sleep(10);
  }
}
