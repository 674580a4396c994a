import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AccountOptions, Emulator, EmulatorOptions } from '../../emulator';
import { omitUndefined } from '../../model/members';
import { isLoopback } from '../../model/net/proxy';
import { type CliContext, CliError } from '../context';
import { replacePrivateFile } from '../output-file';

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

export function emulatorCommand(context: CliContext): Command {
  return new Command('emulator')
    .description('Runs an emulator of the management API on this machine, in memory, with controls below /_emulator/.')
    .option('--port <number>', 'port to listen on; 0 selects a free port', parsePort, 0)
    .option(
      '--host <address>',
      'address to listen on; on any other address than loopback, the controls require the printed token',
      '127.0.0.1',
    )
    .option('--api-key <key>', 'the only accepted API key (default: any non-empty key)', parseApiKey)
    .addOption(new Option('--profile <name>', 'API dialect').choices(['spec', 'ngrok']).default('spec'))
    .option(
      '--rate-limit <n/seconds>',
      'requests per sliding window, such as 120/60 (default: no limit)',
      parseRateLimit,
    )
    .option('--retry-after', 'adds Retry-After to 429 responses')
    .option('--account <name=key,...>', 'a separate account with its API keys; repeatable', collectAccount)
    .option('--seed <text>', 'seed for ids, tokens and keys (default: random)')
    .option('--clock <time>', 'sets the clock to this time and freezes it, such as 2030-01-01T00:00:00Z', parseTime)
    .option(
      '--state <file>',
      'file of the emulator, not of Terraform: keeps all objects, with their secrets, for the next start',
    )
    .option('--deliver <folder>', 'writes the events of each destination to <folder>/<id>.ndjson')
    .option('--ready-file <file>', 'writes {"url", "pid"} to a file when the emulator accepts requests')
    .addHelpText(
      'after',
      '\nExamples:\n  netingress emulator --port 4040 --api-key local-key\n  netingress emulator --port 4040 --state ingress.json --rate-limit 120/60\n',
    )
    .action(async (options: Options) => runEmulator(context, options));
}

async function runEmulator(context: CliContext, options: Options): Promise<void> {
  // Loaded only here, so that the other commands start faster.
  const { createEmulator } = await import('../../emulator/index.js');
  const emulator = start(() => createEmulator(emulatorOptions(options)));
  const { url } = await emulator.listen({ host: options.host, port: options.port }).catch((error: Error) => {
    throw new CliError(error.message);
  });
  try {
    context.print(url);
    if (!isLoopback(options.host)) context.print(`control token: ${emulator.controlToken}`);
    if (options.readyFile !== undefined) await writeReadyFile(options.readyFile, { url, pid: context.pid });
    if (!context.signal.aborted) await once(context.signal, 'abort');
  } finally {
    await emulator.close();
    if (options.readyFile !== undefined) await rm(options.readyFile, { force: true });
  }
}

function emulatorOptions(options: Options): EmulatorOptions {
  const { apiKey, profile, rateLimit, retryAfter, seed, clock } = options;
  return omitUndefined({
    profile,
    apiKeys: apiKey === undefined ? undefined : [apiKey],
    accounts: options.account,
    rateLimit: rateLimit && omitUndefined({ ...rateLimit, retryAfter }),
    seed,
    clock,
    stateFile: options.state,
    eventFolder: options.deliver,
  });
}

/** An error at the start concerns an option, so the user sees only its message. */
function start(create: () => Emulator): Emulator {
  try {
    return create();
  } catch (error) {
    throw new CliError(`The emulator cannot start. ${(error as Error).message}`);
  }
}

async function writeReadyFile(file: string, content: { readonly url: string; readonly pid: number }): Promise<void> {
  try {
    await replacePrivateFile(file, `${JSON.stringify(content)}\n`);
  } catch (error) {
    throw new CliError(`Cannot write the ready file ${file}: ${(error as Error).message}.`);
  }
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return Number(text);
}

function parseApiKey(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a non-empty API key.');
  return text;
}

function parseRateLimit(text: string): { requests: number; seconds: number } {
  const [requests, seconds, ...rest] = text.split('/').map(Number);
  const valid = [requests, seconds].every((number) => Number.isInteger(number) && Number(number) > 0);
  if (!valid || rest.length > 0) throw new InvalidArgumentError('Expected REQUESTS/SECONDS, such as 120/60.');
  return { requests: requests as number, seconds: seconds as number };
}

function parseTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Expected an RFC 3339 time such as 2030-01-01T00:00:00Z.');
  return text;
}

function collectAccount(text: string, previous: readonly AccountOptions[] = []): readonly AccountOptions[] {
  const equals = text.indexOf('=');
  const apiKeys = text.slice(equals + 1).split(',');
  if (equals < 1 || apiKeys.includes(''))
    throw new InvalidArgumentError('Expected NAME=KEY[,KEY...], such as blue=key-1.');
  return [...previous, { name: text.slice(0, equals), apiKeys }];
}
