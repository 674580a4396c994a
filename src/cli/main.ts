import { fstatSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { createRedact } from '../client/redact';
import type { CliContext } from '../command/context';
import { describeFailure } from '../command/failure';
import { EXIT } from '../model/exit-status';
import { secretsFromEnvironment } from '../model/provider-config';
import { findNodeProblem } from './node-version';
import { createProgram } from './program';

/** As a shell reports a program that a signal ended: 128 and the number of the signal. */
const SIGNAL_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The same for SIGPIPE, because the reader has enough: `netingress … | head -1` is not an error. */
const SIGPIPE_STATUS = 141;

/**
 * Aborts on the first signal, or if standard output cannot be written; a signal after that exits at once. Between
 * `takeSignals` and the call of the function that it returns, signals only go to its listener. `status` is undefined if
 * nothing was aborted.
 */
function catchSignals(): Pick<CliContext, 'signal' | 'takeSignals'> & { readonly status: () => number | undefined } {
  const controller = new AbortController();
  let exitStatus: number | undefined;
  let taker: ((signal: NodeJS.Signals) => void) | undefined;
  for (const [name, status] of Object.entries(SIGNAL_STATUS)) {
    process.on(name, () => {
      if (taker) return taker(name as NodeJS.Signals);
      if (exitStatus !== undefined) process.exit(status);
      exitStatus = status;
      controller.abort();
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && exitStatus === undefined)
      process.stderr.write(`Cannot write to standard output: ${error.message}.\n`);
    exitStatus ??= error.code === 'EPIPE' ? SIGPIPE_STATUS : EXIT.error;
    process.exitCode = exitStatus;
    controller.abort();
  });
  // The command continues: its work matters more than its messages.
  process.stderr.on('error', () => undefined);
  return {
    signal: controller.signal,
    takeSignals(listener) {
      taker = listener;
      return () => {
        taker = undefined;
      };
    },
    status: () => exitStatus,
  };
}

interface Terminal {
  readonly context: CliContext;
  /**
   * Prints to standard error how the command ends. If both outputs are one (`2>&1`) and the last line there has the
   * same text, as the last line of a report may, nothing is printed.
   */
  readonly printEnd: (text: string) => void;
}

function createTerminal({ signal, takeSignals }: Pick<CliContext, 'signal' | 'takeSignals'>): Terminal {
  const { env, stdout, stderr } = process;
  const isOneOutput = areOneOutput();
  let last: string | undefined;
  const context: CliContext = {
    print(text) {
      last = isOneOutput ? text.slice(text.lastIndexOf('\n') + 1) : undefined;
      stdout.write(`${text}\n`);
    },
    printError(text) {
      last = undefined;
      stderr.write(`${text}\n`);
    },
    // A signal must also end a command that waits for input.
    stdin: () => addAbortSignal(signal, process.stdin),
    env,
    settingsSource: 'environment',
    cwd: process.cwd(),
    mayAnimate: stderr.isTTY === true && env['NO_COLOR'] === undefined && env['CI'] === undefined,
    signal,
    takeSignals,
    pid: process.pid,
    node: process.execPath,
    script: __filename,
  };
  return {
    context,
    printEnd(text) {
      if (text !== last) context.printError(text);
    },
  };
}

/**
 * Whether both outputs are terminals, or one file or pipe, as with `2>&1`. False if the system gives them no inode, by
 * which they could be compared.
 */
function areOneOutput(): boolean {
  if (process.stdout.isTTY && process.stderr.isTTY) return true;
  try {
    const [out, error] = [fstatSync(process.stdout.fd), fstatSync(process.stderr.fd)];
    return out.ino !== 0 && out.ino === error.ino && out.dev === error.dev;
  } catch {
    return false;
  }
}

async function main(): Promise<number> {
  const { status, ...signals } = catchSignals();
  const terminal = createTerminal(signals);
  const { context } = terminal;
  // The command doctor reports an old version of Node itself.
  const tooOld = process.argv[2] === 'doctor' ? undefined : findNodeProblem(process.versions.node);
  if (tooOld !== undefined) {
    context.printError(tooOld);
    return EXIT.error;
  }
  try {
    // A command that ends with another status than 0 throws.
    await createProgram(context, process.argv[2]).parseAsync(process.argv);
    return status() ?? EXIT.done;
  } catch (error) {
    return status() ?? report(terminal, error);
  }
}

/**
 * Prints the message of an error, and returns the exit status, which is 0 for the "error" that ends `--help` and
 * `--version`. Only a crash has a stack trace.
 */
function report({ context, printEnd }: Terminal, error: unknown): number {
  const failure = describeFailure(error);
  if (failure) {
    if (failure.message !== undefined) printEnd(failure.message);
    return failure.status;
  }
  const redact = createRedact(secretsFromEnvironment(context.env));
  context.printError(redact(String(error instanceof Error ? (error.stack ?? error) : error)));
  return EXIT.error;
}

void main().then((status) => {
  process.exitCode = status;
});
