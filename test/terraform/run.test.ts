import { getEventListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { describeEnd, run } from '../../src/terraform/run';

const ENDLESS = 'setInterval(() => {}, 1000)';

test.each([
  ['process.exit(3)', 'ended with status 3'],
  ["process.kill(process.pid, 'SIGKILL')", 'was ended by SIGKILL'],
])('the end of a program that runs %s is described as: %s', async (script, expected) => {
  expect(describeEnd(await run(process.execPath, ['-e', script], { cwd: tmpdir(), env: {} }))).toBe(expected);
});

test('many programs share one listener of a signal, because Node warns of more than ten, and an abort ends them', async () => {
  const { signal, abort } = createAbort();
  const options = { cwd: tmpdir(), env: {}, signal, killAfter: 30_000 };
  const programs = Array.from({ length: 12 }, () => run(process.execPath, ['-e', ENDLESS], options));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  abort();
  for (const ended of await Promise.all(programs)) expect(ended.signal).toBe('SIGINT');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a program that cannot be started leaves no listener, and one that is started after the abort is interrupted', async () => {
  const { signal, abort } = createAbort();
  await expect(run('/does/not/exist', [], { cwd: tmpdir(), env: {}, signal })).rejects.toThrow('ENOENT');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  abort();
  const ended = await run(process.execPath, ['-e', ENDLESS], { cwd: tmpdir(), env: {}, signal });
  expect(ended.signal).toBe('SIGINT');
});

describe('a program that ends while one that it started holds its output', () => {
  // Fits in a pipe, which has 64 KiB: the program can end before anything is read.
  const LENGTH = 60_000;
  // Prints the id of the process that it starts, which holds both pipes for ten minutes.
  const script = (end: string) => `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], { stdio: 'inherit', detached: true });
    child.unref();
    process.stdout.write(child.pid + ' ' + 'x'.repeat(${LENGTH}));
    ${end}`;

  async function runAndEnd(end: string, signal?: AbortSignal) {
    const started = performance.now();
    const options = { cwd: tmpdir(), env: {}, ...(signal && { signal, killAfter: 100 }) };
    const { stdout, ...result } = await run(process.execPath, ['-e', script(end)], options);
    const [pid = '', text = ''] = stdout.split(' ');
    process.kill(Number(pid), 'SIGKILL');
    return { status: result.status, signal: result.signal, read: text.length, ms: performance.now() - started };
  }

  test('ends with its own status and complete output', async () => {
    const { ms, ...result } = await runAndEnd('process.exitCode = 4;');
    expect(result).toEqual({ status: 4, signal: null, read: LENGTH });
    expect(ms).toBeLessThan(60_000);
  });

  test('ends after an abort that it ignores', async () => {
    const end = "process.on('SIGINT', () => {}); setInterval(() => {}, 1000);";
    const { ms, ...result } = await runAndEnd(end, AbortSignal.timeout(3000));
    expect(result).toEqual({ status: null, signal: 'SIGKILL', read: LENGTH });
    expect(ms).toBeLessThan(60_000);
  });
});

function createAbort(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
