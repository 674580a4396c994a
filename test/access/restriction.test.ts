/**
 * Examples of what a restriction decides, with reasons, networks and causes. `truth.test.ts` and `changes.test.ts` judge the
 * decisions for many states.
 */

import { compareAccess } from '../../src/access/compare';
import { decideNetwork } from '../../src/access/decide';
import { createFacts } from '../../src/access/facts';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { createSpace, describeMeaning, type Space } from '../../src/access/space';
import { listStateRanges } from '../../src/access-review/ranges';
import type { ObjectList } from '../../src/objects/objects';
import type { KnownObject, Unknown } from '../../src/values/known';
import { cidr } from '../support/cidr';
import { IDENTITIES, later, unread as unreadList } from '../support/unknown';

interface Lists {
  readonly rules?: readonly KnownObject[];
  readonly policies?: readonly string[];
  readonly restrictions?: readonly KnownObject[];
  readonly unread?: readonly string[];
}

function lists({ rules = [], policies = ['ipp_a', 'ipp_b'], restrictions = [], unread = [] }: Lists): ObjectList[] {
  const list = (kind: string, objects: readonly KnownObject[]): ObjectList => ({
    kind,
    objects: objects.map((values, index) => ({ kind, id: `${kind}_${index}`, values })),
    ...(unread.includes(kind) && { incomplete: unreadList(kind) }),
  });
  return [
    list('ip_policy_rule', rules),
    {
      ...list('ip_policy', []),
      objects: policies.map((id) => ({ kind: 'ip_policy', id, values: { description: id } })),
    },
    list('ip_restriction', restrictions),
  ];
}

const rule = (network: string | Unknown, action: string | Unknown = 'allow', policy: string | Unknown = 'ipp_a') => ({
  cidr: network,
  action,
  ip_policy_id: policy,
});
const api = (policies: readonly (string | Unknown)[] | Unknown, enforced: boolean | Unknown = true) => ({
  type: 'api',
  enforced,
  ip_policy_ids: policies,
});

function admits(space: Space, state: Lists, type = 'api') {
  return buildRestrictionAccess(space, createFacts(lists(state), IDENTITIES), type).admits;
}

function decide(state: Lists, network: string) {
  const space = createSpace();
  return decideNetwork(space, admits(space, state), cidr(network));
}

function newlyAdmitted(before: Lists, after: Lists) {
  const space = createSpace();
  return compareAccess(space, admits(space, after), admits(space, before));
}

test('an enforced restriction admits what a rule of its policies allows and none denies', () => {
  const state = {
    rules: [rule('203.0.113.0/24'), rule('203.0.113.128/25', 'deny', 'ipp_b'), rule('2001:db8::/32')],
    restrictions: [api(['ipp_a', 'ipp_b'])],
  };
  expect(decide(state, '203.0.113.7/32').answer).toBe('yes');
  expect(decide(state, '203.0.113.200/32').answer).toBe('no');
  expect(decide(state, '203.0.113.0/24')).toMatchObject({
    answer: 'partly',
    admitted: ['203.0.113.0/25'],
    denied: ['203.0.113.128/25'],
    notKnown: [],
  });
  expect(decide(state, '2001:db8:1::/48').answer).toBe('yes');
});

test.each([
  ['an invalid network', { rules: [rule('203.0.113.0/33')] }, "the network '203.0.113.0/33'"],
  ['an unknown network', { rules: [rule(later('var.office'))] }, 'var.office'],
  // The reason has this example, not the network of the rule.
  [
    'a network of mapped addresses',
    { rules: [rule('::ffff:203.0.113.0/120')] },
    'a network such as ::ffff:192.0.2.0/120',
  ],
  ['an action that the model does not know', { rules: [rule('203.0.113.0/24', 'audit')] }, "'audit'"],
  ['a rule without a network', { rules: [{ action: 'allow', ip_policy_id: 'ipp_a' }] }, "no member 'cidr'"],
  ['a rule of an unknown policy', { rules: [rule('0.0.0.0/0', 'allow', later('var.policy'))] }, 'var.policy'],
  ['a list of rules that was not read', { unread: ['ip_policy_rule'] }, 'the list of ip_policy_rule objects'],
])('%s makes the decision not known, with the reason', (_, state: Lists, reason) => {
  const { answer, reasons } = decide({ ...state, restrictions: [api(['ipp_a'])] }, '203.0.113.7/32');
  expect(answer).toBe('not_known');
  expect(reasons.map(describeMeaning).join()).toContain(reason);
});

test('a difference has the fewest networks, their number of addresses and a witness', () => {
  const before = { rules: [rule('203.0.113.0/25')], restrictions: [api(['ipp_a'])] };
  const difference = newlyAdmitted(before, { ...before, rules: [rule('203.0.113.0/24'), rule('2001:db8::/32')] });
  expect(difference.sure).toEqual({
    networks: ['203.0.113.128/25', '2001:db8::/32'],
    ipv4: 128n,
    ipv6: 2n ** 96n,
  });
  expect(difference.witness?.text).toBe('203.0.113.128');
});

test.each<[string, Lists, string]>([
  ['an unknown list of policies', { restrictions: [api(later('var.list'))] }, 'var.list is known after apply'],
  [
    'an unknown policy',
    { rules: [rule('203.0.113.0/24')], restrictions: [api(['ipp_a', later('var.policy')])] },
    'ipp_a; var.policy is known after apply',
  ],
  [
    'an unknown type',
    {
      rules: [rule('203.0.113.0/24')],
      restrictions: [{ ...api(['ipp_a']), type: later('var.type') }],
    },
    'var.type is known after apply',
  ],
  ['that it has no policies', { restrictions: [api([])] }, 'the restriction has no policies'],
])('%s is in the cause of every range that a restriction certainly admits or denies', (_, state, cause) => {
  const decided = listStateRanges(createFacts(lists(state), IDENTITIES)).filter(
    ({ part, result }) => part === 'api' && (result === 'admitted' || result === 'denied'),
  );
  expect(decided.length).toBeGreaterThan(0);
  expect([...new Set(decided.map((range) => range.cause))]).toEqual([cause]);
});

test('a state with rules that were not read does not differ from itself', () => {
  const state = { rules: [rule('203.0.113.0/24')], restrictions: [api(['ipp_a'])], unread: ['ip_policy_rule'] };
  expect(newlyAdmitted(state, state)).toMatchObject({ sure: { networks: [] }, possible: { networks: [] } });
  expect(newlyAdmitted(state, state).witness).toBeUndefined();
});
