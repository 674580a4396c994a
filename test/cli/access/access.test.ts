/** `netingress access` in this process, with an emulator that listens. */

import { createClient } from '../../../src/client';
import { grantAccess } from '../../../src/grants/grant-access';
import type { JsonObject } from '../../../src/values/json';
import { useAccount } from '../../support/cli/command-line';
import { type RanInProcess, withError } from '../../support/cli/run-in-process';
import { requestsAfter } from '../../support/emulator/requests-of';

const cli = useAccount();
let policyId: string;

const NOW = '2030-01-01T00:00:00Z';

beforeEach(async () => {
  cli.env['USER'] = 'ana';
  cli.emulator.clock.freeze(NOW);
  policyId = (await cli.create('/ip_policies', { description: 'Offices' })).id;
});

const access = (...args: string[]): Promise<RanInProcess> => cli.run(['access', ...args]);
const grant = (network: string, ...args: string[]): Promise<RanInProcess> =>
  access('grant', network, '--policy', 'Offices', '--reason', 'debug', ...args);
const rule = async (cidr: string, more: JsonObject = {}): Promise<string> =>
  (await cli.create('/ip_policy_rules', { ip_policy_id: policyId, cidr, action: 'allow', ...more })).id;
const rules = (): Record<string, unknown> =>
  Object.fromEntries(cli.emulator.objects('ip_policy_rule').map(({ cidr, metadata }) => [String(cidr), metadata]));
const untilOf = (cidr: string): unknown => {
  const { netingress_grant: found } = JSON.parse(String(rules()[cidr])) as { netingress_grant: JsonObject };
  return found['until'];
};
const writes = (since: number): string[] =>
  requestsAfter(cli.emulator, since).filter((request) => !request.startsWith('GET '));

describe('grant', () => {
  test('creates an allow rule with the end, the author, the reason and the ticket in its metadata', async () => {
    const { status, stdout } = await grant('203.0.113.7', '--for', '90m', '--ticket', 'OPS-7');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Granted: 203\.0\.113\.7\/32 until 2030-01-01T01:30:00Z, by ana, debug \(OPS-7\) \(ipr_\w+\)\n$/,
      ),
    ]);
    expect(rules()).toEqual({
      '203.0.113.7/32':
        '{"netingress_grant":{"version":1,"until":"2030-01-01T01:30:00Z","by":"ana","reason":"debug","ticket":"OPS-7"}}',
    });
  });

  test('ends by the clock of the service, not of this machine', async () => {
    cli.emulator.clock.freeze('2040-06-01T12:00:00Z');
    await grant('203.0.113.7');
    expect(untilOf('203.0.113.7/32')).toMatch(/^2040-06-01T13:00:0/);
  });

  test('extends a live grant in place, and a request for a shorter time leaves its end', async () => {
    await grant('203.0.113.7', '--for', '1h');
    const [{ id } = {}] = cli.emulator.objects('ip_policy_rule');
    expect((await grant('203.0.113.7/32', '--for', '30m')).stdout).toMatch(/^Already granted: /);
    expect(untilOf('203.0.113.7/32')).toBe('2030-01-01T01:00:00Z');
    expect((await grant('203.0.113.7', '--for', '2h')).stdout).toMatch(/^Extended: .*until 2030-01-01T02:00:00Z/);
    expect(cli.emulator.objects('ip_policy_rule').map((each) => each['id'])).toEqual([id]);
  });

  // A reaper that has read the overdue rule deletes it by its id.
  test('replaces an overdue grant by a rule with another id', async () => {
    await grant('203.0.113.7', '--for', '1h');
    const [{ id } = {}] = cli.emulator.objects('ip_policy_rule');
    cli.emulator.clock.advance(3600);
    expect((await grant('203.0.113.7', '--for', '1h')).stdout).toMatch(/^Granted: /);
    const after = cli.emulator.objects('ip_policy_rule').map((each) => each['id']);
    expect([after.length, after.includes(id ?? null)]).toEqual([1, false]);
  });

  test.each(['create', 'update'])(
    'updates a grant that is about to end, and does not replace it: with a service that refuses every %s of a rule',
    async (action) => {
      await grant('203.0.113.7', '--for', '50s');
      cli.emulator.faults.add({
        match: { operation: `ip_policy_rule.${action}` },
        do: { status: 400, msg: 'limit reached' },
      });
      const { status } = await grant('203.0.113.7', '--for', '1h');
      cli.emulator.faults.clear();
      expect([status, untilOf('203.0.113.7/32')]).toEqual(
        action === 'create' ? [0, '2030-01-01T01:00:00Z'] : [2, '2030-01-01T00:00:50Z'],
      );
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
    const terms = { by: 'bo', reason: 'r', ticket: null, durationMs: 7_200_000 };
    const policy = { id: policyId, description: 'Offices' };
    const { outcome } = await grantAccess(client, { policy, cidr: '203.0.113.7/32', ...terms });
    await client.close();
    expect([outcome, updates, untilOf('203.0.113.7/32')]).toEqual(['extended', 2, '2030-01-01T02:00:00Z']);
  });

  test('a deny rule inside of the network, and a network of every address, are reported', async () => {
    const denied = await rule('5.5.5.5/32', { action: 'deny' });
    expect(await grant('5.5.5.0/24')).toEqual(
      withError(0, `Rule ${denied} denies 5.5.5.5/32, which is a part of 5.5.5.0/24; a deny always wins.`),
    );
    expect((await grant('::/0')).stderr).toContain('::/0 is every IPv6 address: the policy admits each one');
    expect((await grant('203.0.113.0/24')).stderr).toBe('');
  });

  test('an invalid grant is reported by grant and by list, because nothing ends it', async () => {
    const metadata = '{"netingress_grant":{"version":1,"until":"2030-13-01","by":"bo","reason":"r"}}';
    const id = await rule('203.0.113.7/32', { metadata });
    const warning = `Rule ${id} (203.0.113.7/32) has an invalid grant in its metadata, so nothing ends its access.`;
    expect((await grant('203.0.113.7')).stderr).toContain(warning);
    expect((await access('list')).stderr).toContain(warning);
  });

  test('metadata that does not fit with the grant is an error before anything is written', async () => {
    // The limit is 4,096 bytes.
    const live = '"netingress_grant":{"version":1,"until":"2030-01-01T00:30:00Z","by":"bo","reason":"r"}';
    await rule('203.0.113.7/32', { metadata: `{"team":"${'x'.repeat(3950)}",${live}}` });
    const before = cli.emulator.requests().length;
    const { status, stderr } = await grant('203.0.113.7', '--ticket', 'y'.repeat(100));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/metadata has 4\d+ bytes with the grant/)]);
    expect(writes(before)).toEqual([]);
  });

  test('changes nothing if a rule without an end allows the network', async () => {
    await rule('203.0.113.0/24');
    const before = cli.emulator.requests().length;
    const { status, stdout } = await grant('203.0.113.7');
    expect([status, stdout]).toEqual([0, expect.stringContaining('is already allowed by rule')]);
    expect(writes(before)).toEqual([]);
  });

  test('is refused if a deny rule contains the network', async () => {
    await rule('203.0.113.0/24', { action: 'deny' });
    const { status, stderr } = await grant('203.0.113.7');
    expect([status, stderr]).toEqual([2, expect.stringContaining('a deny always wins')]);
  });

  test('keeps other members of the metadata when it extends', async () => {
    await rule('203.0.113.7/32', {
      metadata: `{"team":"edge","netingress_grant":{"version":1,"until":"2030-01-01T00:30:00Z","by":"bo","reason":"r"}}`,
    });
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
    const variable = { env: { NETINGRESS_ADDRESS: '203.0.113.1' } };
    await cli.run(arguments_, variable);
    await cli.run([...arguments_, '--address', '2001:db8::1'], variable);
    expect(Object.keys(rules()).sort()).toEqual(['2001:db8::1/128', '203.0.113.1/32']);
  });

  test('an address that only begins as an IPv4-mapped one is granted', async () => {
    expect((await grant('::ffff:1')).status).toBe(0);
    expect(Object.keys(rules())).toEqual(['::ffff:1/128']);
  });

  test.each([
    [
      'a network with host bits',
      ['grant', '203.0.113.7/24', '--policy', 'Offices', '--reason', 'r'],
      'beyond its mask',
    ],
    [
      'an unknown policy',
      ['grant', '203.0.113.7', '--policy', 'Nowhere', '--reason', 'r'],
      "No IP policy 'Nowhere' found; expected an id (ipp_…) or a complete description.",
    ],
    ['no reason', ['grant', '203.0.113.7', '--policy', 'Offices'], '--reason'],
    ['an empty reason', ['grant', '203.0.113.7', '--policy', 'Offices', '--reason', ''], 'reason is empty'],
    [
      'no duration',
      ['grant', '203.0.113.7', '--policy', 'Offices', '--reason', 'r', '--for', 'soon'],
      'Expected a duration',
    ],
    [
      'an IPv4-mapped network',
      ['grant', '::ffff:1.2.3.4', '--policy', 'Offices', '--reason', 'r'],
      'is IPv4-mapped, and may match no client; expected an IPv4 network',
    ],
    [
      'an IPv4-mapped network in hexadecimal',
      ['grant', '::ffff:102:304', '--policy', 'Offices', '--reason', 'r'],
      'is IPv4-mapped',
    ],
    [
      'a network as the address of this machine',
      ['grant', 'me', '--address', '203.0.113.0/24', '--policy', 'Offices', '--reason', 'r'],
      "--address '203.0.113.0/24' is a network; expected one IPv4 or IPv6 address",
    ],
    [
      'an address beside the network of revoke',
      ['revoke', '203.0.113.7', '--policy', 'Offices', '--address', '::1'],
      '--address',
    ],
  ])('%s is an error before anything is written', async (_, args, message) => {
    const before = cli.emulator.requests().length;
    expect(await access(...args)).toEqual(withError(1, message));
    expect(writes(before)).toEqual([]);
  });
});

describe('revoke', () => {
  test('deletes the grant before its end', async () => {
    await grant('203.0.113.7');
    expect((await access('revoke', '203.0.113.7', '--policy', 'Offices')).status).toBe(0);
    expect(rules()).toEqual({});
  });

  test('is refused for a rule without an end, which stays', async () => {
    await rule('203.0.113.7/32');
    expect(await access('revoke', '203.0.113.7', '--policy', 'Offices')).toEqual(withError(1, 'is not a grant'));
    expect(Object.keys(rules())).toEqual(['203.0.113.7/32']);
  });
});

describe('list and reap', () => {
  beforeEach(async () => {
    await rule('10.0.0.0/8', { metadata: '{"until":"2000-01-01T00:00:00Z"}' });
    await rule('192.0.2.0/24', {
      action: 'deny',
      metadata: '{"netingress_grant":{"version":1,"until":"2000-01-01T00:00:00Z","by":"bo","reason":"r"}}',
    });
    await grant('203.0.113.1', '--for', '1h');
    await grant('203.0.113.2', '--for', '3h');
    cli.emulator.clock.freeze('2030-01-01T02:00:00Z');
  });

  test('list shows live and overdue grants, and no other rule', async () => {
    const { stdout } = await access('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      grants: [
        { cidr: '203.0.113.2/32', status: 'live', by: 'ana' },
        { cidr: '203.0.113.1/32', status: 'overdue', ip_policy_id: policyId },
      ],
    });
    expect((await access('list', '--policy', 'Offices')).stdout).toContain('by ana, debug, overdue');
  });

  test('list --json escapes a character that changes the direction of text', async () => {
    const terms = { version: 1, until: '2030-01-01T01:00:00Z', by: 'ana', reason: 'a \u202e b' };
    await rule('203.0.113.7/32', { metadata: JSON.stringify({ netingress_grant: terms }) });
    expect((await access('list', '--json')).stdout).toContain('a \\u202e b');
  });

  test('reap deletes the overdue grant only: no live grant, deny rule or rule without an end', async () => {
    expect((await access('reap', '--dry-run')).stdout).toContain('Would remove 1 overdue grant; 1 live.');
    expect(Object.keys(rules())).toHaveLength(4);
    expect((await access('reap')).stdout).toContain('Removed 1 overdue grant; 1 live.');
    expect(Object.keys(rules()).sort()).toEqual(['10.0.0.0/8', '192.0.2.0/24', '203.0.113.2/32']);
    expect(JSON.parse((await access('reap', '--json')).stdout)).toEqual({
      removed: [],
      failed: [],
      untried: [],
      live: 1,
      dry_run: false,
    });
  });

  test('reap with a policy neither removes nor counts the grants of other policies', async () => {
    await cli.create('/ip_policies', { description: 'Other' });
    expect((await access('reap', '--policy', 'Other')).stdout).toContain('Removed 0 overdue grants; 0 live.');
  });

  test('a grant that may not be deleted is reported with exit status 2, and the others are deleted', async () => {
    cli.emulator.clock.freeze('2030-01-01T03:00:00Z');
    const [first] = cli.emulator.objects('ip_policy_rule');
    const path = `/ip_policy_rules/${String(first?.['id'])}`;
    cli.emulator.faults.add({ match: { method: 'DELETE', path }, do: { status: 403 } });
    const { status, stdout, stderr } = await access('reap');
    expect([status, stdout, stderr]).toEqual([
      2,
      expect.stringContaining('Removed 1 overdue grant; 0 live.'),
      expect.stringMatching(/Cannot remove 1 overdue grant:\n {2}203\.0\.113\.2\/32 \(ipr_\w+\): .*403/),
    ]);
    cli.emulator.faults.clear();
    expect((await access('reap')).stdout).toContain('Removed 1 overdue grant');
  });

  test('if the service refuses the API key, the grants that were not tried are counted', async () => {
    cli.emulator.clock.freeze('2030-01-01T03:00:00Z');
    cli.emulator.faults.add({ match: { method: 'DELETE' }, do: { status: 401 } });
    const { status, stderr } = await access('reap');
    cli.emulator.faults.clear();
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/Cannot remove 2 overdue grants:[\s\S]*1 overdue grant not tried\./),
    ]);
  });
});
