/** What a request for access changes: a live grant never becomes shorter, and a command ends only its own part. */
import { decideGrant, isStored, leaveGrant } from '../../../src/grants/decide-grant';
import { formatGrant, type Grant, parseGrant } from '../../../src/model/grants/grant';

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
  [300, 60, 'unchanged'],
  [300, 3600, 'update'],
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
  const command = granted(900, { shares: { grantedUntil: null, runs: { a: at(900) } } });
  const shared = join(command, [600]);
  expect(shared).toMatchObject({ until: at(900), by: 'bo', shares: { grantedUntil: at(600) } });
  expect(leaveGrant(shared, 'a', NOW)).toEqual({ until: at(600), by: 'bo', reason: 'deploy', ticket: null });
});

test('the end of a command that was killed does not keep the access', () => {
  const killed = granted(60, { shares: { grantedUntil: null, runs: { a: at(60), b: at(-1) } } });
  expect(leaveGrant(killed, 'a', NOW)).toBeUndefined();
});
