/** `netingress access verify`: the live rules against the networks that must be admitted and those that must not. */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { getKind } from '../../../src/model/kinds';
import { make } from '../../adopt/seed';
import { type RanInProcess, runInProcess } from '../../support/cli/run-in-process';

let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator();
  const { url } = await emulator.listen();
  env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: emulator.apiKey };
  for (const [description, cidr, action] of [
    ['Offices', '203.0.113.0/24', 'allow'],
    ['Partners', '203.0.113.64/26', 'deny'],
  ] as const) {
    const policy = await make(emulator, getKind('ip_policy'), { description });
    await make(emulator, getKind('ip_policy_rule'), { ip_policy_id: policy, cidr, action });
  }
});
afterAll(() => emulator.close());

const verify = (...args: string[]): Promise<RanInProcess> => runInProcess(['access', 'verify', ...args], { env });

test('succeeds if the networks are admitted and denied as required, and writes nothing', async () => {
  const before = emulator.requests().length;
  const args = ['--policy', 'Offices', '--must-admit', '203.0.113.0/24', '--must-deny', '198.51.100.7'];
  const { status, stdout } = await verify(...args);
  expect([status, stdout]).toEqual([0, 'Verified 2 networks with 1 rule.\n']);
  const methods = emulator.requests().slice(before);
  expect(methods.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
});

test('several policies are combined, so a deny of one of them wins; the exit status is 2', async () => {
  const args = ['--policy', 'Offices', '--policy', 'Partners', '--must-admit', '203.0.113.0/24'];
  const { status, stdout, stderr } = await verify(...args);
  expect([status, stdout]).toEqual([2, '203.0.113.0/24 must be admitted, but 203.0.113.64/26 is not.\n']);
  expect(stderr).toContain('Access is not as required');
  const json = await verify('--policy', 'Offices', '--must-deny', '203.0.113.128/25', '--json');
  expect([json.status, JSON.parse(json.stdout)]).toEqual([
    2,
    { rules: 1, violations: [{ requirement: 'must_deny', cidr: '203.0.113.128/25', networks: ['203.0.113.128/25'] }] },
  ]);
});

test.each([
  ['no network', ['--policy', 'Offices'], 'Nothing to verify; expected --must-admit or --must-deny'],
  ['no policy', ['--must-admit', '203.0.113.7'], '--policy'],
  ['an unknown policy', ['--policy', 'Nowhere', '--must-admit', '203.0.113.7'], "No IP policy 'Nowhere'"],
  ['host bits', ['--policy', 'Offices', '--must-admit', '203.0.113.7/24'], 'beyond its mask'],
])('%s is an error', async (_, args, message) => {
  const { status, stderr } = await verify(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});
