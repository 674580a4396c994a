/** `netingress access run` as a process: whatever ends it, no rule is left once `reap` has run after the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { getKind } from '../../../src/model/kinds';
import { make } from '../../adopt/seed';
import { campaignSize, picker } from '../../fuzz';
import { type Ended, endAll, program, type Running, start } from '../../support/cli/netingress';

let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator();
  const { url } = await emulator.listen();
  env = {
    NETINGRESS_BASE_URL: url,
    NETINGRESS_API_KEY: emulator.apiKey,
    USER: 'ana',
    NETINGRESS_ADDRESS: '203.0.113.7',
  };
});
beforeEach(async () => {
  emulator.faults.clear();
  await emulator.reset();
  await make(emulator, getKind('ip_policy'), { description: 'Offices' });
});
afterEach(endAll);
afterAll(() => emulator.close());

const run = (command: readonly string[], ...options: string[]): Running =>
  start(['access', 'run', '--policy', 'Offices', ...options, '--', ...command], env);
const node = (code: string): string[] => [process.execPath, '-e', code];
const rules = () => emulator.objects('ip_policy_rule');
const waits = node('console.log("running"); setInterval(() => {}, 1000)');
const access = (...args: string[]): Promise<Ended> => start(['access', ...args], env).ended;

test('allows this machine while the command runs, passes its status, and removes the rule', async () => {
  const running = run(node('console.log("running"); setTimeout(() => process.exit(7), 300)'));
  await running.says('running');
  expect(rules()).toMatchObject([{ cidr: '203.0.113.7/32', action: 'allow' }]);
  const { status, stderr } = await running.ended;
  expect([status, stderr]).toEqual([7, expect.stringContaining('Removed the grant of 203.0.113.7/32.')]);
  expect(rules()).toEqual([]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('after %s the command ends, the rule is removed, and the status says so', async (signal, status) => {
  const running = run(waits);
  await running.says('running');
  running.signal(signal);
  running.signal(signal);
  expect((await running.ended).status).toBe(status);
  expect(rules()).toEqual([]);
});

test('a crash of the command, and a command that does not exist, remove the rule', async () => {
  expect((await run(node('process.kill(process.pid, "SIGSEGV")')).ended).status).toBe(139);
  expect((await run(['/does/not/exist']).ended).status).toBe(127);
  expect(rules()).toEqual([]);
});

test('a connection that is lost while the command runs is retried for the removal', async () => {
  const running = run(node('console.log("running"); setTimeout(() => {}, 300)'));
  await running.says('running');
  emulator.faults.add({ do: { drop: true }, times: 2 });
  expect((await running.ended).status).toBe(0);
  expect(rules()).toEqual([]);
});

test('the grant is extended while the command runs', async () => {
  const running = run(node('console.log("running"); setTimeout(() => {}, 2500)'), '--for', '2s');
  await running.says('running');
  const [{ metadata: before } = {}] = rules();
  await sleep(1600);
  const [{ metadata: after } = {}] = rules();
  expect(after).not.toBe(before);
  await running.ended;
  expect(rules()).toEqual([]);
});

test('a rule without an end, and a grant that existed before, are not removed', async () => {
  const policyId = String(emulator.objects('ip_policy')[0]?.['id']);
  await access('grant', '203.0.113.7', '--policy', policyId, '--reason', 'before', '--for', '2h');
  expect((await run(node('')).ended).stderr).toContain('existed before');
  expect(rules()).toHaveLength(1);
  await access('revoke', '203.0.113.7', '--policy', policyId);
  await make(emulator, getKind('ip_policy_rule'), { ip_policy_id: policyId, cidr: '203.0.113.0/24', action: 'allow' });
  expect((await run(node('')).ended).stderr).toContain('has no end');
  expect(rules()).toHaveLength(1);
});

const KILLS = campaignSize(4, 30, 500);

test(
  `${KILLS} runs that are killed with their process group at random moments leave no rule once reap has run`,
  async () => {
    const random = picker(500);
    let left = 0;
    for (let round = 0; round < KILLS; round++) {
      const args = [
        program,
        'access',
        'run',
        '--policy',
        'Offices',
        '--for',
        '15m',
        '--',
        ...node('setTimeout(() => {}, 200)'),
      ];
      const child = spawn(process.execPath, args, {
        env: { PATH: process.env['PATH'] ?? '', ...env },
        detached: true,
        stdio: 'ignore',
      });
      await sleep(random(1200));
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      if (ended) process.kill(-(child.pid as number), 'SIGKILL');
      await ended;
      left += rules().length;
      emulator.clock.advance(15 * 60 + 1);
      expect((await access('reap')).status).toBe(0);
      expect([round, rules()]).toEqual([round, []]);
    }
    // Some kills must hit the time in which the rule exists, or the test shows nothing.
    expect(left).toBeGreaterThan(0);
  },
  60_000 + KILLS * 30_000,
);
