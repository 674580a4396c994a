import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, credentials } from '@grpc/grpc-js';
import { bundleProvider } from '../../../scripts/build-provider';
import { ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import { ERROR } from '../../../src/plugin/http2/frames';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectType } from '../../../src/values/cty-type';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { campaignSize } from '../../fuzz';
import { useFolder } from '../../support/folder';
import { callMethod } from '../../support/plugin/grpc-calls';
import { createMemoryProvider } from '../../support/plugin/memory-provider';
import type { Frame, RawConnection } from '../../support/plugin/raw-frames';
import { callFrames as call, connectRaw, dataFrame, framed, headersFrame, TYPE } from '../../support/plugin/raw-frames';

const scratch = useFolder({ forAll: true });
let executable: string;

beforeAll(async () => {
  executable = join(scratch.folder, 'provider.cjs');
  await bundleProvider(join(__dirname, '../../support/plugin/entry.ts'), executable, '1.0.0');
});

function start(args: readonly string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], TMPDIR: scratch.folder, ...environment };
  const child = spawn(process.execPath, [executable, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (texts[name] += text));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, texts, code };
}
type Started = ReturnType<typeof start>;

async function printed({ texts, child }: Started, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(texts.stdout);
    if (match) return match;
    await new Promise((resolve) => child.stdout.once('data', resolve));
  }
}

const PLUGIN = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '6',
};
const sockets = (): string[] => readdirSync(scratch.folder).filter((name) => name.startsWith('tf-provider-'));

test('started manually it prints usage on standard error and exits with 1', async () => {
  const started = start([]);
  expect(await started.code).toBe(1);
  expect(started.texts.stdout).toBe('');
  expect(started.texts.stderr).toContain('This is a Terraform provider. Terraform and OpenTofu start it');
});

test('started with the magic cookie it prints only the handshake line, and SIGTERM ends it', async () => {
  const started = start([], { ...PLUGIN, PLUGIN_PROTOCOL_VERSIONS: '6,5' });
  await printed(started, /^1\|6\|unix\|.*\/provider\.sock\|grpc\|\n$/);
  // Nobody is connected, so nobody could send Shutdown.
  started.child.kill('SIGTERM');
  expect(await started.code).toBe(0);
  expect(started.texts.stderr).toBe('');
  expect(started.texts.stdout.split('\n')).toHaveLength(2);
  expect(sockets()).toEqual([]);
});

/** Calls that begin before each signal. */
const COUNT = campaignSize(3, 10);

test('a process goes on with its calls after SIGINT, and after SIGCONT takes those that arrived while it was stopped', async () => {
  const started = start([], PLUGIN);
  const [, socket = ''] = await printed(started, /^1\|6\|unix\|(.*)\|grpc\|\n$/);
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 });
  const type: ObjectType = ['object', { text: 'string', result: 'string' }];
  const echo = async (letter: string): Promise<void> => {
    const text = letter.repeat(500_000);
    const values = Object.assign(objectValue(), { text, result: null });
    const config = { msgpack: Buffer.from(encodeValue(type, values)) };
    const { state } = await callMethod(client, ProviderMethods.ReadDataSource, { typeName: 'memory_echo', config });
    const { result } = decodeValue(type, state?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
    expect(result === text).toBe(true);
  };
  try {
    const calls = Array.from('abcdefghij'.slice(0, COUNT), echo);
    await calls[0];
    started.child.kill('SIGINT');
    await Promise.all([...calls, echo('z')]);
    started.child.kill('SIGSTOP');
    calls.push(...Array.from('klmnopqrst'.slice(0, COUNT), echo));
    await new Promise((resolve) => setTimeout(resolve, campaignSize(300, 1_500)));
    started.child.kill('SIGCONT');
    await Promise.all(calls);
  } finally {
    client.close();
  }
  expect(await started.code).toBe(0);
});

const thing = impliedType(createMemoryProvider().schema.resources['memory_thing']?.attributes ?? []);

function applyThing(stream: number, mode: string): Buffer {
  const { path, request } = ProviderMethods.ApplyResourceChange;
  const message = (value: ObjectValue | null) => ({ msgpack: Buffer.from(encodeValue(thing, value)) });
  const state = message(objectValue(Object.keys(thing[1]).map((name) => [name, name === 'mode' ? mode : null])));
  const change = { typeName: 'memory_thing', priorState: message(null), plannedState: state, config: state };
  return call(stream, path, request.encode(change));
}

const SHUTDOWN = '/plugin.GRPCController/Shutdown';
const closing = ProviderMethods.CloseEphemeralResource;
const closeThing = closing.request.encode({ typeName: 'memory_thing', private: Buffer.from('opened') });

describe('a connected process', () => {
  let started: Started;
  let connection: RawConnection;
  const events = (): string => join(scratch.folder, 'events');
  const steps = (): string[] => readFileSync(events(), 'utf8').split('\n');
  const open = async (environment: Record<string, string> = {}): Promise<void> => {
    rmSync(events(), { force: true });
    started = start([], { ...PLUGIN, TEST_EVENTS: events(), ...environment });
    const [, socket = ''] = await printed(started, /^1\|6\|unix\|(.*)\|grpc\|\n$/);
    connection = await connectRaw(socket);
  };
  afterEach(async () => {
    connection.close();
    await started.code;
  });

  test('starts no operation whose request is incomplete when Terraform sends Shutdown', async () => {
    await open();
    const request = framed(closeThing);
    connection.send(headersFrame(1, { ':path': closing.path }), dataFrame(1, request.subarray(0, 8)));
    connection.send(call(3, SHUTDOWN));
    await connection.body(3);
    connection.send(dataFrame(1, request.subarray(8), true));
    await connection.closed;
    expect(await started.code).toBe(0);
    expect(steps()).not.toContain('close opened');
    const isRefusal = ({ type, stream, payload }: Frame): boolean =>
      type === TYPE.reset && stream === 1 && payload.readUInt32BE() === ERROR.refusedStream;
    expect(connection.frames.some(isRefusal)).toBe(true);
  });

  test('survives SIGTERM as long as the connection: Terraform may still close an ephemeral resource', async () => {
    await open();
    connection.send(call(1, '/grpc.health.v1.Health/Check'));
    await connection.body(1);
    started.child.kill('SIGTERM');
    // Without the connection it would end at once: no operation is in flight.
    await new Promise((resolve) => setTimeout(resolve, campaignSize(500, 3_000)));
    connection.send(call(3, closing.path, closeThing));
    await connection.body(3);
    expect(steps()).toContain('close opened');
    connection.close();
    expect(await started.code).toBe(0);
    expect(sockets()).toEqual([]);
  });

  test('ends when the connection ends, also if Terraform has not called anything', async () => {
    await open();
    await connection.frame(({ type }) => type === TYPE.settings);
    connection.close();
    expect(await started.code).toBe(0);
  });

  test('stops an operation that waits for the provider when it is told to end', async () => {
    await open({ TEST_CREATE_MS: '1000' });
    connection.send(call(1, '/grpc.health.v1.Health/Check'), applyThing(3, 'slow'));
    await connection.body(1);
    started.child.kill('SIGTERM');
    expect((await connection.body(3)).toString()).toContain('It was made in part.');
  });
});

async function startForDebugging(environment?: Record<string, string>) {
  const started = start(['--debug'], environment);
  const [, variable = ''] = await printed(started, /TF_REATTACH_PROVIDERS='(.*)'\n/);
  const reattach = JSON.parse(variable) as Record<string, { Addr: { String: string } }>;
  expect(Object.keys(reattach)).toEqual(['terraform.local/test/memory']);
  return { ...started, socket: reattach['terraform.local/test/memory']?.Addr.String ?? '' };
}

test.each([
  ['cannot create the provider', { TEST_CREATE_ERROR: 'a broken module' }, 'SIGINT', 0, 'a broken module'],
  ['crashes', {}, undefined, 2, 'panic: a crash next to'],
] as const)(
  'with --debug, a process that %s prints where it serves and removes its socket at its end',
  async (_, environment, signal, status, output) => {
    const { child, code, texts, socket } = await startForDebugging(environment);
    const connection = await connectRaw(socket);
    connection.send(applyThing(1, 'crash'));
    await connection.closed;
    // Another connection shows that the process has survived.
    if (signal) await (await connectRaw(socket)).closed;
    if (signal) child.kill(signal);
    expect(await code).toBe(status);
    expect(texts.stderr).toContain(output);
    expect(sockets()).toEqual([]);
  },
);
