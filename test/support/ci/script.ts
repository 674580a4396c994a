/** Runs the script of a step or job as a process that can be canceled in the way of the host. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ScriptResult {
  readonly status: number | null;
  readonly output: string;
}

export interface RunningScript {
  readonly ended: Promise<ScriptResult>;
  /** Resolves when the output contains the text; rejects if the script ends earlier. */
  printed(text: string): Promise<void>;
  readonly child: ChildProcess;
}

export interface ScriptOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The script leads a process group of its own, as the step of a runner and the container of a job do. */
export function startScript(program: string, args: readonly string[], { cwd, env }: ScriptOptions): RunningScript {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const check of waiting) check();
    });
  const ended = new Promise<ScriptResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
  return {
    ended,
    child,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (output.includes(text)) resolve();
        };
        waiting.add(check);
        check();
        void ended.then(() => reject(new Error(`The script ended without printing '${text}':\n${output}`)), reject);
      }),
  };
}

/** A signal to the shell only; 7.5 s later another one; 2.5 s later the end of all processes of the step. */
export async function cancelOnGitHub({ child, ended }: RunningScript): Promise<void> {
  child.kill('SIGINT');
  if (await isWithin(ended, 7500)) return;
  child.kill('SIGTERM');
  if (await isWithin(ended, 2500)) return;
  killGroup(child, 'SIGKILL');
}

/** A signal to all processes of the container. */
export async function cancelOnGitLab({ child, ended }: RunningScript): Promise<void> {
  killGroup(child, 'SIGTERM');
  if (await isWithin(ended, 30_000)) return;
  killGroup(child, 'SIGKILL');
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}

async function isWithin(ended: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isEnded = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}
