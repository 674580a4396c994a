import { createDeletionOrder } from '../../src/access-review/deletion-order';
import type { PlannedWrite } from '../../src/terraform/configuration/planned-writes';
import { readStateDependencies } from '../../src/terraform/state';

type Part = Partial<Omit<PlannedWrite, 'actions'>> & { readonly actions: string };

/** The addresses of what may fail begin with `bad`. */
function createOrder(parts: Readonly<Record<string, Part>>, deletedFirst: readonly string[]) {
  const writes = Object.entries(parts).map(([address, { actions, ...part }]) => ({
    ...{ address, actions: actions.split(' ') as PlannedWrite['actions'] },
    ...{ waitsFor: [], mayWaitForMore: false, dependedOn: [], risks: [], hasCheck: false, ...part },
  }));
  return createDeletionOrder(writes, deletedFirst, (address) => address.startsWith('bad'));
}

const rule = { actions: 'delete' };

/** half-way.test.ts judges other orders by random plans, which have no instances and no replacements. */
test.each<[because: string, parts: Readonly<Record<string, Part>>, deletedFirst?: readonly string[]]>([
  [
    'an instance of what it depended on may fail',
    { rule: { ...rule, dependedOn: ['bad'] }, 'bad["a"]': { actions: 'update' } },
  ],
  [
    'an update comes first, and before that a deletion that may fail',
    { rule, user: { actions: 'update', dependedOn: ['rule', 'bad'] }, bad: { actions: 'delete' } },
    ['rule', 'bad'],
  ],
  [
    'an update waits for a replacement, and its deletion for that of a replaced dependent, which may be late',
    {
      rule,
      user: { actions: 'update', dependedOn: ['rule'], waitsFor: ['replaced'] },
      replaced: { actions: 'delete create' },
      dependent: { actions: 'create delete', dependedOn: ['replaced'] },
      bad: { actions: 'update', dependedOn: ['dependent'] },
    },
    ['rule', 'replaced'],
  ],
  ['its own deletion may fail', { bad: rule }, ['bad']],
  [
    'another write may fail, and what a third object depended on is not known',
    {
      rule,
      bad: { actions: 'update' },
      other: { actions: 'no-op', dependedOn: undefined },
    },
  ],
])('an object may be left because %s', (_, parts, deletedFirst = ['rule']) => {
  const [address = ''] = Object.keys(parts);
  expect(createOrder(parts, deletedFirst).mayBeLeft(address)).toBe(true);
});

test.each<[because: string, parts: Readonly<Record<string, Part>>]>([
  ['what may fail is not related to it', { rule, bad: { actions: 'update' } }],
  ['what may fail is deleted after it', { rule: { ...rule, dependedOn: ['bad'] }, bad: { actions: 'delete' } }],
])('an object is not left because %s', (_, parts) => {
  expect(createOrder(parts, ['rule', 'bad']).mayBeLeft('rule')).toBe(false);
});

test('a write may wait for any deletion that may fail, if what that depended on is not known', () => {
  const parts = { update: { actions: 'update' }, bad: { actions: 'delete', dependedOn: undefined } };
  expect(createOrder(parts, ['bad']).waitsForDeletion('update')).toBe(true);
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
