import { compareAccess } from '../../src/access/compare';
import { decideNetwork } from '../../src/access/decide';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { createSpace, describeMeaning, type Space } from '../../src/access/space';
import { listStateRanges } from '../../src/access-review/ranges';
import { cidr } from '../support/cidr';
import { later } from '../support/unknown';
import { api, rule, type State, toFacts } from './states';

function admits(space: Space, state: State) {
  return buildRestrictionAccess(space, toFacts(state), 'api').admits;
}

function decide(state: State, network: string) {
  const space = createSpace();
  return decideNetwork(space, admits(space, state), cidr(network));
}

function newlyAdmitted(before: State, after: State) {
  const space = createSpace();
  return compareAccess(space, admits(space, after), admits(space, before));
}

test('an enforced restriction admits what a rule of its policies allows and none denies', () => {
  const state = {
    rules: [rule('203.0.113.0/24'), rule('203.0.113.128/25', 'b', 'deny'), rule('2001:db8::/32')],
    restrictions: [api(['a', 'b'])],
  };
  expect(decide(state, '203.0.113.7/32').answer).toBe('yes');
  expect(decide(state, '203.0.113.200/32').answer).toBe('no');
  const divided = { admitted: ['203.0.113.0/25'], denied: ['203.0.113.128/25'], notKnown: [] };
  expect(decide(state, '203.0.113.0/24')).toMatchObject({ answer: 'partly', ...divided });
  expect(decide(state, '2001:db8:1::/48').answer).toBe('yes');
});

test.each([
  ['an invalid network', { rules: [rule('203.0.113.0/33')] }, "the network '203.0.113.0/33'"],
  ['an unknown network', { rules: [rule(later('var.office'))] }, 'var.office'],
  // The reason has this example, not the network of the rule.
  ['a network of mapped addresses', { rules: [rule('::ffff:203.0.113.0/120')] }, 'such as ::ffff:192.0.2.0/120'],
  ['an action that the model does not know', { rules: [rule('203.0.113.0/24', 'a', 'audit')] }, "'audit'"],
  ['a rule without a network', { rules: [{ action: 'allow', ip_policy_id: 'a' }] }, "no member 'cidr'"],
  ['a rule of an unknown policy', { rules: [rule('0.0.0.0/0', later('var.policy'))] }, 'var.policy'],
  ['a list of rules that was not read', { unread: ['ip_policy_rule'] }, 'the list of ip_policy_rule objects'],
])('%s makes the decision not known, with the reason', (_, state: State, reason) => {
  const { answer, reasons } = decide({ ...state, restrictions: [api()] }, '203.0.113.7/32');
  expect(answer).toBe('not_known');
  expect(reasons.map(describeMeaning).join()).toContain(reason);
});

test('a wider network and one of IPv6 are a difference of two networks, with their number of addresses and a witness', () => {
  const before = { rules: [rule('203.0.113.0/25')], restrictions: [api()] };
  const difference = newlyAdmitted(before, { ...before, rules: [rule('203.0.113.0/24'), rule('2001:db8::/32')] });
  expect(difference.sure).toEqual({ networks: ['203.0.113.128/25', '2001:db8::/32'], ipv4: 128n, ipv6: 2n ** 96n });
  expect(difference.witness?.text).toBe('203.0.113.128');
});

const rules = [rule('203.0.113.0/24')];
const ofUnknownType = { values: { ...api().values, type: later('var.type') } };

test.each<[string, State, string]>([
  ['an unknown list of policies', { restrictions: [api(later('var.list'))] }, 'var.list is known after apply'],
  ['an unknown policy', { rules, restrictions: [api(['a', later('var.b')])] }, 'a; var.b is known after apply'],
  ['an unknown type', { rules, restrictions: [ofUnknownType] }, 'var.type is known after apply'],
  ['that it has no policies', { restrictions: [api([])] }, 'the restriction has no policies'],
])('%s is in the cause of every range that a restriction certainly admits or denies', (_, state, cause) => {
  const ranges = listStateRanges(toFacts(state)).filter(({ part }) => part === 'api');
  const decided = ranges.filter(({ result }) => result === 'admitted' || result === 'denied');
  expect([...new Set(decided.map((range) => range.cause))]).toEqual([cause]);
});

test('a state with rules that were not read does not differ from itself', () => {
  const state = { rules, restrictions: [api()], unread: ['ip_policy_rule'] };
  expect(newlyAdmitted(state, state)).toMatchObject({ sure: { networks: [] }, possible: { networks: [] } });
  expect(newlyAdmitted(state, state).witness).toBeUndefined();
});
