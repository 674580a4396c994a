import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../model/json';
import { KINDS } from '../../model/kinds';
import { networkErrorReason } from '../../terraform/network-error';
import { type CliContext, CliError } from '../context';

export type DemoEmulator = Awaited<ReturnType<typeof startEmulator>>;

const START_TIMEOUT_MS = 15_000;

export async function startEmulator(context: CliContext, folder: string) {
  const apiKey = 'demo-key';
  const readyFile = join(folder, 'emulator.json');
  const args = [context.script, 'emulator', '--port', '0', '--api-key', apiKey, '--ready-file', readyFile];
  const child = spawn(context.node, args, { cwd: folder, stdio: 'ignore', detached: true });
  const { url, pid } = await untilReady(child, readyFile);
  const call = async (method: string, path: string, body?: unknown): Promise<JsonObject> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CliError(`Cannot reach the emulator at ${url}: ${networkErrorReason(error)}.`);
    });
    const text = await response.text();
    if (!response.ok)
      throw new CliError(`The emulator returned status ${response.status} for ${method} ${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as JsonObject;
  };
  const list = async (name: string): Promise<readonly JsonObject[]> => {
    const kind = KINDS.find((candidate) => candidate.name === name);
    if (!kind) throw new Error(`Unknown kind '${name}'`);
    return (await call('GET', kind.path))[kind.listKey] as unknown as readonly JsonObject[];
  };
  return {
    url,
    apiKey,
    pid,
    list,
    /** Sends a request as a dashboard user, so that the change has another principal. */
    actAs: (subject: string, method: string, path: string, body?: JsonObject) =>
      call('POST', '/_emulator/objects', {
        principal: { id: 'usr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', subject, source: 'Dashboard' },
        method,
        path,
        ...(body && { body }),
      }),
    /** Returns the number of objects per kind, without zeros. */
    async counts(): Promise<Record<string, number>> {
      const counts = await Promise.all(KINDS.map(async ({ name }) => [name, (await list(name)).length] as const));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    /** Keeps the emulator running after this process exits. */
    keep: () => child.unref(),
    stop: () => stop(child),
  };
}

async function untilReady(child: ChildProcess, file: string): Promise<{ url: string; pid: number }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as { url: string; pid: number };
    await sleep(25);
  }
  await stop(child);
  throw new CliError('The emulator did not start. Run `npx netingress emulator` to see the reason.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
