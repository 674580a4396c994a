/** The entry of the command line: the only file of it that touches the process. */
import { addAbortSignal } from 'node:stream';
import { CommanderError } from 'commander';
import { createRedactor } from '../client/redact';
import { secretsFromEnvironment } from '../model/provider-secrets';
import { CliError, EXIT } from './cli-error';
import type { CliContext } from './context';
import { createProgram } from './program';

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** As for a program that the signal of a broken pipe ended: `netingress … | head -1` is no failure to tell of. */
const NOBODY_READS = 141;

/** Aborts on the first signal, or when nobody reads the results any more; a second signal does not wait for cleaning up. */
function catchSignals(): { readonly signal: AbortSignal; readonly status: () => number | undefined } {
  const controller = new AbortController();
  let ended: number | undefined;
  for (const [name, status] of Object.entries(signals)) {
    process.on(name, () => {
      if (ended !== undefined) process.exit(status);
      ended = status;
      controller.abort();
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && ended === undefined)
      process.stderr.write(`Cannot write to standard output: ${error.message}.\n`);
    ended ??= error.code === 'EPIPE' ? NOBODY_READS : EXIT.error;
    process.exitCode = ended;
    controller.abort();
  });
  // The command goes on: its work matters more than its messages.
  process.stderr.on('error', () => undefined);
  return { signal: controller.signal, status: () => ended };
}

function createContext(signal: AbortSignal): CliContext {
  const { env, stderr } = process;
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    // A signal also ends a command that waits for input.
    stdin: () => addAbortSignal(signal, process.stdin),
    env,
    cwd: process.cwd(),
    isTerminal: stderr.isTTY === true && env['NO_COLOR'] === undefined && env['CI'] === undefined,
    signal,
    pid: process.pid,
    node: process.execPath,
    script: __filename,
  };
}

async function main(): Promise<number> {
  const { signal, status } = catchSignals();
  const context = createContext(signal);
  try {
    await createProgram(context, process.argv[2]).parseAsync(process.argv);
    return status() ?? EXIT.done;
  } catch (error) {
    return status() ?? report(context, error);
  }
}

/** Users' failures are their message, defects come with their stack. */
function report(context: CliContext, error: unknown): number {
  // Commander has printed its own message, or help was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.error;
  if (error instanceof CliError) {
    context.err(error.message);
    return error.status;
  }
  const redact = createRedactor(secretsFromEnvironment(context.env));
  context.err(redact(String(error instanceof Error ? (error.stack ?? error) : error)));
  return EXIT.error;
}

void main().then((status) => {
  process.exitCode = status;
});
