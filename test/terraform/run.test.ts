import { getEventListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { describeEnd, run } from '../../src/terraform/run';

const ENDLESS = 'setInterval(() => {}, 1000)';
const IGNORING = `process.on('SIGINT', () => {}); ${ENDLESS};`;

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

  // If the run waited for that process, the test would time out.
  test.each([
    ['has its own status and complete output', 'process.exitCode = 4;', false, { status: 4, signal: null }],
    ['is killed after an abort that it ignores', IGNORING, true, { status: null, signal: 'SIGKILL' }],
  ])('%s', async (_, end, isAborted, expected) => {
    const abort = isAborted && { signal: AbortSignal.timeout(3000), killAfter: 100 };
    const options = { cwd: tmpdir(), env: {}, ...abort };
    const { stdout, status, signal } = await run(process.execPath, ['-e', script(end)], options);
    const [pid = '', text = ''] = stdout.split(' ');
    process.kill(Number(pid), 'SIGKILL');
    expect([{ status, signal }, text.length]).toEqual([expected, LENGTH]);
  });
});

function createAbort(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
