import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOperationTracker } from '../../../src/plugin/grpc/operation-tracker';
import { createLog, type Level, readLogLevel } from '../../../src/plugin/log';
import { handshakeLine, readPluginEnvironment } from '../../../src/plugin/process/handshake';
import { createShutdown, expectConnection, watchParent } from '../../../src/plugin/process/shutdown';
import { findStackFolder } from '../../../src/plugin/process/stack-folder';
import { v8FlagsFor } from '../../../src/plugin/process/v8-flags';
import { createRedactor } from '../../../src/plugin/redact';
import { useFolder } from '../../support/folder';

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };

describe('readPluginEnvironment()', () => {
  test('returns undefined without the cookie', () => {
    expect([{}, { TF_PLUGIN_MAGIC_COOKIE: 'x' }].map(readPluginEnvironment)).toEqual([undefined, undefined]);
  });

  const limits = { min: 10_000, max: 25_000 };
  test.each([
    ['no variable', {}, limits],
    ['ports', { PLUGIN_MIN_PORT: '12000', PLUGIN_MAX_PORT: '12010' }, { min: 12_000, max: 12_010 }],
    ['ports that are not numbers', { PLUGIN_MIN_PORT: 'x', PLUGIN_MAX_PORT: '0' }, limits],
    ['an empty certificate, which means no encryption', { PLUGIN_CLIENT_CERT: '' }, limits],
  ])('reads %s', (_, environment, ports) => {
    const read = readPluginEnvironment({ ...COOKIE, ...environment });
    expect([read?.ports, read?.clientCertificate]).toEqual([ports, undefined]);
  });
});

describe('handshakeLine()', () => {
  test('names protocol 6, gRPC and the address', () => {
    expect(handshakeLine({ network: 'unix', path: '/t/p.sock' }, undefined)).toBe('1|6|unix|/t/p.sock|grpc|\n');
    expect(handshakeLine({ network: 'tcp', port: 12_345 }, undefined)).toBe('1|6|tcp|127.0.0.1:12345|grpc|\n');
  });

  test.each([31, 32])('writes a certificate of %i bytes without padding, in the standard alphabet', (length) => {
    const line = handshakeLine({ network: 'unix', path: '/p' }, Buffer.alloc(length, 0xfb));
    const encoded = line.trimEnd().split('|')[5] ?? '';
    expect(encoded).toMatch(/^[A-Za-z0-9+/]+$/);
    expect(Buffer.from(encoded, 'base64')).toEqual(Buffer.alloc(length, 0xfb));
  });
});

function lines(level: Level | undefined) {
  const written: string[] = [];
  const redactor = createRedactor();
  const now = (): Date => new Date('2026-01-02T03:04:05.678Z');
  const log = createLog(level, (line) => written.push(line), redactor, now);
  return { log, written, add: redactor.add };
}

test.each<[Record<string, string>, Level | undefined]>([
  [{}, undefined],
  [{ TF_LOG: '' }, undefined],
  [{ TF_LOG: 'off' }, undefined],
  [{ TF_LOG: 'WARN' }, 'warn'],
  [{ TF_LOG: 'json' }, 'trace'],
  [{ TF_LOG: '1' }, 'trace'],
  [{ TF_LOG: 'error', TF_LOG_PROVIDER: 'debug' }, 'debug'],
  [{ TF_LOG: 'error', TF_LOG_PROVIDER_NETINGRESS: 'info' }, 'info'],
])('the log level of %j is %s', (environment, expected) => {
  expect(readLogLevel(environment)).toBe(expected);
});

describe('createLog()', () => {
  test('writes one line of JSON with six digits of a second, and texts for level and message', () => {
    const { log, written } = lines('info');
    log('info', 'two\nlines', { n: 1, absent: undefined, '@level': 'x' });
    expect(written).toEqual([
      '{"@level":"info","@message":"two\\nlines","@module":"netingress","@timestamp":"2026-01-02T03:04:05.678000Z","n":1}\n',
    ]);
  });

  test('omits lines below its level, and all lines without one', () => {
    const { log, written } = lines('warn');
    log('info', 'no');
    log('warn', 'yes');
    log('error', 'yes');
    expect(written).toHaveLength(2);
    const none = lines(undefined);
    none.log('error', 'no');
    expect(none.written).toEqual([]);
  });

  test('stays below 64 KiB with long messages, fields and escapes', () => {
    const { log, written } = lines('trace');
    log('debug', 'm'.repeat(100_000));
    log('debug', '\u0001'.repeat(100_000));
    log('debug', 'short', { f: 'é'.repeat(60_000) });
    expect(written).toHaveLength(3);
    for (const line of written) {
      expect(Buffer.byteLength(line)).toBeLessThan(65_536);
      expect(JSON.parse(line)).toMatchObject({ '@level': 'debug', truncated: true });
    }
  });

  test('redacts three secrets, also in fields and one within a longer one', () => {
    const { log, written, add } = lines('trace');
    for (const secret of ['key_secret', 'key_secret_long', '"quoted"']) add(secret);
    log('debug', 'a key_secret_long b', { url: 'x?k=key_secret', q: 'say "quoted"' });
    const expected = { '@message': 'a [redacted] b', url: 'x?k=[redacted]', q: 'say [redacted]' };
    expect(JSON.parse(written[0] ?? '')).toMatchObject(expected);
  });
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function life() {
  const events: string[] = [];
  const operations = createOperationTracker();
  const end = createShutdown({
    operations,
    log: () => undefined,
    stopProvider: () => events.push('stop'),
    closeServer: async (limitMs) => void events.push(`close within ${limitMs}`),
    exit: () => void events.push('exit'),
  });
  const begin = (): (() => void) => {
    let finish: () => void = () => undefined;
    void operations.run(() => new Promise<void>((resolve) => (finish = resolve)));
    return finish;
  };
  return { end, events, begin };
}

describe('createShutdown()', () => {
  const all = ['stop', 'close within 1800', 'exit'];

  test('after Shutdown exits at once when no operation is in flight', async () => {
    const { end, events } = life();
    await end('shutdown');
    expect(events).toEqual(all);
  });

  test('closes the server at once and waits for the operation in flight, as does a second call', async () => {
    const { end, events, begin } = life();
    const finish = begin();
    const first = end('shutdown');
    const second = end('shutdown').then(() => void events.push('second'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(all.slice(0, 2));
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual([...all, 'second']);
  });

  // Terraform kills it 2 s after Shutdown; an orphan ends within 5 s of Terraform although that was noticed late.
  test.each([
    ['shutdown', 1_700],
    ['orphaned', 3_500],
  ] as const)('for the reason %s exits within %d ms', async (reason, limitMs) => {
    const { end, events, begin } = life();
    begin();
    void end(reason);
    await jest.advanceTimersByTimeAsync(limitMs);
    expect(events).toContain('exit');
  });

  test('exits once, for the first reason', async () => {
    const { end, events, begin } = life();
    begin();
    void end('shutdown');
    void end('orphaned');
    await jest.advanceTimersByTimeAsync(100_000);
    expect(events).toEqual(all);
  });
});

test('expectConnection() calls back when nobody has connected for a minute, and not after a connection', async () => {
  const reported: string[] = [];
  expectConnection(() => reported.push('nobody'));
  expectConnection(() => reported.push('somebody'))();
  await jest.advanceTimersByTimeAsync(59_999);
  expect(reported).toEqual([]);
  await jest.advanceTimersByTimeAsync(100_000);
  expect(reported).toEqual(['nobody']);
});

test('watchParent() calls back once when the parent has changed', async () => {
  let [parent, reported] = [10, 0];
  const getParent = (): number => parent;
  watchParent(getParent, () => void reported++);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(reported).toBe(0);
  parent = 1;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(reported).toBe(1);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(reported).toBe(1);
});

const scratch = useFolder();

test('a working directory is the folder of a stack if it has the configuration of CDKTF', async () => {
  const folder = join(scratch.folder, 'cdktf.out/stacks/access');
  await mkdir(folder, { recursive: true });
  expect(findStackFolder(folder)).toBeUndefined();
  await scratch.write('cdktf.out/stacks/access/cdk.tf.json', '{}');
  expect(findStackFolder(folder)).toBe('cdktf.out/stacks/access');
});

describe('flags of V8', () => {
  test('this version of Node knows its flags', () => {
    const script = "for (const flag of process.argv.slice(1)) require('node:v8').setFlagsFromString(flag);";
    const run = (flags: readonly string[]): string =>
      spawnSync(process.execPath, ['-e', script, '--', ...flags], { encoding: 'utf8' }).stderr;
    expect(run(['--no-such-flag-of-v8=1'])).toContain('unrecognized flag');
    expect(run(v8FlagsFor(process.versions.node))).toBe('');
  });

  test('a version of Node that was not measured gets no flags', () => expect(v8FlagsFor('26.0.0')).toEqual([]));

  test.each([
    ['20.18.1', /--interrupt-budget=\d{7}/],
    ['22.23.3', /--invocation-count-for-turbofan=\d{5}/],
    ['24.21.0', /--invocation-count-for-maglev=\d{5}/],
  ])('Node %s gets a flag that delays optimization, and one that prevents that of WebAssembly', (version, later) => {
    const flags = v8FlagsFor(version).join(' ');
    expect(flags).toMatch(later);
    expect(flags).toMatch(/--wasm-tiering-budget=\d{10}/);
  });
});
