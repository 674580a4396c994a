/** Runs the command line in this process and returns its output and exit status. */

import { createProgram } from '../../../src/cli/program';
import type { CliContext } from '../../../src/command/context';
import { describeFailure } from '../../../src/command/failure';

export interface RanInProcess {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until its signal, with access to its output. */
export interface Started {
  readonly lines: string[];
  readonly ended: Promise<RanInProcess>;
  /**
   * Aborts the signal of the context. The status in `ended` is then the one of the command, such as 0;
   * `src/cli/main.ts` would replace it by 128 and the number of the signal.
   */
  stop(): void;
  /** Resolves after that many lines of standard output; rejects if the command ends earlier. */
  printed(count: number): Promise<void>;
  /** Resolves when standard error contains the text; rejects if the command ends earlier. */
  says(text: string): Promise<void>;
}

export interface Surroundings {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly stdin?: AsyncIterable<Uint8Array> | string;
}

export function startInProcess(
  args: readonly string[],
  { env = {}, cwd = process.cwd(), stdin = '' }: Surroundings = {},
): Started {
  const controller = new AbortController();
  const lines: string[] = [];
  const errors: string[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const each of waiting) each();
  };
  const context: CliContext = {
    print: (text) => {
      lines.push(...text.split('\n'));
      look();
    },
    printError: (text) => {
      errors.push(text);
      look();
    },
    stdin: () => (typeof stdin === 'string' ? once(stdin) : stdin),
    env: { PATH: process.env['PATH'], ...env },
    settingsSource: 'environment',
    cwd,
    mayAnimate: false,
    takeSignals: () => () => undefined,
    signal: controller.signal,
    pid: process.pid,
    node: process.execPath,
    script: '',
  };
  const result = (status: number): RanInProcess => ({
    status,
    stdout: lines.map((line) => `${line}\n`).join(''),
    stderr: errors.join('\n'),
  });
  const ended = createProgram(context, args[0])
    .parseAsync(['node', 'netingress', ...args])
    .then(
      () => result(0),
      (error: unknown) => {
        const failure = describeFailure(error);
        if (!failure) throw error;
        if (failure.message !== undefined) errors.push(failure.message);
        return result(failure.status);
      },
    );
  const until = (what: string, reached: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (reached()) resolve();
      };
      waiting.add(check);
      check();
      void ended.then(({ stderr }) => reject(new Error(`The command ended before ${what}:\n${stderr}`)), reject);
    });
  return {
    lines,
    ended,
    stop: () => controller.abort(),
    printed: (count) => until(`${count} lines`, () => lines.length >= count),
    says: (text) => until(`it said '${text}'`, () => errors.some((each) => each.includes(text))),
  };
}

export function runInProcess(args: readonly string[], surroundings?: Surroundings): Promise<RanInProcess> {
  return startInProcess(args, surroundings).ended;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const containing = (text: string | RegExp): unknown =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);

/** Matches a command that ended with this status and has the text in its standard error. */
export const withError = (status: number, text: string | RegExp): unknown =>
  expect.objectContaining({ status, stderr: containing(text) });

/** Matches a command that ended with this status and has the text in its standard output. */
export const withOutput = (status: number, text: string | RegExp): unknown =>
  expect.objectContaining({ status, stdout: containing(text) });
