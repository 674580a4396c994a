/** `netingress check-ip` as a process, against a live account and against what was synthesized. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { findKind } from '../../src/model/kinds';
import { make } from '../adopt/seed';
import { type Ended, endAll, start } from './netingress';

let root: string;
let emulator: Emulator;
let url: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-check-ip-'));
  emulator = createEmulator();
  const policy = async (description: string, rules: Readonly<Record<string, string>>): Promise<void> => {
    const ip_policy_id = await make(emulator, findKind('ip_policy'), { description });
    for (const [cidr, action] of Object.entries(rules))
      await make(emulator, findKind('ip_policy_rule'), {
        ip_policy_id,
        cidr,
        action,
        description: `of ${description}`,
      });
  };
  await policy('offices', { '203.0.113.0/24': 'allow', '203.0.113.128/25': 'deny', '2001:db8::/32': 'allow' });
  await policy('guests', { '198.51.100.0/24': 'allow' });
  await policy('twice', {});
  await policy('twice', {});
  ({ url } = await emulator.listen());
  await synthesised({
    netingress_ip_policy: { offices: { description: 'Our offices' }, later: {} },
    netingress_ip_policy_rules: {
      set: {
        ip_policy_id: idOf('netingress_ip_policy.offices'),
        rules: {
          '203.0.113.0/24': { action: 'allow' },
          '192.0.2.1': { action: 'deny', description: 'a bare address' },
          '10.0.0.0/8': null,
        },
      },
    },
    netingress_ip_policy_rule: {
      known: { ip_policy_id: idOf('netingress_ip_policy.later'), cidr: '10.0.0.0/8', action: 'deny' },
      known_too: { ip_policy_id: idOf('netingress_ip_policy.later'), cidr: '203.0.113.0/24', action: 'allow' },
      computed: { ip_policy_id: idOf('netingress_ip_policy.later'), cidr: reference('var.office'), action: 'allow' },
    },
  });
});
afterEach(endAll);
afterAll(async () => {
  await emulator.close();
  await rm(root, { recursive: true, force: true });
});

/** Terraform's own way to name a value of elsewhere. */
const reference = (path: string): string => `\${${path}}`;
const idOf = (address: string): string => reference(`${address}.id`);

async function synthesised(resource: JsonObject): Promise<void> {
  const folder = join(root, 'cdktf.out/stacks/access');
  await mkdir(folder, { recursive: true });
  const stack = {
    name: 'access',
    synthesizedStackPath: 'stacks/access/cdk.tf.json',
    workingDirectory: 'stacks/access',
  };
  await writeFile(
    join(root, 'cdktf.out/manifest.json'),
    JSON.stringify({ version: '0.21.0', stacks: { access: stack } }),
  );
  await writeFile(join(folder, 'cdk.tf.json'), JSON.stringify({ resource }));
}

const checkIp = (...args: string[]): Promise<Ended> =>
  start(['check-ip', ...args], { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key' }, root).ended;

describe('at the service', () => {
  test.each([
    [
      '203.0.113.7',
      ['offices'],
      /is allowed by 'offices' \(ipp_\w+\):\n {2}allow 203\.0\.113\.0\/24, of offices \(ipr_\w+\)\n$/,
    ],
    ['203.0.113.200', ['offices'], /is denied by .*:\n {2}deny 203\.0\.113\.128\/25, of offices \(ipr_\w+\)\n$/],
    ['2001:db8::1', ['offices'], /is allowed by/],
    ['198.51.100.1', ['offices'], /is denied by .*: no rule matches it\.\n$/],
    [
      '198.51.100.1',
      ['offices', 'guests'],
      /is allowed by 'offices' .* and 'guests' .*:\n {2}allow 198\.51\.100\.0\/24/,
    ],
  ])('%s and %j', async (ip, policies, expected) => {
    const { status, stdout } = await checkIp(ip, ...policies.flatMap((name) => ['--policy', name]));
    expect([status, stdout]).toEqual([0, expect.stringMatching(expected)]);
  });

  test.each([
    ['a policy there is not', ['10.0.0.1', '--policy', 'nobody'], /There is no IP policy 'nobody'/],
    [
      'a name that several have',
      ['10.0.0.1', '--policy', 'twice'],
      /There are 2 IP policies 'twice'.*\n {2}ipp_\w+\n {2}ipp_\w+/,
    ],
    ['a range', ['10.0.0.0/8', '--policy', 'offices'], /Expected one IPv4 or IPv6 address/],
    ['no policy', ['10.0.0.1'], /--policy/],
  ])('%s is an error', async (_, args, message) => {
    const { status, stderr } = await checkIp(...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe('as declared', () => {
  test.each([
    ['203.0.113.7', 'offices', 'allowed'],
    ['192.0.2.1', 'netingress_ip_policy.offices', 'denied'],
    ['10.0.0.1', 'Our offices', 'denied'],
  ])('%s and %s', async (ip, policy, decision) => {
    const { status, stdout } = await checkIp(ip, '--policy', policy, '--app', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ip, decision }]);
  });

  test('a deny that matches is certain, whatever rules are not known yet', async () => {
    const { status, stdout } = await checkIp('10.1.2.3', '--policy', 'later', '--app', 'cdktf.out');
    expect([status, stdout]).toEqual([0, expect.stringContaining('is denied')]);
  });

  test('what a rule that is not known yet could change is not answered', async () => {
    const { status, stdout, stderr } = await checkIp('203.0.113.7', '--policy', 'later', '--app', 'cdktf.out');
    expect([status, stdout, stderr]).toEqual([
      3,
      expect.stringContaining('It is not known'),
      expect.stringContaining('netingress_ip_policy_rule.computed'),
    ]);
  });
});
