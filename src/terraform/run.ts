import { spawn } from 'node:child_process';

/** How to run a program. */
export interface RunOptions {
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the program with SIGINT, which Terraform answers by saving its state. */
  readonly signal?: AbortSignal;
  /** Called with each piece of output as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** What a program left behind. */
export interface RunResult {
  /** Exit status, or null when a signal ended it. */
  readonly status: number | null;
  /** The signal that ended it, or null. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program ended, for messages: `ended with status 1`, `was ended by SIGKILL`. */
export function describeEnd({ status, signal }: Pick<RunResult, 'status' | 'signal'>): string {
  return signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
}

/** Runs a program to its end and never throws for its exit status; rejects only when it cannot be started. */
export function run(binary: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd: options.cwd, env: { ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
        options.onOutput?.(text);
      });
    }
    const interrupt = (): void => void child.kill('SIGINT');
    options.signal?.addEventListener('abort', interrupt, { once: true });
    if (options.signal?.aborted) interrupt();
    child.once('error', reject);
    child.once('close', (status, signal) => {
      options.signal?.removeEventListener('abort', interrupt);
      resolve({ status, signal, ...output });
    });
  });
}
