import { rename, rm, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { EmulatorOptions } from '../../emulator';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly profile: 'spec' | 'ngrok';
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
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
    .option('--ready-file <file>', 'writes {"url", "pid"} there once the service answers')
    .addHelpText('after', '\nExample:\n  netingress emulator --port 4040 --api-key local-key\n')
    .action(async (options: Options) => runEmulator(context, options));
}

async function runEmulator(context: CliContext, options: Options): Promise<void> {
  // Loaded here and not above, because the other commands must not wait for it.
  const { createEmulator } = await import('../../emulator/index.js');
  const settings: EmulatorOptions = {
    profile: options.profile,
    ...(options.apiKey !== undefined && { apiKeys: [options.apiKey] }),
    ...(options.rateLimit && { rateLimit: options.rateLimit }),
  };
  const emulator = createEmulator(settings);
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

/** Renamed into place, so that whoever waits for the file never reads half of it. */
async function writeReadyFile(file: string, content: { readonly url: string; readonly pid: number }): Promise<void> {
  const unfinished = `${file}.${content.pid}.tmp`;
  try {
    await writeFile(unfinished, `${JSON.stringify(content)}\n`);
    await rename(unfinished, file);
  } catch (error) {
    throw new CliError(
      `Cannot write the ready file ${file}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
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
