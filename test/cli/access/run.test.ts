/** `netingress access run`: the grant while the command runs, and its removal after exits, signals and kills. */
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { formatGrant, type Grant, parseGrant } from '../../../src/model/grants/grant';
import { campaignSize, picker } from '../../fuzz';
import { start } from '../../support/cli/netingress';
import { type RanInProcess, runInProcess, withError } from '../../support/cli/run-in-process';
import { createObject } from '../../support/emulator/create-object';
import { testInCi, testRows } from '../../support/requirements';
import { endAllScripts, type RunningScript } from '../../support/script';

let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator();
  const account = { NETINGRESS_BASE_URL: (await emulator.listen()).url, NETINGRESS_API_KEY: emulator.apiKey };
  env = { ...account, USER: 'ana', NETINGRESS_ADDRESS: '203.0.113.7' };
});
beforeEach(async () => {
  emulator.faults.clear();
  await emulator.reset();
  await createObject(emulator, '/ip_policies', { description: 'Offices' });
});
afterEach(endAllScripts);
afterAll(() => emulator.close());

const runArguments = (command: readonly string[], options: readonly string[]): string[] => [
  ...['access', 'run', '--policy', 'Offices', ...options, '--', ...command],
];
/** As a process, which receives signals and whose command prints. */
const run = (command: readonly string[], ...options: string[]): RunningScript =>
  start(runArguments(command, options), env);
const runHere = (command: readonly string[], ...options: string[]): Promise<RanInProcess> =>
  runInProcess(runArguments(command, options), { env });
const shell = (commands: string): string[] => ['sh', '-c', commands];
const rules = () => emulator.objects('ip_policy_rule');
const waits = shell('echo running; exec sleep 1000');
const access = (...args: string[]): Promise<RanInProcess> => runInProcess(['access', ...args], { env });
const runIds = (): string[] => Object.keys(parseGrant(rules()[0]?.['metadata'])?.shares?.runs ?? {});

test('allows this machine while the command runs, passes its status, and removes the rule, also if a connection is lost meanwhile', async () => {
  const running = run(shell('echo running; sleep 0.3; exit 7'));
  await running.says('running');
  expect(rules()).toMatchObject([{ cidr: '203.0.113.7/32', action: 'allow' }]);
  emulator.faults.add({ do: { drop: true }, times: 2 });
  expect(await running.ended).toEqual(withError(7, 'Removed the grant of 203.0.113.7/32.'));
  expect(rules()).toEqual([]);
});

testRows(
  [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const,
  { plain: 1 },
)('after %s, sent twice, the command ends, the rule is removed, and the status says so', async (signal, status) => {
  const running = run(waits);
  await running.says('running');
  running.signal(signal);
  running.signal(signal);
  expect((await running.ended).status).toBe(status);
  expect(rules()).toEqual([]);
});

test.each([
  ['a crash of the command', shell('kill -SEGV $$'), 139, 'sh was ended by SIGSEGV.'],
  ['a command that does not exist', ['/does/not/exist'], 127, 'Cannot run /does/not/exist: the program was not found.'],
  ['a file that is not executable', [__filename], 126, `Cannot run ${__filename}: the file is not executable.`],
])('%s removes the rule; the status is that of a shell', async (_, command, status, message) => {
  expect(await runHere(command)).toEqual(withError(status, message));
  expect(rules()).toEqual([]);
});

test('without a user in the environment, the grant is by the user of the machine', async () => {
  const { USER: _, ...withoutUser } = env;
  const args = ['access', 'grant', 'me', '--policy', 'Offices', '--reason', 'r', '--json'];
  const { stdout } = await runInProcess(args, { env: withoutUser });
  expect(JSON.parse(stdout)).toMatchObject({ by: userInfo().username });
});

testInCi('the grant is extended while the command runs', async () => {
  const running = run(waits, '--for', '2s');
  await running.says('running');
  const [{ metadata } = {}] = rules();
  while (rules()[0]?.['metadata'] === metadata) await sleep(20);
  running.signal('SIGTERM');
  await running.ended;
  expect(rules()).toEqual([]);
});

test('a rule without an end, and a grant that existed before, are not removed', async () => {
  const policyId = String(emulator.objects('ip_policy')[0]?.['id']);
  await access('grant', '203.0.113.7', '--policy', policyId, '--reason', 'before', '--for', '2h');
  const [{ metadata } = {}] = rules();
  expect((await runHere(shell(''))).stderr).toContain('because another request needs it');
  expect(rules()).toMatchObject([{ metadata }]);
  await access('revoke', '203.0.113.7', '--policy', policyId);
  await createObject(emulator, '/ip_policy_rules', { ip_policy_id: policyId, cidr: '203.0.113.0/24', action: 'allow' });
  expect((await runHere(shell(''))).stderr).toContain('has no end');
  expect(rules()).toHaveLength(1);
});

test('of commands that start at the same time none is shut out, and the last one removes the rule', async () => {
  const running = ['20m', '10m', '15m'].slice(0, campaignSize(2, 3)).map((time) => run(waits, '--for', time));
  for (const command of running) await command.says('running');
  // They may overwrite each other's run ids in the rule; each command notices that and stores its id again.
  while (runIds().length < running.length) await sleep(20);
  for (const command of running) {
    expect(rules()).toMatchObject([{ cidr: '203.0.113.7/32', action: 'allow' }]);
    command.signal('SIGTERM');
    await command.ended;
  }
  expect(rules()).toEqual([]);
});

testInCi(
  'of two commands that end at the same moment, and each overwrite what the other stored, no part remains',
  async () => {
    const running = [run(waits, '--for', '10m'), run(waits, '--for', '20m')];
    for (const command of running) await command.says('running');
    // Both read the grant before either of them stores it.
    emulator.faults.add({ match: { method: 'PATCH' }, do: { delay_ms: 500 }, times: 2 });
    for (const command of running) command.signal('SIGTERM');
    await Promise.all(running.map((command) => command.ended));
    expect(rules()).toEqual([]);
  },
);

testInCi(
  'a command whose part of the grant another process overwrites, or whose rule is deleted, is allowed again',
  async () => {
    const running = run(waits, '--for', '4s');
    await running.says('running');
    const [{ id, metadata } = {}] = rules();
    const request = (method: string, body?: object): Promise<unknown> =>
      fetch(`${env['NETINGRESS_BASE_URL']}/ip_policy_rules/${String(id)}`, {
        method,
        headers: { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const runId = String(runIds()[0]);
    await request('PATCH', {
      metadata: formatGrant({ ...(parseGrant(metadata) as Grant), shares: undefined as never }),
    });
    while (!runIds().includes(runId)) await sleep(20);
    await request('DELETE');
    while (!runIds().includes(runId)) await sleep(20);
    running.signal('SIGTERM');
    await running.ended;
    expect(rules()).toEqual([]);
  },
);

testInCi(
  'a service that cannot be reached for several seconds when the command ends: the rule is removed',
  async () => {
    const running = run(shell('echo running; sleep 0.3'));
    await running.says('running');
    const from = emulator.requests().length;
    emulator.faults.add({ do: { drop: true } });
    // The client gives up after 6 attempts of the first request.
    while (emulator.requests().length < from + 8) await sleep(50);
    emulator.faults.clear();
    expect((await running.ended).status).toBe(0);
    expect(rules()).toEqual([]);
  },
);

test('Ctrl-C before the grant ends the run without a grant, and the command is not started', async () => {
  emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { delay_ms: 600_000 } });
  const requested = emulator.requests().length;
  const running = run(shell('echo running'));
  while (emulator.requests().length === requested) await sleep(20);
  running.signal('SIGINT');
  const { status, stdout } = await running.ended;
  expect([status, stdout, rules()]).toEqual([130, '', []]);
});

test('a signal while the access is granted ends the run without a start of the command, and the rule is removed', async () => {
  emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { delay_ms: 500 } });
  const running = run(shell('echo running'));
  while (!emulator.requests().some(({ operation }) => operation === 'ip_policy_rule.create')) await sleep(20);
  running.signal('SIGTERM');
  const { status, stdout, stderr } = await running.ended;
  expect([status, stdout, rules()]).toEqual([143, '', []]);
  expect(stderr).toContain('sh was not started, because of SIGTERM.');
});

test('if the grant cannot be removed, the message names the end that another process gave it', async () => {
  const running = run(waits);
  await running.says('running');
  const terms = ['--reason', 'on call', '--for', '72h', '--by', 'bob', '--json'];
  const { stdout } = await access('grant', '203.0.113.7', '--policy', 'Offices', ...terms);
  const { granted_until: until } = JSON.parse(stdout) as { readonly granted_until: string };
  emulator.faults.add({ match: { method: 'PATCH' }, do: { status: 400 } });
  running.signal('SIGTERM');
  expect((await running.ended).stderr).toContain(`When it was last read, its end was ${until};`);
});

const KILLS = campaignSize(2, 48, 500);
/** Runs at the same time, each with an address of its own. Most of their time is the start of Node. */
const BATCH = 8;
/** A run lists policies and rules, creates the rule, reads it and deletes it. */
const REQUESTS_OF_A_RUN = 5;

/**
 * Starts a run in a process group, and kills the group at a random moment: some milliseconds after a random request of
 * the batch. Returns whether the rule existed after it.
 */
async function runAndKill(index: number, random: (bound: number) => number): Promise<boolean> {
  const address = `203.0.113.${index}`;
  const options = ['--policy', 'Offices', '--for', '15m', '--address', address];
  const running = start(['access', 'run', ...options, '--', 'sleep', '0.5'], env);
  let hasEnded = false;
  const ended = running.ended.then(() => {
    hasEnded = true;
  });
  const killAtRequest = random(BATCH * REQUESTS_OF_A_RUN + 1);
  const delayMs = random(500);
  while (!hasEnded && emulator.requests().length < killAtRequest) await sleep(5);
  await Promise.race([sleep(delayMs), ended]);
  running.signalGroup('SIGKILL');
  await ended;
  return rules().some(({ cidr }) => cidr === `${address}/32`);
}

test(
  `${KILLS} runs that are killed with their process group at random moments leave no rule once it is overdue and reap has run`,
  async () => {
    const random = picker(500);
    const left: boolean[] = [];
    while (left.length < KILLS) {
      await emulator.reset();
      await createObject(emulator, '/ip_policies', { description: 'Offices' });
      const size = Math.min(BATCH, KILLS - left.length);
      left.push(...(await Promise.all(Array.from({ length: size }, (_, index) => runAndKill(index, random)))));
      emulator.clock.advance(15 * 60 + 1);
      const reaped = await runInProcess(['access', 'reap'], { env });
      expect([left.length, reaped.status, rules()]).toEqual([left.length, 0, []]);
    }
    // Some of many kills hit the time in which the rule exists, or the test would show nothing.
    if (KILLS > BATCH) expect(left).toContain(true);
  },
  60_000 + KILLS * 30_000,
);
