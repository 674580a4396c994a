/** Where Terraform keeps its state: a file, on a disk of its own or not, or a server that holds each request back. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../../src/model/json';
import { createProxy, type ServiceProxy } from '../../support/acceptance/proxy';

/** A place for one state. */
export interface StateStore {
  /** The `terraform` block that names it. */
  readonly block: JsonObject;
  /** The state as JSON; undefined if there is none yet. */
  read(): Promise<string | undefined>;
  /** Puts a state in the place of everything that was there, unlocked. */
  put(state: string | undefined): Promise<void>;
  /** Leaves no byte free. Throws where the disk is shared with others. */
  fill(): Promise<void>;
  /** Makes room again. */
  free(): Promise<void>;
  /** What the requests for the state pass through, where there are requests. */
  readonly proxy?: ServiceProxy;
  close(): Promise<void>;
}

/** Room for the state of a few objects. */
const DISK_SIZE = '512k';

/** A file below the folder; `ownDisk` mounts a small disk there, which takes the right to do so. */
export async function stateInFile(folder: string, ownDisk: boolean): Promise<StateStore> {
  const below = join(folder, 'state');
  const file = join(below, 'terraform.tfstate');
  const filler = join(below, 'filler');
  await mkdir(below);
  if (ownDisk) await mount(below);
  return {
    block: { backend: { local: { path: 'state/terraform.tfstate' } } },
    read: () => readFile(file, 'utf8').catch(() => undefined),
    async put(state) {
      for (const name of ['terraform.tfstate', 'terraform.tfstate.backup', '.terraform.tfstate.lock.info'])
        await rm(join(below, name), { force: true });
      if (state !== undefined) await writeFile(file, state);
    },
    async fill() {
      if (!ownDisk) throw new Error('The state is on no disk of its own, and others are not filled');
      const { bavail, bsize } = await statfs(below);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rm(filler, { force: true }),
    async close() {
      if (ownDisk) await promisify(execFile)('umount', [below]);
    },
  };
}

async function mount(folder: string): Promise<void> {
  try {
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=700`, 'tmpfs', folder]);
  } catch (failure) {
    throw new Error(
      `Cannot mount a small disk at ${folder}: ${(failure as Error).message}. A full disk can only be tried by a user ` +
        'who may mount one; run as root, or in `unshare --user --map-root-user --mount`.',
    );
  }
}

/** Terraform's `http` backend, whose requests can be paused. */
export async function stateOnServer(): Promise<StateStore> {
  const stored: { state: string | undefined; lock: string | undefined } = { state: undefined, lock: undefined };
  const server = createServer((incoming, outgoing) => void serveState(stored, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await createProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const address = `${proxy.url}/state`;
  return {
    block: { backend: { http: { address, lock_address: address, unlock_address: address, retry_max: 0 } } },
    read: async () => stored.state,
    async put(state) {
      Object.assign(stored, { state, lock: undefined });
    },
    fill: () => Promise.reject(new Error('A server has no disk here that could be filled')),
    free: async () => undefined,
    proxy,
    async close() {
      await proxy.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serveState(
  stored: { state: string | undefined; lock: string | undefined },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const respond = (status: number, text = ''): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  switch (incoming.method) {
    case 'GET':
      return stored.state === undefined ? respond(404) : respond(200, stored.state);
    case 'POST':
      stored.state = body;
      return respond(200);
    case 'LOCK':
      if (stored.lock !== undefined) return respond(423, stored.lock);
      stored.lock = body;
      return respond(200);
    case 'UNLOCK':
      stored.lock = undefined;
      return respond(200);
    default:
      return respond(405);
  }
}
