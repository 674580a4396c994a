import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, credentials } from '@grpc/grpc-js';
import { bundleProvider } from '../../../scripts/build-provider';
import { ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import type { ObjectType } from '../../../src/values/cty-type';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { createWorkspace } from '../../support/plugin/workspace';

jest.setTimeout(60_000);

let folder: string;
let executable: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nx-'));
  executable = join(folder, 'provider.cjs');
  await bundleProvider(join(__dirname, '../../support/plugin/entry.ts'), executable, '1.0.0');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ReturnType<typeof spawn>;
  readonly texts: { stdout: string; stderr: string };
  readonly code: Promise<number | null>;
}

function start(args: readonly string[], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [executable, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text) => {
    texts.stdout += text;
  });
  child.stderr?.on('data', (text) => {
    texts.stderr += text;
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, texts, code };
}

async function printed({ texts, child }: Started, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(texts.stdout);
    if (match) return match;
    await new Promise((resolve) => child.stdout?.once('data', resolve));
  }
}

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };
const sockets = (): string[] => readdirSync(folder).filter((name) => name.startsWith('tf-provider-'));

test('started manually it prints usage on standard error and exits with 1', async () => {
  const started = start([]);
  expect(await started.code).toBe(1);
  expect(started.texts.stdout).toBe('');
  expect(started.texts.stderr).toContain('This is a Terraform provider. Terraform and OpenTofu start it');
});

test('started with the magic cookie it prints only the handshake line and survives Ctrl-C', async () => {
  const started = start([], { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: '6,5' });
  await printed(started, /^1\|6\|unix\|.*\/provider\.sock\|grpc\|\n$/);
  started.child.kill('SIGINT');
  // SIGTERM ends it, once the sender of both signals had the time to call Shutdown.
  started.child.kill('SIGTERM');
  expect(await started.code).toBe(143);
  expect(started.texts.stderr).toBe('');
  expect(sockets()).toEqual([]);
});

test('a process that is stopped (Ctrl-Z) continues with its calls, and takes those that arrived meanwhile', async () => {
  const started = start([], { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: '6' });
  const [, socket = ''] = await printed(started, /^1\|6\|unix\|(.*)\|grpc\|\n$/);
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 });
  const { path, request, response } = ProviderMethods.ReadDataSource;
  const type: ObjectType = ['object', { text: 'string', result: 'string' }];
  const echo = (letter: string): Promise<void> => {
    const text = letter.repeat(500_000);
    const values = objectValue([
      ['text', text],
      ['result', null],
    ]);
    const config = { msgpack: Buffer.from(encodeValue(type, values)) };
    const bytes = Buffer.from(request.encode({ typeName: 'memory_echo', config }));
    const same = (each: Buffer): Buffer => each;
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, same, same, bytes, (error, received) => {
        if (error || !received) return reject(error);
        const state = decodeValue(type, response.decode(received).state?.msgpack ?? Buffer.alloc(0));
        resolve(expect((state as ObjectValue)['result'] === text).toBe(true));
      });
    });
  };
  try {
    const calls = Array.from('abcdefghij', echo);
    await calls[0];
    started.child.kill('SIGSTOP');
    calls.push(...Array.from('klmnopqrst', echo));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    started.child.kill('SIGCONT');
    await Promise.all(calls);
  } finally {
    client.close();
    started.child.kill('SIGTERM');
  }
  expect(await started.code).toBe(143);
});

test('with --debug it prints the variable for Terraform and serves until Ctrl-C', async () => {
  const started = start(['--debug']);
  const [, variable = ''] = await printed(started, /TF_REATTACH_PROVIDERS='(.*)'\n/);
  const workspace = createWorkspace();
  try {
    workspace.configure('resource "memory_thing" "one" {\n  name = "a"\n}\n');
    const environment = { TF_REATTACH_PROVIDERS: variable };
    for (const command of ['apply', 'destroy']) {
      expect(await workspace.terraform([command, '-auto-approve'], environment)).toMatchObject({ code: 0 });
    }
  } finally {
    workspace.remove();
  }
  started.child.kill('SIGINT');
  expect(await started.code).toBe(0);
  expect(sockets()).toEqual([]);
});
