/** The built command line in a process of its own, as a user runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built command line. */
export const program = join(__dirname, '../../../lib/bin/netingress.js');

/** How a command ended. */
export interface Ended {
  /** Exit status, null after a signal that the command did not catch. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Sends a signal to the command alone. */
  signal(name: NodeJS.Signals): void;
  /** Settles when either output holds the text; rejects when the command ends without. */
  says(text: string): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts a command with the given environment, PATH and TMPDIR. */
export function start(args: readonly string[], env: Record<string, string> = {}, cwd?: string): Running {
  if (!existsSync(program)) throw new Error(`${program} is not there; run \`npm run build\` first`);
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...env },
    ...(cwd !== undefined && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      running.delete(child);
      resolve({ status, ...output });
    });
  });
  return {
    pid: child.pid as number,
    ended,
    signal: (name) => void child.kill(name),
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.stdout.includes(text) || output.stderr.includes(text)) resolve();
        };
        waiting.add(look);
        look();
        void ended.then(({ stderr }) => reject(new Error(`The command ended without saying '${text}':\n${stderr}`)));
      }),
  };
}

/** Runs a command to its end. */
export function netingress(...args: string[]): Promise<Ended> {
  return start(args).ended;
}

/** For afterEach: ends the processes that a failed test left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
