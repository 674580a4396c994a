import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onAbort } from '../model/net/on-abort';
import type { Words } from '../values/words';

export interface RunOptions {
  readonly cwd: string;
  /** The complete environment; the program inherits no other variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Sends SIGINT on abort; Terraform then saves its state and exits. */
  readonly signal?: AbortSignal;
  /** Milliseconds after the abort at which a program that still runs is killed. */
  readonly killAfter?: number;
  /** Kills a program that prints more characters to one of its outputs; by default they are not limited. */
  readonly maxOutput?: number;
}

/**
 * How long output is awaited after the program has ended: a process that it started, such as an agent, may hold the
 * output open. Chosen.
 */
const OUTPUT_GRACE_MS = 1000;

export interface RunResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Formats the exit for a message: `ended with status 1`, `was ended by SIGKILL`. */
export function describeEnd({ status, signal }: Pick<RunResult, 'status' | 'signal'>): Words {
  return signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
}

/** Resolves about a second after the end at the latest. Rejects if the program cannot be started. */
export function run(binary: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd: options.cwd, env: { ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
        if (output[stream].length <= (options.maxOutput ?? Number.POSITIVE_INFINITY)) return;
        child[stream].destroy();
        child.kill('SIGKILL');
      });
    }
    let kill: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      child.kill('SIGINT');
      if (options.killAfter !== undefined) kill = setTimeout(() => child.kill('SIGKILL'), options.killAfter);
    };
    const unsubscribe = options.signal && onAbort(options.signal, interrupt);
    child.once('error', (error) => {
      unsubscribe?.();
      reject(error);
    });
    const settle = (status: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(kill);
      clearTimeout(grace);
      unsubscribe?.();
      resolve({ status, signal, ...output });
    };
    child.once('close', settle);
    child.once('exit', () => {
      clearTimeout(kill);
      // By then the pipe has all that the program itself wrote, and it is read before the immediate runs.
      grace = setTimeout(() => setImmediate(() => closeAll([child.stdout, child.stderr])), OUTPUT_GRACE_MS);
    });
  });
}

function closeAll(streams: readonly Readable[]): void {
  for (const stream of streams) stream.destroy();
}
