/** The emulator in a process of its own, and what the demonstration asks of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../model/json';
import { KINDS } from '../../model/kinds';
import { networkErrorReason } from '../../terraform/network-error';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';

/** A running emulator. */
export interface DemoService {
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  /** The objects of a kind, by model name. */
  list(kind: string): Promise<readonly JsonObject[]>;
  /** Does something at the service in the name of another person, as the dashboard would. */
  actAs(subject: string, method: string, path: string, body?: JsonObject): Promise<JsonObject>;
  /** How many objects of each kind there are; kinds without any are left out. */
  counts(): Promise<Record<string, number>>;
  /** Leaves the process running when this one ends. */
  keep(): void;
  stop(): Promise<void>;
}

/** How long the emulator may take to answer; it needs a fraction of a second. */
const startTimeoutMs = 15_000;

/** Starts `netingress emulator` on a free port and waits until it answers. */
export async function startService(context: CliContext, folder: string): Promise<DemoService> {
  const apiKey = 'demo-key';
  const readyFile = join(folder, 'emulator.json');
  const args = [context.script, 'emulator', '--port', '0', '--api-key', apiKey, '--ready-file', readyFile];
  const child = spawn(context.node, args, { cwd: folder, stdio: 'ignore', detached: true });
  const { url, pid } = await untilReady(child, readyFile);
  const call = async (method: string, path: string, body?: unknown): Promise<JsonObject> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CliError(`Cannot reach the emulator at ${url}: ${networkErrorReason(error)}.`);
    });
    const text = await answer.text();
    if (!answer.ok) throw new CliError(`The emulator answered ${method} ${path} with ${answer.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as JsonObject;
  };
  const list = async (name: string): Promise<readonly JsonObject[]> => {
    const kind = KINDS.find((each) => each.name === name);
    if (!kind) throw new Error(`No kind is named ${name}`);
    return (await call('GET', kind.path))[kind.listKey] as unknown as readonly JsonObject[];
  };
  return {
    url,
    apiKey,
    pid,
    list,
    actAs: (subject, method, path, body) =>
      call('POST', '/_emulator/objects', {
        principal: { id: 'usr_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF', subject, source: 'Dashboard' },
        method,
        path,
        ...(body && { body }),
      }),
    async counts() {
      const counted = await Promise.all(KINDS.map(async ({ name }) => [name, (await list(name)).length] as const));
      return Object.fromEntries(counted.filter(([, count]) => count > 0));
    },
    keep: () => child.unref(),
    stop: () => stop(child),
  };
}

async function untilReady(child: ChildProcess, file: string): Promise<{ url: string; pid: number }> {
  const deadline = Date.now() + startTimeoutMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as { url: string; pid: number };
    await sleep(25);
  }
  await stop(child);
  throw new CliError('The emulator did not start. Run `netingress emulator` to see why.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
