import { spawn } from 'node:child_process';

export interface Ended {
  /** Exit status, null after a signal that the program did not catch. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs, in the order in which they came. */
  readonly output: string;
}

export interface RunningScript {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Sends a signal to the program alone. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to the program and to what it started, as Ctrl-C in a shell does. */
  signalGroup(name: NodeJS.Signals): void;
  /** Resolves when the output contains the text; rejects if the program ends earlier. */
  says(text: string): Promise<void>;
}

export interface ScriptOptions {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const started = new Set<RunningScript>();

/** The program leads a process group of its own, as the command of a shell, the step of a runner and a container do. */
export function startScript(program: string, args: readonly string[], options: ScriptOptions): RunningScript {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const texts = { stdout: '', stderr: '', output: '' };
  const waiting = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
      texts.output += text;
      for (const check of waiting) check();
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...texts }));
  });
  const script: RunningScript = {
    pid: child.pid as number,
    ended,
    signal: (name) => void child.kill(name),
    signalGroup(name) {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, name);
      } catch {
        // All have ended.
      }
    },
    says: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (texts.stdout.includes(text) || texts.stderr.includes(text)) resolve();
        };
        waiting.add(check);
        check();
        void ended.then(() => reject(new Error(`It ended without saying '${text}':\n${texts.output}`)), reject);
      }),
  };
  started.add(script);
  child.once('close', () => {
    // If the group has ended, the system may give its number to another one, which must not be killed.
    if (!hasGroup(script.pid)) started.delete(script);
  });
  return script;
}

/** Kills all started programs and their process groups. In `afterEach`, a test that fails leaves no process. */
export function endAllScripts(): void {
  for (const script of started) script.signalGroup('SIGKILL');
  started.clear();
}

function hasGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
