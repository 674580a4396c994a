import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAccount } from '../account/read-account';
import { createClient } from '../client';
import { type CliContext, CliError } from '../command/context';
import type { AccountObject } from '../model/inventory';
import type { JsonObject } from '../values/json';

export type DemoEmulator = Awaited<ReturnType<typeof startEmulator>>;

/** A choice, for a machine that is busy. */
const START_TIMEOUT_MS = 15_000;

/** Starts it in a process of its own, so that it can outlive this one, and waits until it accepts requests. */
export async function startEmulator(context: CliContext, folder: string) {
  const apiKey = 'demo-key';
  const readyFile = join(folder, 'emulator.json');
  const args = [context.script, 'emulator', '--port', '0', '--api-key', apiKey, '--ready-file', readyFile];
  const child = spawn(context.node, args, { cwd: folder, stdio: 'ignore', detached: true });
  const { url, pid } = await untilReady(child, readyFile, context.signal);
  const noLimit = 0;
  const client = createClient({ baseUrl: url, apiKey, maxRequestsPerMinute: noLimit, signal: context.signal });
  return {
    url,
    apiKey,
    pid,
    /** Lists the objects by kind, without kinds that have none. */
    async objects(): Promise<ReadonlyMap<string, readonly AccountObject[]>> {
      const { kinds } = await readAccount(client);
      const failure = kinds.find((listing) => listing.failure)?.failure;
      if (failure) throw new CliError(`Cannot read the objects of the emulator: ${failure.message}`);
      return new Map(kinds.flatMap(({ kind, objects }) => (objects.length > 0 ? [[kind, objects] as const] : [])));
    },
    /**
     * As a dashboard user, whose id is made up: the event of the change then has that user as principal, and not the
     * API key.
     */
    async actAs(subject: string, method: string, path: string, body: JsonObject): Promise<void> {
      const principal = { id: 'usr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', subject, source: 'Dashboard' };
      const response = await fetch(`${url}/_emulator/objects`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ principal, method, path, body }),
      });
      if (!response.ok) throw new CliError(`The emulator rejects ${method} ${path}: ${await response.text()}`);
    },
    /** `{total, events}` as JSON, with the events that the emulator still keeps. */
    async events(): Promise<string> {
      const response = await fetch(`${url}/_emulator/events`, { headers: { Authorization: `Bearer ${apiKey}` } });
      if (!response.ok) throw new CliError(`The emulator rejects GET /_emulator/events: ${await response.text()}`);
      return response.text();
    },
    /** Lets this process exit while the emulator runs on. */
    release: () => child.unref(),
    async stop(): Promise<void> {
      await client.close();
      await stop(child);
    },
  };
}

async function untilReady(
  child: ChildProcess,
  file: string,
  signal: AbortSignal,
): Promise<{ url: string; pid: number }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!hasEnded(child) && !signal.aborted && Date.now() < deadline) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    // The text is complete, because the emulator renames a written file to this name.
    if (text !== undefined) return JSON.parse(text) as { url: string; pid: number };
    await sleep(25);
  }
  await stop(child);
  signal.throwIfAborted();
  throw new CliError(
    `The emulator did not start: its process ended, or was not ready within ${START_TIMEOUT_MS / 1000} s. Run \`npx netingress emulator\` to see the reason.`,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** A process that a signal ended has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
