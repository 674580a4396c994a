/** `netingress check-ip` with an account and with a synthesized configuration. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { getKind } from '../../src/model/kinds';
import { make } from '../adopt/seed';
import { type Ended, endAll, start } from '../support/cli/netingress';
import { type RanInProcess, runInProcess } from '../support/cli/run-in-process';

const access = {
  resource: {
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
  },
};

/** Policies that other stacks refer to, and some that exist already. */
const net = {
  resource: {
    netingress_ip_policy: { shared: { description: 'Shared' }, taken: { description: 'Taken over' } },
    netingress_ip_policy_rule: {
      taken: { ip_policy_id: idOf('netingress_ip_policy.taken'), cidr: '192.0.2.0/24', action: 'allow' },
      adopted: { ip_policy_id: idOf('netingress_ip_policy.adopted'), cidr: '192.0.2.0/24', action: 'allow' },
    },
  },
  import: [
    { to: 'netingress_ip_policy.taken', id: 'ipp_taken' },
    { to: 'netingress_ip_policy.adopted', id: 'ipp_adopted' },
  ],
  output: {
    shared: { value: idOf('netingress_ip_policy.shared') },
    taken: { value: idOf('netingress_ip_policy.taken') },
  },
};

/** Rules for the policies of `net`. */
const team = {
  resource: {
    netingress_ip_policy_rule: {
      shared: { ip_policy_id: outputOf('net', 'shared'), cidr: '203.0.113.0/24', action: 'allow' },
      again: { ip_policy_id: outputOf('shopeu', 'again'), cidr: '198.51.100.0/24', action: 'deny' },
      taken: { ip_policy_id: 'ipp_taken', cidr: '198.51.100.0/24', action: 'allow' },
      elsewhere: { ip_policy_id: 'ipp_elsewhere', cidr: '198.51.100.0/24', action: 'allow' },
    },
  },
};

/** Finds the policies that it makes rules for. */
const finder = {
  data: {
    netingress_ip_policy: {
      shared: { description: 'Shared' },
      other: { description: 'Others' },
      taken: { id: 'ipp_taken' },
    },
  },
  resource: {
    netingress_ip_policy_rule: {
      by_name: { ip_policy_id: idOf('data.netingress_ip_policy.shared'), cidr: '10.0.0.0/8', action: 'allow' },
      by_id: { ip_policy_id: idOf('data.netingress_ip_policy.taken'), cidr: '10.0.0.0/8', action: 'allow' },
      other: { ip_policy_id: idOf('data.netingress_ip_policy.other'), cidr: '10.0.0.0/8', action: 'deny' },
    },
  },
};

/** Exports its policy. */
const shop = { output: { again: { value: outputOf('net', 'shared') } } };

let root: string;
let emulator: Emulator;
let url: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-check-ip-'));
  emulator = createEmulator();
  const policy = async (description: string, rules: Readonly<Record<string, string>>): Promise<void> => {
    const ip_policy_id = await make(emulator, getKind('ip_policy'), { description });
    for (const [cidr, action] of Object.entries(rules))
      await make(emulator, getKind('ip_policy_rule'), {
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
  await synthesized({ access, net, team, 'shop.eu': shop });
});
afterEach(endAll);
afterAll(async () => {
  await emulator.close();
  await rm(root, { recursive: true, force: true });
});

/** Terraform's own way to name a value of elsewhere. */
function reference(path: string): string {
  return `\${${path}}`;
}

function idOf(address: string): string {
  return reference(`${address}.id`);
}

/** As CDKTF refers to another stack. */
function outputOf(stack: string, output: string): string {
  return reference(`data.terraform_remote_state.cross-stack-reference-input-${stack}.outputs.${output}`);
}

/** Writes `cdktf.out` with these stacks. */
async function synthesized(stacks: Readonly<Record<string, JsonObject>>): Promise<void> {
  const entries = Object.entries(stacks).map(([name, configuration]) => {
    const workingDirectory = `stacks/${name}`;
    return {
      name,
      configuration,
      stack: { name, workingDirectory, synthesizedStackPath: `stacks/${name}/cdk.tf.json` },
    };
  });
  for (const { configuration, stack } of entries) {
    await mkdir(join(root, 'cdktf.out', stack.workingDirectory), { recursive: true });
    await writeFile(join(root, 'cdktf.out', stack.synthesizedStackPath), JSON.stringify(configuration));
  }
  const manifest = { version: '0.21.0', stacks: Object.fromEntries(entries.map(({ name, stack }) => [name, stack])) };
  await writeFile(join(root, 'cdktf.out/manifest.json'), JSON.stringify(manifest));
}

const checkIp = (...args: string[]): Promise<Ended> =>
  start(['check-ip', ...args], { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key' }, root).ended;

const checkIpInProcess = (...args: string[]): Promise<RanInProcess> =>
  runInProcess(['check-ip', ...args], { cwd: root });

describe('in the account', () => {
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
    ['an unknown policy', ['10.0.0.1', '--policy', 'unknown'], /No IP policy 'unknown' found/],
    [
      'an ambiguous name',
      ['10.0.0.1', '--policy', 'twice'],
      /2 IP policies are named 'twice'.*\n {2}ipp_\w+\n {2}ipp_\w+/,
    ],
    ['a range', ['10.0.0.0/8', '--policy', 'offices'], /Expected one IPv4 or IPv6 address/],
    ['no policy', ['10.0.0.1'], /--policy/],
  ])('%s is an error', async (_, args, message) => {
    const { status, stderr } = await checkIp(...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe('in the configuration', () => {
  test.each([
    ['203.0.113.7', 'offices', 'allowed'],
    ['192.0.2.1', 'netingress_ip_policy.offices', 'denied'],
    ['10.0.0.1', 'Our offices', 'denied'],
  ])('%s and %s', async (ip, policy, decision) => {
    const { status, stdout } = await checkIp(ip, '--policy', policy, '--app', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ip, decision }]);
  });

  test.each([
    ['of another stack, by its output', '203.0.113.7', 'Shared', 'allowed', 'netingress_ip_policy_rule.shared in team'],
    ['by an output of an output', '198.51.100.1', 'Shared', 'denied', 'netingress_ip_policy_rule.again in team'],
    ['by the id of an import', '192.0.2.1', 'ipp_taken', 'allowed', 'netingress_ip_policy_rule.taken'],
    ['by id, of a policy by name', '198.51.100.1', 'Taken over', 'allowed', 'netingress_ip_policy_rule.taken in team'],
    ['of an import without a resource', '192.0.2.1', 'ipp_adopted', 'allowed', 'netingress_ip_policy_rule.adopted'],
    [
      'of a policy without a resource',
      '198.51.100.1',
      'ipp_elsewhere',
      'allowed',
      'netingress_ip_policy_rule.elsewhere',
    ],
  ])('finds rules %s', async (_, ip, policy, decision, place) => {
    const { status, stdout } = await checkIpInProcess(ip, '--policy', policy, '--app', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ decision, because: [expect.objectContaining({ place })], unknown: [] }),
    ]);
  });

  test.each([
    ['of an unknown stack', 'data.terraform_remote_state.net.outputs.shared'],
    ['that does not exist', 'data.terraform_remote_state.cross-stack-reference-input-net.outputs.absent'],
    ['that is not a string', 'data.terraform_remote_state.cross-stack-reference-input-net.outputs.list'],
  ])('a rule with an output %s may belong to any policy', async (_, expression) => {
    const rule = { ip_policy_id: reference(expression), cidr: '203.0.113.0/24', action: 'allow' };
    const output = { ...net.output, list: { value: [1] } };
    await synthesized({ net: { ...net, output }, team: { resource: { netingress_ip_policy_rule: { rule } } } });
    const { status, stderr } = await checkIpInProcess('203.0.113.7', '--policy', 'Shared', '--app');
    await synthesized({ access, net, team, 'shop.eu': shop });
    expect([status, stderr]).toEqual([3, expect.stringContaining('netingress_ip_policy_rule.rule in team')]);
  });

  test.each([
    ['its description', 'Shared', 'allowed', ['by_name'], []],
    ['its id', 'Taken over', 'allowed', ['by_id'], []],
    ['a description that may match', 'ipp_adopted', 'unknown', [], ['by_name', 'other']],
  ])('a data source finds rules by %s', async (_, policy, decision, because, unknown) => {
    await synthesized({ net, finder });
    const { stdout } = await checkIpInProcess('10.0.0.1', '--policy', policy, '--app', '--json');
    await synthesized({ access, net, team, 'shop.eu': shop });
    const placeOf = (name: string): string => `netingress_ip_policy_rule.${name} in finder`;
    expect(JSON.parse(stdout)).toMatchObject({
      decision,
      because: because.map((name) => ({ place: placeOf(name) })),
      unknown: unknown.map(placeOf),
    });
  });

  test('an id without import or rule is an error', async () => {
    const { status, stderr } = await checkIpInProcess('203.0.113.7', '--policy', 'ipp_mistyped', '--app', 'cdktf.out');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        "No rule in cdktf.out refers to ipp_mistyped. Give the policy's address, construct path or description, or omit --app.",
      ),
    ]);
  });

  test('a matching deny decides, whatever the unknown rules are', async () => {
    const { status, stdout } = await checkIp('10.1.2.3', '--policy', 'later', '--app', 'cdktf.out');
    expect([status, stdout]).toEqual([0, expect.stringContaining('is denied')]);
  });

  test('an unknown rule that may change the decision makes the result inconclusive', async () => {
    const { status, stdout, stderr } = await checkIp('203.0.113.7', '--policy', 'later', '--app', 'cdktf.out');
    expect([status, stdout, stderr]).toEqual([
      3,
      expect.stringContaining('is unknown. Known rules that match:'),
      expect.stringContaining('netingress_ip_policy_rule.computed'),
    ]);
  });
});

test('control characters of descriptions are not printed', async () => {
  const description = 'a\u001b[31mRED\u0007\u202eb';
  const ip_policy_id = await make(emulator, getKind('ip_policy'), { description });
  await make(emulator, getKind('ip_policy_rule'), {
    ip_policy_id,
    cidr: '192.0.2.0/24',
    action: 'allow',
    description,
  });
  const { stdout } = await runInProcess(['check-ip', '192.0.2.1', '--policy', String(ip_policy_id)], {
    env: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key' },
  });
  expect(stdout).toContain("'a [31mRED b'");
  expect(stdout).toContain(', a [31mRED b (');
});
