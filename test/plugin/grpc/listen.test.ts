import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { removeDeadSockets } from '../../../src/plugin/grpc/dead-sockets';
import { type ListenOptions, listen, type PluginListener } from '../../../src/plugin/grpc/listen';
import { useFolder } from '../../support/folder';
import { testWith } from '../../support/requirements';

/** Not read: it is read with the first connection, and no test connects with encryption. */
const encryption = {
  certificate: { certificatePem: '', privateKeyPem: '', der: Buffer.from('') },
  clientCertificate: '',
};

const scratch = useFolder();
let folder: string;
/** A folder in which the path of a socket would be truncated. */
let long: string;
let listener: PluginListener | undefined;
const opened: PluginListener[] = [];

beforeEach(() => {
  ({ folder } = scratch);
  long = join(folder, 'x'.repeat(90));
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function open(
  options: Partial<ListenOptions> = {},
  accept = (connection: Duplex): void => void connection.destroy(),
): Promise<PluginListener['address']> {
  const ports = { min: 20_000, max: 25_000 };
  listener = await listen(accept, { ports, platform: 'linux', folders: [folder], encryption, ...options });
  opened.push(listener);
  return listener.address;
}

async function openSocket(options?: Partial<ListenOptions>): Promise<string> {
  const address = await open(options);
  if (address.network !== 'unix') throw new Error('Expected a Unix socket');
  return address.path;
}

async function openPort(options?: Partial<ListenOptions>, accept?: (connection: Duplex) => void): Promise<number> {
  const address = await open({ platform: 'win32', ...options }, accept);
  if (address.network !== 'tcp') throw new Error('Expected a port');
  return address.port;
}

describe('listen()', () => {
  test('creates a socket that only this user can access, and removes it', async () => {
    const path = await openSocket();
    expect([dirname(path), path].map((each) => fs.statSync(each).mode & 0o777)).toEqual([0o700, 0o600]);
    listener?.close();
    listener?.close();
    expect(fs.existsSync(dirname(path))).toBe(false);
  });

  test('with encryption, uses a port if the path would be truncated', async () => {
    fs.mkdirSync(long);
    const address = await open({ folders: [long] });
    expect(address).toMatchObject({ network: 'tcp' });
    expect(fs.readdirSync(long)).toEqual([]);
  });

  test('uses the next parent if the path would be truncated in the first', async () => {
    fs.mkdirSync(long);
    expect(await open({ folders: [long, folder] })).toMatchObject({ path: expect.stringMatching(`^${folder}/tf-`) });
    expect(fs.readdirSync(long)).toEqual([]);
  });

  test('without encryption, listens on no port except on Windows: every user could connect to it', async () => {
    fs.mkdirSync(long);
    const expected = 'expected a folder that can be written, with a path of at most 70 bytes';
    for (const folders of [[long], ['/nonexistent', long]]) {
      const message = `No unix socket can be made in ${folders.join(', ')}; ${expected}`;
      await expect(open({ folders, encryption: undefined })).rejects.toThrow(message);
    }
    expect(await open({ folders: [long, folder], encryption: undefined })).toMatchObject({ network: 'unix' });
    expect(await open({ platform: 'win32', encryption: undefined })).toMatchObject({ network: 'tcp' });
  });

  testWith('root')('with the umask 0, lets the user 65534 neither connect nor look into its folder', async () => {
    const umask = process.umask(0);
    let path: string;
    try {
      path = await openSocket({ folders: ['/tmp'], encryption: undefined });
    } finally {
      process.umask(umask);
    }
    // It starts as root: a test's own Node may be in a folder that other users cannot read.
    const attack = (id: number) => `
      process.setgroups([]);
      process.setgid(${id});
      process.setuid(${id});
      const { readdirSync, statSync } = require('node:fs');
      const tried = [() => readdirSync(${JSON.stringify(dirname(path))}), () => statSync(${JSON.stringify(path)})];
      const codes = tried.map((each) => { try { each(); return 'done'; } catch ({ code }) { return code; } });
      const end = (code) => console.log([...codes, code].join());
      const socket = require('node:net').connect(${JSON.stringify(path)});
      socket.once('connect', () => { end('connected'); socket.destroy(); }).once('error', ({ code }) => end(code));`;
    const as = (id: number) => spawnSync(process.execPath, ['-e', attack(id)], { cwd: '/' });
    expect(String(as(0).stdout)).toBe('done,done,connected\n');
    expect(String(as(65_534).stdout)).toBe('EACCES,EACCES,EACCES\n');
  });

  test.each<[string, Partial<ListenOptions>]>([
    ['on Windows', { platform: 'win32' }],
    ['where no folder can be made', { platform: 'linux', folders: ['/nonexistent'] }],
  ])('with encryption, uses a port within the limits %s', async (_, options) => {
    const port = await openPort(options);
    expect(port >= 20_000 && port <= 25_000).toBe(true);
  });

  test('sends a part of a response before the client has confirmed the one before', async () => {
    const answer = (connection: Duplex): void => {
      connection.write('a');
      setImmediate(() => connection.write('b'));
    };
    const accept = (connection: Duplex): void => void connection.on('data', () => answer(connection));
    const port = await openPort({ encryption: undefined }, accept);
    const client = connect({ host: '127.0.0.1', port });
    try {
      const times: number[] = [];
      for (let n = 0; n < 60; n += 1) {
        const start = performance.now();
        client.write('?');
        for (let received = ''; received !== 'ab'; ) received += String((await once(client, 'data'))[0]);
        times.push(performance.now() - start);
      }
      // A client that waits before it confirms waits 40 ms.
      expect(times.sort((a, b) => a - b)[30]).toBeLessThan(30);
    } finally {
      client.destroy();
    }
  });

  test('skips a port in use, and reports if no port can be used', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    // The first port to try is random.
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    try {
      const other = await openPort({ ports: { min: port, max: port + 100 } });
      expect(other > port && other <= port + 100).toBe(true);
      listener?.close();
      const options = { platform: 'win32', ports: { min: port, max: port } } as const;
      const message = `No TCP port between ${port} and ${port} of 127.0.0.1 can be used; the last error was EADDRINUSE`;
      await expect(open(options)).rejects.toThrow(message);
    } finally {
      random.mockRestore();
      taken.close();
    }
  });
});

describe('removeDeadSockets()', () => {
  const DAY_S = 86_400;

  /** Folders as providers make them, in each of which a process listens that is killed, or which runs on. */
  async function createSockets(names: readonly string[], isKilled: boolean): Promise<() => void> {
    const folders = names.map((name) => join(folder, name));
    for (const of of folders) fs.mkdirSync(of, { mode: 0o700 });
    const end = isKilled ? "process.kill(process.pid, 'SIGKILL')" : "console.log('listens')";
    const code = `let left = process.argv.length - 1;
      for (const path of process.argv.slice(1)) require('net').createServer().listen(path, () => --left === 0 && ${end})`;
    const child = spawn(process.execPath, ['-e', code, ...folders.map((of) => join(of, 'provider.sock'))]);
    await once(child, isKilled ? 'exit' : 'spawn');
    if (!isKilled) await once(child.stdout, 'data');
    const then = Date.now() / 1000 - DAY_S;
    for (const of of folders) fs.utimesSync(of, then, then);
    return () => void child.kill('SIGKILL');
  }

  test('removes the old folders of providers that have no other file and in which nothing listens, and no others', async () => {
    const end = await createSockets(['tf-provider-lives'], false);
    try {
      const dead = ['tf-provider-killed', 'tf-provider-new', 'unrelated', 'tf-provider-withfile'];
      await createSockets(dead, true);
      const now = Date.now() / 1000;
      fs.utimesSync(join(folder, 'tf-provider-new'), now, now);
      fs.writeFileSync(join(folder, 'tf-provider-withfile/notes'), '');
      fs.utimesSync(join(folder, 'tf-provider-withfile'), 0, 0);
      fs.mkdirSync(join(folder, 'tf-provider-empty'));
      fs.utimesSync(join(folder, 'tf-provider-empty'), 0, 0);
      const victim = join(folder, 'victim');
      fs.mkdirSync(victim);
      fs.symlinkSync(victim, join(folder, 'tf-provider-link'));
      const path = await openSocket();
      await removeDeadSockets(path);
      const own = basename(dirname(path));
      const kept = ['lives', 'new', 'withfile', 'link'].map((name) => `tf-provider-${name}`);
      expect(fs.readdirSync(folder).sort()).toEqual([...kept, own, 'unrelated', 'victim'].sort());
      expect(fs.existsSync(join(folder, 'tf-provider-withfile/notes'))).toBe(true);
    } finally {
      end();
    }
  });
});
