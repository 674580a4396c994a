import { rm } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AccountOptions, Emulator, EmulatorOptions } from '../../emulator';
import { isLoopback } from '../../model/net/loopback';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';
import { replacePrivateFile } from '../private-file';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly profile: 'spec' | 'ngrok';
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  readonly retryAfter?: true;
  readonly account?: readonly AccountOptions[];
  readonly seed?: string;
  readonly clock?: string;
  readonly state?: string;
  readonly deliver?: string;
  readonly readyFile?: string;
}

/** `netingress emulator`: the service on this machine until the process is told to end. */
export function emulatorCommand(context: CliContext): Command {
  return new Command('emulator')
    .description(
      'Runs the service on this machine: its whole management API, in memory, with controls below /_emulator/.',
    )
    .option('--port <number>', 'port to listen on; 0 takes a free one', parsePort, 0)
    .option(
      '--host <address>',
      'address to listen on; anything but loopback needs the printed token for the controls',
      '127.0.0.1',
    )
    .option('--api-key <key>', 'the only key that is accepted; by default every non-empty one is', parseApiKey)
    .addOption(new Option('--profile <name>', 'whose words to use').choices(['spec', 'ngrok']).default('spec'))
    .option(
      '--rate-limit <n/seconds>',
      'requests admitted in a sliding window, such as 120/60; none by default',
      parseRateLimit,
    )
    .option('--retry-after', 'a refusal for too many requests says when to come back')
    .option(
      '--account <name=key,...>',
      'an account and its keys, apart from all others; once for each account',
      collectAccount,
    )
    .option('--seed <text>', 'what identifiers, tokens and keys follow from; by default different each time')
    .option('--clock <time>', 'a clock that stands still at this time, such as 2030-01-01T00:00:00Z', parseTime)
    .option('--state <file>', 'keeps everything there, with its secrets, over restarts')
    .option('--deliver <folder>', 'writes what each event destination receives to <folder>/<id>.ndjson')
    .option('--ready-file <file>', 'writes {"url", "pid"} there once the service answers')
    .addHelpText(
      'after',
      '\nExamples:\n  netingress emulator --port 4040 --api-key local-key\n  netingress emulator --port 4040 --state ingress.json --rate-limit 120/60\n',
    )
    .action(async (options: Options) => runEmulator(context, options));
}

async function runEmulator(context: CliContext, options: Options): Promise<void> {
  // Loaded here and not above, because the other commands must not wait for it.
  const { createEmulator } = await import('../../emulator/index.js');
  const emulator = start(() => createEmulator(emulatorOptions(options)));
  const { url } = await emulator.listen({ host: options.host, port: options.port }).catch((error: Error) => {
    throw new CliError(
      `Cannot listen on ${options.host}:${options.port}: ${error.message}. Choose another --port, or 0 for a free one.`,
    );
  });
  try {
    context.out(url);
    if (!isLoopback(options.host)) context.out(`control token: ${emulator.controlToken}`);
    if (options.readyFile !== undefined) await writeReadyFile(options.readyFile, { url, pid: context.pid });
    await untilAborted(context.signal);
  } finally {
    await emulator.close();
    if (options.readyFile !== undefined) await rm(options.readyFile, { force: true });
  }
}

function emulatorOptions({
  profile,
  apiKey,
  rateLimit,
  retryAfter,
  account,
  seed,
  clock,
  state,
  deliver,
}: Options): EmulatorOptions {
  return {
    profile,
    ...(apiKey !== undefined && { apiKeys: [apiKey] }),
    ...(account && { accounts: account }),
    ...(rateLimit && { rateLimit: { ...rateLimit, ...(retryAfter && { retryAfter }) } }),
    ...(seed !== undefined && { seed }),
    ...(clock !== undefined && { clock }),
    ...(state !== undefined && { stateFile: state }),
    ...(deliver !== undefined && { deliver }),
  };
}

/** What an emulator throws at its start is about what it was given, so it is the user's to read without a stack. */
function start(create: () => Emulator): Emulator {
  try {
    return create();
  } catch (error) {
    throw new CliError(`The emulator cannot start. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Renamed into place, so that whoever waits for the file never reads half of it. */
async function writeReadyFile(file: string, content: { readonly url: string; readonly pid: number }): Promise<void> {
  try {
    await replacePrivateFile(file, `${JSON.stringify(content)}\n`);
  } catch (error) {
    throw new CliError(
      `Cannot write the ready file ${file}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return Number(text);
}

/** An empty key would be one that no request can carry. */
function parseApiKey(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a key that is not empty.');
  return text;
}

function parseRateLimit(text: string): { requests: number; seconds: number } {
  const [requests, seconds, ...rest] = text.split('/').map(Number);
  const whole = [requests, seconds].every((number) => Number.isInteger(number) && Number(number) > 0);
  if (!whole || rest.length > 0) throw new InvalidArgumentError('Expected REQUESTS/SECONDS, such as 120/60.');
  return { requests: requests as number, seconds: seconds as number };
}

function parseTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Expected a time in RFC 3339, such as 2030-01-01T00:00:00Z.');
  return text;
}

function collectAccount(text: string, before: readonly AccountOptions[] = []): readonly AccountOptions[] {
  const equals = text.indexOf('=');
  const apiKeys = text.slice(equals + 1).split(',');
  if (equals < 1 || apiKeys.includes(''))
    throw new InvalidArgumentError('Expected NAME=KEY[,KEY...], such as blue=key-1.');
  return [...before, { name: text.slice(0, equals), apiKeys }];
}
