import { createDeletionOrder } from '../../src/access-review/deletion-order';
import type { PlannedWrite } from '../../src/terraform/configuration/planned-writes';
import { readStateDependencies } from '../../src/terraform/state';

type Part = Partial<Omit<PlannedWrite, 'actions'>> & { readonly actions: string };

/** The addresses of what may fail begin with `bad`. */
function createOrder(parts: Readonly<Record<string, Part>>) {
  const writes = Object.entries(parts).map(([address, { actions, ...part }]) => ({
    ...{ address, actions: actions.split(' ') as PlannedWrite['actions'] },
    ...{ waitsFor: [], mayWaitForMore: false, dependedOn: [], risks: [], hasCheck: false, ...part },
  }));
  return createDeletionOrder(writes, (address) => address.startsWith('bad'));
}

const rule = { actions: 'delete' };

/** half-way.test.ts judges other orders by random plans, which have no instances and no replacements. */
test.each<[because: string, parts: Readonly<Record<string, Part>>]>([
  [
    'an instance of what it depended on may fail',
    { rule: { ...rule, dependedOn: ['bad'] }, 'bad["a"]': { actions: 'update' } },
  ],
  [
    'an update comes first, and before that a deletion that may fail',
    { rule, user: { actions: 'update', dependedOn: ['rule', 'bad'] }, bad: { actions: 'delete' } },
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
  ],
  ['its own deletion may fail', { bad: rule }],
  [
    'another write may fail, and what a third object depended on is not known',
    {
      rule,
      bad: { actions: 'update' },
      other: { actions: 'no-op', dependedOn: undefined },
    },
  ],
])('an object may be left because %s', (_, parts) => {
  const [address = ''] = Object.keys(parts);
  expect(createOrder(parts).mayBeLeft(address)).toBe(true);
});

test.each<[because: string, parts: Readonly<Record<string, Part>>]>([
  ['what may fail is not related to it', { rule, bad: { actions: 'update' } }],
  ['what may fail is deleted after it', { rule: { ...rule, dependedOn: ['bad'] }, bad: { actions: 'delete' } }],
])('an object is not left because %s', (_, parts) => {
  expect(createOrder(parts).mayBeLeft('rule')).toBe(false);
});

test('a write may wait for any deletion that may fail, if what that depended on is not known', () => {
  const parts = { update: { actions: 'update' }, bad: { actions: 'delete', dependedOn: undefined } };
  expect(createOrder(parts).waitsForDeletion('update')).toBe(true);
});

test.each<[actions: string, expected: boolean]>([
  ['delete', true],
  ['delete create', true],
  ['create delete', false],
])('a write may wait for the %s of what it depended on, of any provider: %p', (actions, expected) => {
  const parts = { update: { actions: 'update', dependedOn: ['bad_thing.x'] }, 'bad_thing.x': { actions } };
  expect(createOrder(parts).waitsForDeletion('update')).toBe(expected);
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
