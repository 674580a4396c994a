import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Command, InvalidArgumentError } from 'commander';
import type { AccountOptions, Emulator, EmulatorOptions } from '../../emulator';
import { omitUndefined } from '../../model/members';
import { isLoopback } from '../../model/net/proxy';
import { parseTimestamp } from '../../model/time';
import { thisPlatform } from '../../terraform/platforms';
import { type CliContext, CliError } from '../context';
import { createOption } from '../options';
import { replacePrivateFile } from '../output-file';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly profile: 'spec' | 'ngrok';
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  readonly account: readonly AccountOptions[];
  readonly seed?: string;
  readonly clock?: string;
  readonly store?: string;
  readonly deliver?: string;
  readonly readyFile?: string;
}

export function emulatorCommand(context: CliContext): Command {
  return new Command('emulator')
    .description('Runs an emulator of the management API on this machine, in memory, with controls below /_emulator/.')
    .addOption(createOption('port', { parse: parsePort, default: 0 }))
    .addOption(
      createOption('host', {
        detail: 'on any other address than loopback, the controls require the printed token',
        default: '127.0.0.1',
      }),
    )
    .addOption(createOption('api-key', { detail: 'default: any non-empty key', parse: parseApiKey }))
    .addOption(createOption('profile', { choices: ['spec', 'ngrok'], default: 'spec' }))
    .addOption(createOption('rate-limit', { detail: 'default: no limit', parse: parseRateLimit }))
    .addOption(createOption('account', { detail: 'with its API keys: NAME=KEY,...', parse: parseAccount }))
    .addOption(createOption('seed', { detail: 'default: random' }))
    .addOption(createOption('clock', { detail: 'such as 2030-01-01T00:00:00Z', parse: parseTime }))
    .addOption(createOption('store'))
    .addOption(createOption('deliver'))
    .addOption(createOption('ready-file'))
    .addHelpText(
      'after',
      '\nExamples:\n  netingress emulator --port 4040 --api-key local-key\n  netingress emulator --port 4040 --store ingress.json --rate-limit 120/60\n',
    )
    .action(async (options: Options) => runEmulator(context, options));
}

async function runEmulator(context: CliContext, options: Options): Promise<void> {
  // Loaded only here, so that the other commands start faster.
  const { createEmulator } = await import('../../emulator/index.js');
  const emulator = start(() => createEmulator(emulatorOptions(options)));
  const { host, port } = options;
  const { url } = await emulator.listen({ host, port }).catch(async (error: Error) => {
    const isInUse = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
    throw new CliError(isInUse ? `${error.message} ${await describeHolder(host, port)}` : error.message);
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

/** What has the port: an earlier emulator, or what a command of the system shows. */
async function describeHolder(host: string, port: number): Promise<string> {
  const address = isIP(host) === 6 ? `[${host}]` : host;
  const page = await fetch(`http://${address}:${port}/_emulator/`, { signal: AbortSignal.timeout(2000) })
    .then((response) => response.text())
    .catch(() => '');
  if (page.includes('<title>Emulator of the network ingress service</title>'))
    return 'An emulator that was started earlier listens there: use it, or end it.';
  const platform = thisPlatform();
  const command = platform.startsWith('linux_')
    ? `ss -ltnp sport = :${port}`
    : platform.startsWith('windows_')
      ? `netstat -ano | findstr :${port}`
      : `lsof -i tcp:${port}`;
  return `\`${command}\` shows the program that listens there.`;
}

function emulatorOptions(options: Options): EmulatorOptions {
  const { apiKey, profile, rateLimit, seed, clock } = options;
  return omitUndefined({
    profile,
    apiKeys: apiKey === undefined ? undefined : [apiKey],
    accounts: options.account.length > 0 ? options.account : undefined,
    rateLimit,
    seed,
    clock,
    stateFile: options.store,
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
  if (parseTimestamp(text) === undefined)
    throw new InvalidArgumentError('Expected an RFC 3339 time such as 2030-01-01T00:00:00Z.');
  return text;
}

function parseAccount(text: string): AccountOptions {
  const equals = text.indexOf('=');
  const apiKeys = text.slice(equals + 1).split(',');
  if (equals < 1 || apiKeys.includes(''))
    throw new InvalidArgumentError('Expected NAME=KEY[,KEY...], such as blue=key-1.');
  return { name: text.slice(0, equals), apiKeys };
}
