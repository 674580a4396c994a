/**
 * Grants without the command line: schedules of grants, extensions, kills and reapers on the emulator's clock, after
 * which no grant outlives its end by more than the interval of the reaper; and what one request changes.
 */
import { ApiError, type Client, createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { decideGrant, isStored, leaveGrant } from '../../../src/grants/decide-grant';
import { grantAccess } from '../../../src/grants/grant-access';
import { reapAccess, revokeAccess } from '../../../src/grants/remove-access';
import { formatGrant, type Grant, parseGrant } from '../../../src/model/grants/grant';
import { campaignSize, picker } from '../../fuzz';

const START = Date.parse('2030-01-01T00:00:00Z');
const MINUTE = 60_000;
const REAP_INTERVAL = 5 * MINUTE;

let emulator: Emulator;
beforeAll(() => {
  emulator = createEmulator();
});
afterAll(() => emulator.close());

/** A client whose process is killed at a request: before it is sent, or before its response arrives. */
function clientOfProcess(killAt: number, isSent: boolean): Client {
  let requests = 0;
  return createClient({
    baseUrl: 'http://emulator.localhost',
    apiKey: emulator.apiKey,
    maxRequestsPerMinute: 0,
    maxRetries: 0,
    fetch: async (request) => {
      requests += 1;
      if (requests < killAt) return emulator.fetch(request);
      if (requests === killAt && isSent) await emulator.fetch(request);
      throw new TypeError('killed');
    },
  });
}

async function runSchedule(seed: number): Promise<void> {
  const random = picker(seed);
  await emulator.reset();
  let now = START;
  emulator.clock.freeze(now);
  const healthy = clientOfProcess(Number.POSITIVE_INFINITY, false);
  const policy = { id: (await healthy.create('ip_policy', {})).id, description: null };
  await healthy.create('ip_policy_rule', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  for (let step = 0; step < 12; step++) {
    now += random(4) * MINUTE;
    emulator.clock.freeze(now);
    const killed = clientOfProcess(1 + random(5), random(2) === 0);
    const client = random(2) ? healthy : killed;
    const cidr = `203.0.113.${random(3)}/32`;
    const request = { policy, cidr, durationMs: (1 + random(10)) * MINUTE, by: 'ana', reason: 'r', ticket: null };
    const live = liveNetworks(now);
    const revoked = random(5) === 0;
    try {
      if (revoked) await revokeAccess(client, policy, cidr);
      else if (random(4) === 0) await reapAccess(client, {});
      else await grantAccess(client, request);
    } catch (caught) {
      if (client === healthy && caught instanceof ApiError) throw caught;
    }
    await killed.close();
    // Only `revoke` ends a live grant: `grant` updates it, and replaces only an overdue one.
    const kept = live.filter((network) => network !== cidr || !revoked);
    expect([seed, step, liveNetworks(now)]).toEqual([seed, step, expect.arrayContaining(kept)]);
    // The scheduled reaper; it never ends a live grant.
    const before = liveNetworks(now);
    await reapAccess(healthy, {});
    expect([seed, liveNetworks(now)]).toEqual([seed, before]);
    now += REAP_INTERVAL;
    emulator.clock.freeze(now);
    for (const { metadata, cidr: network } of rules()) {
      const grant = parseGrant(String(metadata));
      if (!grant) expect(network).toBe('10.0.0.0/8');
      else expect(now - Date.parse(grant.until)).toBeLessThanOrEqual(REAP_INTERVAL);
    }
    await reapAccess(healthy, {});
  }
  await healthy.close();
}

const rules = () => emulator.objects('ip_policy_rule');
const liveNetworks = (now: number): string[] =>
  rules()
    .filter(({ metadata }) => Date.parse(parseGrant(String(metadata))?.until ?? '') > now)
    .map(({ cidr }) => String(cidr));

const SCHEDULES = campaignSize(8, 60, 1000);

test(`${SCHEDULES} schedules with kills: no grant is open later than its end and the interval of the reaper`, async () => {
  for (let seed = 1; seed <= SCHEDULES; seed++) await runSchedule(seed);
}, 1_800_000);

describe('what a request for access changes', () => {
  const NOW = Date.parse('2027-03-01T10:00:00Z');
  const at = (seconds: number): string => `${new Date(NOW + seconds * 1000).toISOString().slice(0, 19)}Z`;
  const CIDR = '203.0.113.7/32';
  const request = (seconds: number, runId?: string) => ({
    ...{ until: at(seconds), by: 'bo', reason: 'deploy', ticket: null },
    ...(runId !== undefined && { runId }),
  });
  const granted = (seconds: number, more: Partial<Grant> = {}): Grant => ({
    ...{ until: at(seconds), by: 'ana', reason: 'debug', ticket: null },
    ...more,
  });
  const decide = (grant: Grant, ...args: Parameters<typeof request>) =>
    decideGrant([{ id: 'ipr_1', cidr: CIDR, action: 'allow', grant }], CIDR, request(...args), NOW);

  /** The grant after the requests, formatted and parsed again after each, as it is stored in the metadata of the rule. */
  function join(grant: Grant, ...requests: Parameters<typeof request>[]): Grant {
    return requests.reduce<Grant>((current, each) => {
      const decision = decide(current, ...each);
      return parseGrant(formatGrant('grant' in decision ? decision.grant : current)) as Grant;
    }, grant);
  }

  test.each([
    // Seconds until the end of the grant and until the requested end.
    [40, 5, 'unchanged'],
    [40, 40, 'unchanged'],
    [40, 300, 'update'],
    [-5, 60, 'replace'],
    [-5, -1, 'replace'],
  ])('a grant that ends in %i s and is requested for %i s: %s', (end, requested, type) => {
    expect(decide(granted(end), requested)).toMatchObject({ type });
  });

  test('a command that joins a grant stores its end, also an earlier one, and keeps the author', () => {
    const joined = join(granted(900), [60, 'a']);
    expect(joined).toEqual(granted(900, { shares: { grantedUntil: at(900), runs: { a: at(60) } } }));
    expect([isStored(joined, request(60, 'a')), isStored(joined, request(60, 'b'))]).toEqual([true, false]);
  });

  test('the first of two commands to end leaves the other one in, and the last one leaves nothing', () => {
    const both = join(granted(60, { shares: { grantedUntil: null, runs: { a: at(60) } } }), [30, 'b']);
    const first = leaveGrant(both, 'a', NOW);
    expect(first).toEqual(granted(30, { shares: { grantedUntil: null, runs: { b: at(30) } } }));
    expect(leaveGrant(first as Grant, 'b', NOW)).toBeUndefined();
  });

  test('what was granted while a command runs stays until its own end, also if that is before the end of the command', () => {
    const shared = join(granted(900, { shares: { grantedUntil: null, runs: { a: at(900) } } }), [600]);
    expect(shared).toMatchObject({ until: at(900), by: 'bo', shares: { grantedUntil: at(600) } });
    expect(leaveGrant(shared, 'a', NOW)).toEqual({ until: at(600), by: 'bo', reason: 'deploy', ticket: null });
  });

  test('the end of a command that was killed does not keep the access', () => {
    const killed = granted(60, { shares: { grantedUntil: null, runs: { a: at(60), b: at(-1) } } });
    expect(leaveGrant(killed, 'a', NOW)).toBeUndefined();
  });
});
