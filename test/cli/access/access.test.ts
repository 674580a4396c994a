import { createClient } from '../../../src/client';
import { grantAccess } from '../../../src/grants/grant-access';
import type { JsonObject } from '../../../src/values/json';
import { useAccount } from '../../support/cli/command-line';
import { type RanInProcess, withError, withOutput } from '../../support/cli/run-in-process';
import { writesOf } from '../../support/emulator/requests-of';

const cli = useAccount();
let policyId: string;

const NOW = '2030-01-01T00:00:00Z';

beforeEach(async () => {
  cli.env['USER'] = 'ana';
  cli.emulator.clock.freeze(NOW);
  policyId = (await cli.create('/ip_policies', { description: 'Offices' })).id;
});

const access = (...args: string[]): Promise<RanInProcess> => cli.run(['access', ...args]);
const OFFICES = ['--policy', 'Offices', '--reason', 'debug'];
const grant = (network: string, ...args: string[]) => access('grant', network, ...OFFICES, ...args);
async function expectUnwritten(args: readonly string[], ended: unknown): Promise<void> {
  const run = async () => expect(await access('grant', ...args)).toEqual(ended);
  expect(await writesOf(cli.emulator, run)).toEqual([]);
}
const rule = async (cidr: string, more: JsonObject = {}): Promise<string> =>
  (await cli.create('/ip_policy_rules', { ip_policy_id: policyId, cidr, action: 'allow', ...more })).id;
const terms = (until: string, more: object = {}): string =>
  JSON.stringify({ ...more, netingress_grant: { version: 1, until, by: 'bo', reason: 'r' } });
const rules = (): Record<string, unknown> =>
  Object.fromEntries(cli.emulator.objects('ip_policy_rule').map(({ cidr, metadata }) => [String(cidr), metadata]));
const untilOf = (cidr: string): unknown => {
  return (JSON.parse(String(rules()[cidr])) as { netingress_grant: JsonObject }).netingress_grant['until'];
};
const ruleIds = () => cli.emulator.objects('ip_policy_rule').map(({ id }) => id);

describe('grant', () => {
  test('creates a rule of the network with the author, reason, ticket and end, by the clock of the service, in its metadata', async () => {
    const printed = /^Granted: 203\.0\.113\.7\/32 until 2030-01-01T01:30:00Z, by ana, debug \(OPS-7\) \(ipr_\w+\)\n$/;
    expect(await grant('203.0.113.7', '--for', '90m', '--ticket', 'OPS-7')).toEqual(withOutput(0, printed));
    const granted = { version: 1, until: '2030-01-01T01:30:00Z', by: 'ana', reason: 'debug', ticket: 'OPS-7' };
    expect(rules()).toEqual({ '203.0.113.7/32': JSON.stringify({ netingress_grant: granted }) });
  });

  test('extends a live grant in place, and a request for a shorter time leaves its end', async () => {
    await grant('203.0.113.7', '--for', '1h');
    const ids = ruleIds();
    expect((await grant('203.0.113.7/32', '--for', '30m')).stdout).toMatch(/^Already granted: /);
    expect(untilOf('203.0.113.7/32')).toBe('2030-01-01T01:00:00Z');
    expect((await grant('203.0.113.7', '--for', '2h')).stdout).toMatch(/^Extended: .*until 2030-01-01T02:00:00Z/);
    expect(ruleIds()).toEqual(ids);
  });

  // A reaper that has read the overdue rule deletes it by its id.
  test('replaces an overdue grant by a rule with another id', async () => {
    await grant('203.0.113.7', '--for', '1h');
    const [id] = ruleIds();
    cli.emulator.clock.advance(3600);
    expect((await grant('203.0.113.7', '--for', '1h')).stdout).toMatch(/^Granted: /);
    expect(ruleIds()).toEqual([expect.not.stringContaining(String(id))]);
  });

  test.each([
    ['create', 0, '2030-01-01T01:00:00Z'],
    ['update', 2, '2030-01-01T00:00:50Z'],
  ])(
    'updates a grant that is about to end, and does not replace it: with a service that refuses every %s of a rule',
    async (action, expected, until) => {
      await grant('203.0.113.7', '--for', '50s');
      const refusal = { match: { operation: `ip_policy_rule.${action}` }, do: { status: 400, msg: 'limit reached' } };
      cli.emulator.faults.add(refusal);
      const { status } = await grant('203.0.113.7', '--for', '1h');
      cli.emulator.faults.clear();
      expect([status, untilOf('203.0.113.7/32')]).toEqual([expected, until]);
    },
  );

  test('stores its extension again if a client that had read the rule before overwrites it', async () => {
    await grant('203.0.113.7', '--for', '1h');
    const [{ metadata } = {}] = cli.emulator.objects('ip_policy_rule');
    let updates = 0;
    const client = createClient({
      baseUrl: cli.url,
      apiKey: cli.emulator.apiKey,
      async fetch(request) {
        const response = await cli.emulator.fetch(request.clone());
        if (request.method !== 'PATCH') return response;
        updates += 1;
        if (updates === 1) await cli.emulator.fetch(new Request(request, { body: JSON.stringify({ metadata }) }));
        return response;
      },
    });
    const policy = { id: policyId, description: 'Offices' };
    const request = { policy, cidr: '203.0.113.7/32', by: 'bo', reason: 'r', ticket: null, durationMs: 7_200_000 };
    const { outcome } = await grantAccess(client, request);
    await client.close();
    expect([outcome, updates, untilOf('203.0.113.7/32')]).toEqual(['extended', 2, '2030-01-01T02:00:00Z']);
  });

  test('a deny rule inside of the network, and a network of every address, are reported', async () => {
    const denied = await rule('5.5.5.5/32', { action: 'deny' });
    const part = `Rule ${denied} denies 5.5.5.5/32, which is a part of 5.5.5.0/24; a deny always wins.`;
    expect(await grant('5.5.5.0/24')).toEqual(withError(0, part));
    expect((await grant('::/0')).stderr).toContain('::/0 is every IPv6 address: the policy admits each one');
    expect((await grant('203.0.113.0/24')).stderr).toBe('');
  });

  test('an invalid grant is reported by grant and by list, because nothing ends it', async () => {
    const id = await rule('203.0.113.7/32', { metadata: terms('2030-13-01') });
    const warning = `Rule ${id} (203.0.113.7/32) has an invalid grant in its metadata, so nothing ends its access.`;
    expect((await grant('203.0.113.7')).stderr).toContain(warning);
    expect((await access('list')).stderr).toContain(warning);
  });

  test('metadata that does not fit with the grant is an error before anything is written', async () => {
    // The limit is 4,096 bytes.
    await rule('203.0.113.7/32', { metadata: terms('2030-01-01T00:30:00Z', { team: 'x'.repeat(3950) }) });
    const tooLong = withError(1, /metadata has 4\d+ bytes with the grant/);
    await expectUnwritten(['203.0.113.7', ...OFFICES, '--ticket', 'y'.repeat(100)], tooLong);
  });

  test('changes nothing if a rule without an end allows the network, and is refused if a deny rule contains it', async () => {
    await rule('203.0.113.0/24');
    await expectUnwritten(['203.0.113.7', ...OFFICES], withOutput(0, 'is already allowed by rule'));
    await rule('198.51.100.0/24', { action: 'deny' });
    expect(await grant('198.51.100.7')).toEqual(withError(2, 'a deny always wins'));
  });

  test('keeps other members of the metadata when it extends', async () => {
    await rule('203.0.113.7/32', { metadata: terms('2030-01-01T00:30:00Z', { team: 'edge' }) });
    await grant('203.0.113.7', '--for', '1h');
    expect(JSON.parse(String(rules()['203.0.113.7/32']))).toMatchObject({
      team: 'edge',
      netingress_grant: { by: 'ana' },
    });
  });

  test('adopts the rule of a create whose response was lost', async () => {
    cli.emulator.faults.add({ match: { method: 'POST' }, do: { drop: true, commit: true }, times: 1 });
    expect((await grant('203.0.113.7')).status).toBe(0);
    expect(Object.keys(rules())).toEqual(['203.0.113.7/32']);
  });

  test('`me` is --address, else NETINGRESS_ADDRESS, else an error', async () => {
    expect(await grant('me')).toEqual(withError(1, 'NETINGRESS_ADDRESS'));
    const arguments_ = ['access', 'grant', 'me', '--policy', policyId, '--reason', 'r'];
    cli.env['NETINGRESS_ADDRESS'] = '203.0.113.1';
    await cli.run(arguments_);
    await cli.run([...arguments_, '--address', '2001:db8::1']);
    expect(Object.keys(rules()).sort()).toEqual(['2001:db8::1/128', '203.0.113.1/32']);
  });

  test('an address that only begins as an IPv4-mapped one is granted', async () => {
    expect((await grant('::ffff:1')).status).toBe(0);
    expect(Object.keys(rules())).toEqual(['::ffff:1/128']);
  });

  test.each([
    ['203.0.113.7/24 --policy Offices --reason r', 'beyond its mask'],
    [
      '203.0.113.7 --policy Nowhere --reason r',
      "No IP policy 'Nowhere' found; expected an id (ipp_…) or a complete description.",
    ],
    ['203.0.113.7 --policy Offices', '--reason'],
    ['203.0.113.7 --policy Offices --reason=', 'reason is empty'],
    ['203.0.113.7 --policy Offices --reason r --for soon', 'Expected a duration'],
    ['203.0.113.7 --policy Offices --reason r --for 99999999999h', '--for ends after the year 9998; expected'],
    ['::ffff:1.2.3.4 --policy Offices --reason r', 'is IPv4-mapped, and may match no client; expected an IPv4 network'],
    [
      'me --address 203.0.113.0/24 --policy Offices --reason r',
      "--address '203.0.113.0/24' is a network; expected one IPv4 or IPv6 address",
    ],
  ])('grant %s is an error before anything is written', async (args, message) => {
    await expectUnwritten(args.split(' '), withError(1, message));
  });
});

describe('revoke', () => {
  test('deletes the grant before its end', async () => {
    await grant('203.0.113.7');
    expect((await access('revoke', '203.0.113.7', '--policy', 'Offices')).status).toBe(0);
    expect(rules()).toEqual({});
  });

  test('is refused for a rule without an end, which stays, and with --address', async () => {
    await rule('203.0.113.7/32');
    const revoke = ['revoke', '203.0.113.7', '--policy', 'Offices'];
    expect(await access(...revoke)).toEqual(withError(1, 'is not a grant'));
    expect(await access(...revoke, '--address', '::1')).toEqual(withError(1, '--address'));
    expect(Object.keys(rules())).toEqual(['203.0.113.7/32']);
  });
});

describe('list and reap', () => {
  beforeEach(async () => {
    await rule('10.0.0.0/8', { metadata: '{"until":"2000-01-01T00:00:00Z"}' });
    await rule('192.0.2.0/24', { action: 'deny', metadata: terms('2000-01-01T00:00:00Z') });
    await grant('203.0.113.1', '--for', '1h');
    await grant('203.0.113.2', '--for', '3h');
    cli.emulator.clock.freeze('2030-01-01T02:00:00Z');
  });

  test('list shows live and overdue grants, and no other rule', async () => {
    expect(JSON.parse((await access('list', '--json')).stdout)).toMatchObject({
      grants: [
        { cidr: '203.0.113.2/32', status: 'live', by: 'ana' },
        { cidr: '203.0.113.1/32', status: 'overdue', ip_policy_id: policyId },
      ],
    });
    expect((await access('list', '--policy', 'Offices')).stdout).toContain('by ana, debug, overdue');
  });

  test('list --json escapes a character that changes the direction of text', async () => {
    await rule('203.0.113.7/32', { metadata: terms('2030-01-01T01:00:00Z').replace('"r"', '"a \u202e b"') });
    expect((await access('list', '--json')).stdout).toContain('a \\u202e b');
  });

  test('reap deletes the overdue grant only: no live grant, deny rule or rule without an end', async () => {
    expect((await access('reap', '--dry-run')).stdout).toContain('Would remove 1 overdue grant; 1 live.');
    expect(Object.keys(rules())).toHaveLength(4);
    expect((await access('reap')).stdout).toContain('Removed 1 overdue grant; 1 live.');
    expect(Object.keys(rules()).sort()).toEqual(['10.0.0.0/8', '192.0.2.0/24', '203.0.113.2/32']);
    const report = { removed: [], failed: [], untried: [], live: 1, dry_run: false };
    expect(JSON.parse((await access('reap', '--json')).stdout)).toEqual(report);
  });

  test('reap with a policy neither removes nor counts the grants of other policies', async () => {
    await cli.create('/ip_policies', { description: 'Other' });
    expect((await access('reap', '--policy', 'Other')).stdout).toContain('Removed 0 overdue grants; 0 live.');
  });

  test('a grant that may not be deleted is reported with exit status 2, and the others are deleted', async () => {
    cli.emulator.clock.freeze('2030-01-01T03:00:00Z');
    const path = `/ip_policy_rules/${String(ruleIds()[0])}`;
    cli.emulator.faults.add({ match: { method: 'DELETE', path }, do: { status: 403 } });
    const { status, stdout, stderr } = await access('reap');
    expect([status, stdout]).toEqual([2, expect.stringContaining('Removed 1 overdue grant; 0 live.')]);
    expect(stderr).toMatch(/Cannot remove 1 overdue grant:\n {2}203\.0\.113\.2\/32 \(ipr_\w+\): .*403/);
    cli.emulator.faults.clear();
    expect((await access('reap')).stdout).toContain('Removed 1 overdue grant');
  });

  test('if the service refuses the API key, the grants that were not tried are counted', async () => {
    cli.emulator.clock.freeze('2030-01-01T03:00:00Z');
    cli.emulator.faults.add({ match: { method: 'DELETE' }, do: { status: 401 } });
    const untried = /Cannot remove 2 overdue grants:[\s\S]*1 overdue grant not tried\./;
    expect(await access('reap')).toEqual(withError(2, untried));
  });
});
