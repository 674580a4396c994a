import { type Cidr, parseCidr } from '../../src/model/ip/cidr';
import { type AccessState, compareAccess } from '../../src/preview/access';
import { type Backtest, createBacktest } from '../../src/preview/backtest';

/** An enforced restriction that admits the networks. */
function createAccess(type: string, networks: readonly string[]): AccessState {
  const rules = networks.map((network) => ({
    id: network,
    cidr: parseCidr(network) as Cidr,
    action: 'allow' as const,
    policyId: 'ipp_1',
    description: null,
  }));
  const policies = [{ id: 'ipp_1', name: 'offices', rules }];
  return {
    policies: new Map(policies.map((policy) => [policy.id, policy])),
    restrictions: new Map([[type, { id: 'ipx_1', type, enforced: true, policies }]]),
  };
}

function run(type: string, before: readonly string[], after: readonly string[], events: readonly object[]): Backtest {
  const backtest = createBacktest(compareAccess(createAccess(type, before), createAccess(type, after)));
  for (const event of events) backtest.add(event);
  return backtest.result();
}

const time = '2026-05-01T10:00:00Z';

function request(address: string): object {
  return { event_type: 'http_request_complete.v0', event_timestamp: time, object: { conn: { client_ip: address } } };
}

function change(subject: string, address?: string): object {
  const principal = { id: `usr_${subject}`, subject, source: 'API', client_ip: address };
  return { event_type: 'ip_policy_created.v0', event_timestamp: time, principal, object: {} };
}

test('requests that the change refuses or admits are counted by address, and others are not', () => {
  const addresses = ['192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', 'not an address'];
  const after = ['198.51.100.0/24', '203.0.113.0/24'];
  const result = run('endpoints', ['192.0.2.0/24', '203.0.113.0/24'], after, addresses.map(request));
  const [restriction] = result.restrictions;
  expect(restriction).toMatchObject({
    requests: 5,
    newly_refused: { requests: 2, addresses: 1, top: [{ address: '192.0.2.1', requests: 2, last_time: time }] },
    newly_admitted: { requests: 1, addresses: 1, top: [{ address: '198.51.100.1', requests: 1, last_time: time }] },
  });
});

test('an author is shut out if the address of an event is newly refused', () => {
  const events = [change('refused', '192.0.2.1'), change('refused', '192.0.2.1'), change('admitted', '203.0.113.1')];
  const result = run('api', ['192.0.2.0/24', '203.0.113.0/24'], ['203.0.113.0/24'], events);
  expect(result.authors_shut_out).toMatchObject([{ subject: 'refused', address: '192.0.2.1', events: 2 }]);
  expect(result.authors_maybe_shut_out).toBe(0);
});

test.each([
  ['may be shut out by a change that shuts out some addresses', ['203.0.113.0/24'], 0, 1],
  ['are shut out by a change that shuts out all addresses', [], 1, 0],
  [
    'are not shut out by a change that only admits addresses',
    ['192.0.2.0/24', '203.0.113.0/24', '198.51.100.0/24'],
    0,
    0,
  ],
])('authors without an address %s', (_, after, shutOut, maybeShutOut) => {
  const result = run('api', ['192.0.2.0/24', '203.0.113.0/24'], after, [change('unlocated')]);
  expect([result.authors_shut_out.length, result.authors_maybe_shut_out]).toEqual([shutOut, maybeShutOut]);
});
