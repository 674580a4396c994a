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

test.each<[because: string, parts: Readonly<Record<string, Part>>, deletedFirst?: readonly string[]]>([
  ['what depended on it may fail', { rule, bad: { actions: 'update', dependedOn: ['rule'] } }],
  ['what it depended on may fail', { rule: { ...rule, dependedOn: ['bad'] }, bad: { actions: 'update' } }],
  ['an instance of that may fail', { rule: { ...rule, dependedOn: ['bad'] }, 'bad["a"]': { actions: 'update' } }],
  [
    'what depended on it is deleted first, which may fail',
    { rule, bad: { actions: 'delete', dependedOn: ['rule'] } },
    ['rule', 'bad'],
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

const update = { actions: 'update' };

test.each<[of: string, parts: Readonly<Record<string, Part>>, waits: boolean]>([
  ['of what depended on it', { update, bad: { actions: 'delete', dependedOn: ['update'] } }, true],
  ['of what it depended on', { update: { ...update, dependedOn: ['bad'] }, bad: { actions: 'delete' } }, true],
  [
    'of anything, if what that depended on is not known',
    { update, bad: { actions: 'delete', dependedOn: undefined } },
    true,
  ],
  ['not of what is not related to it', { update, bad: { actions: 'delete' } }, false],
])('a write may wait for a deletion that may fail: %s', (_, parts, waits) => {
  expect(createOrder(parts, ['bad']).waitsForDeletion('update')).toBe(waits);
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
