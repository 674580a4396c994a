import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../command/context';
import { defineCommand, type Ended } from '../command/define-command';
import type { OptionUses, OptionValues } from '../command/options';
import { replacePrivateFile } from '../command/output-file';
import { EXIT } from '../model/exit-status';
import { omitUndefined } from '../model/members';
import { isLoopback } from '../model/net/proxy';
import { parseTimestamp } from '../model/time';
import { thisPlatform } from '../terraform/platforms';
import type { Words } from '../values/words';
import type { AccountOptions, Emulator, EmulatorOptions } from '.';
import { SERVER } from './http/http';

const OPTIONS = {
  port: { parse: parsePort, default: 0 },
  host: {
    detail: 'on any other address than loopback, the controls require the printed token',
    default: '127.0.0.1',
  },
  'api-key': { detail: 'default: any key, or those of --account', parse: parseApiKey },
  profile: { choices: ['spec', 'ngrok'], default: 'spec' },
  'rate-limit': { detail: 'default: no limit', parse: parseRateLimit },
  account: { detail: 'with its API keys: NAME=KEY,...', parse: parseAccount },
  seed: { detail: 'default: random' },
  clock: { detail: 'such as 2030-01-01T00:00:00Z', parse: parseTime },
  store: {},
  deliver: {},
  'ready-file': {},
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const emulator = defineCommand({
  name: 'emulator',
  about: 'Runs an emulator of the management API on this machine, with controls below /_emulator/.',
  examples: [
    'netingress emulator --port 4040 --api-key local-key',
    'netingress emulator --port 4040 --store ingress.json --rate-limit 120/60',
  ],
  exit: {},
  options: OPTIONS,
  async run({ pid, signal }, { options }) {
    return { lines: serve(options, pid, signal) };
  },
});

async function* serve(options: Options, pid: number, signal: AbortSignal): AsyncGenerator<string, Ended> {
  // Loaded only here, so that the help starts fast.
  const { createEmulator } = require('./index') as typeof import('./index');
  const running = start(() => createEmulator(emulatorOptions(options)));
  const { host, port } = options;
  const { url } = await running.listen({ host, port }).catch(async (error: Error) => {
    const isInUse = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
    throw new CliError(isInUse ? `${error.message} ${await describeHolder(host, port)}` : error.message);
  });
  try {
    yield url;
    if (!isLoopback(host)) yield `control token: ${running.controlToken}`;
    if (options.readyFile !== undefined) await writeReadyFile(options.readyFile, { url, pid });
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await running.close();
    if (options.readyFile !== undefined) await rm(options.readyFile, { force: true });
  }
  return { status: EXIT.done };
}

/** A choice: an emulator responds within milliseconds, and another program may never respond. */
const PROBE_TIMEOUT_MS = 2000;

/** Says what listens on the port: another emulator, if its page has the `server` header of one. */
async function describeHolder(host: string, port: number): Promise<Words> {
  const address = isIP(host) === 6 ? `[${host}]` : host;
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  // A failure means that the program is no emulator: it may not speak HTTP.
  const page = await fetch(`http://${address}:${port}/_emulator/`, { signal }).catch(() => undefined);
  await page?.body?.cancel();
  if (page?.headers.get('server') === SERVER)
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
