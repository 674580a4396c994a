import { createDeletionOrder } from '../../src/access-review/deletion-order';
import type { PlannedWrite } from '../../src/terraform/configuration/planned-writes';
import { readStateDependencies } from '../../src/terraform/state';

type Part = Partial<Omit<PlannedWrite, 'actions'>> & { readonly actions: string };

function createOrder(parts: Readonly<Record<string, Part>>, deletedFirst: readonly string[], failing: string) {
  const writes = Object.entries(parts).map(([address, { actions, ...part }]) => ({
    ...{ address, actions: actions.split(' ') as PlannedWrite['actions'] },
    ...{ waitsFor: [], mayWaitForMore: false, dependedOn: [], risks: [], hasCheck: false, ...part },
  }));
  return createDeletionOrder(writes, deletedFirst, (address) => address === failing);
}

test.each<[title: string, parts: Readonly<Record<string, Part>>, deletedFirst: readonly string[], waits: boolean]>([
  [
    'what depended on it',
    { rule: { actions: 'delete' }, bad: { actions: 'update', dependedOn: ['rule'] } },
    ['rule'],
    true,
  ],
  [
    'what it depended on',
    { rule: { actions: 'delete', dependedOn: ['bad'] }, bad: { actions: 'update' } },
    ['rule'],
    true,
  ],
  [
    'an instance',
    { rule: { actions: 'delete', dependedOn: ['bad'] }, 'bad["a"]': { actions: 'update' } },
    ['rule'],
    false,
  ],
  [
    'the deletion of what depended on a replaced one',
    {
      rule: { actions: 'delete' },
      user: { actions: 'update', dependedOn: ['rule'], waitsFor: ['replaced'] },
      replaced: { actions: 'delete create' },
      bad: { actions: 'delete', dependedOn: ['replaced'] },
    },
    ['rule', 'replaced', 'bad'],
    true,
  ],
  ['nothing related', { rule: { actions: 'delete' }, bad: { actions: 'update' } }, ['rule'], false],
])('a deletion may wait for %s', (_, parts, deletedFirst, waits) => {
  expect(createOrder(parts, deletedFirst, 'bad').deletionMayWait('rule')).toBe(waits);
});

test.each<[title: string, bad: Part, waits: boolean]>([
  ['of what depended on it', { actions: 'delete', dependedOn: ['rule'] }, true],
  ['of what it depended on', { actions: 'delete' }, true],
  ['of anything, if it is not known what that depended on', { actions: 'delete', dependedOn: undefined }, true],
])('a write may wait for the deletion %s', (title, bad, waits) => {
  const rule = { actions: 'update', ...(title === 'of what it depended on' && { dependedOn: ['bad'] }) };
  expect(createOrder({ rule, bad }, ['bad'], 'bad').waitsForDeletion('rule')).toBe(waits);
});

test('a resource has the dependencies of its current object, not of a deposed one', () => {
  const resource = (more: object) => ({ address: 'netingress_domain.x', mode: 'managed', ...more });
  const root_module = {
    resources: [resource({ depends_on: ['netingress_ip_policy_rule.r'] }), resource({ deposed_key: 'abcdef01' })],
  };
  expect(readStateDependencies({ values: { root_module } })).toEqual(
    new Map([['netingress_domain.x', ['netingress_ip_policy_rule.r']]]),
  );
});
