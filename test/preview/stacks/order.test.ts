/** Natural keys that pass from one resource to another within one apply. */
import { findOrderConflicts } from '../../../src/preview/stacks/order';
import type { PlanAction, PlanJson, ResourceChange } from '../../../src/terraform/plan-json';

type Values = Readonly<Record<string, string>> | null;

function rule(name: string, actions: readonly PlanAction[], before: Values, after: Values): ResourceChange {
  const type = 'netingress_ip_policy_rule';
  return {
    address: `${type}.${name}`,
    mode: 'managed',
    type,
    name,
    change: { actions, before, after, after_unknown: {} },
  };
}

const values = (cidr: string, action = 'allow', policy = 'ipp_1'): Values => ({ ip_policy_id: policy, cidr, action });
const [office, other] = [values('203.0.113.0/24'), values('198.51.100.0/24')];
const conflictsOf = (...changes: readonly ResourceChange[]): string[] =>
  findOrderConflicts({ resource_changes: changes } as PlanJson);

test.each<[string, readonly ResourceChange[]]>([
  ['from a deleted rule to a new one', [rule('a', ['delete'], office, null), rule('b', ['create'], null, office)]],
  [
    'in another notation',
    [rule('a', ['delete'], values('2001:db8::/32'), null), rule('b', ['create'], null, values('2001:DB8:0::/32'))],
  ],
  ['to a rule that had another one', [rule('a', ['delete'], office, null), rule('b', ['update'], other, office)]],
  ['in a swap', [rule('a', ['update'], office, other), rule('b', ['update'], other, office)]],
])('a network that passes %s may be refused', (_, changes) => {
  expect(conflictsOf(...changes)).toContainEqual(
    expect.stringMatching(
      /^netingress_ip_policy_rule\.b gets the ip_policy_id and cidr of netingress_ip_policy_rule\.a,/,
    ),
  );
});

test.each<[string, readonly ResourceChange[]]>([
  ['a replacement at the same address', [rule('a', ['delete', 'create'], office, values('203.0.113.0/24', 'deny'))]],
  [
    'the same network in another policy',
    [rule('a', ['delete'], office, null), rule('b', ['create'], null, values('203.0.113.0/24', 'allow', 'ipp_2'))],
  ],
  [
    'two changed actions',
    [rule('a', ['update'], office, values('203.0.113.0/24', 'deny')), rule('b', ['create'], null, other)],
  ],
])('%s is no conflict', (_, changes) => {
  expect(conflictsOf(...changes)).toEqual([]);
});
