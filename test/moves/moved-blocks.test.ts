/** Existing `moved` and `import` blocks: what they move or import appears neither as destroyed nor as created. */

import { findMoves, type Moves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import type { JsonObject } from '../../src/values/json';
import { stateResource } from '../support/state-resource';

const TYPE = 'netingress_ip_policy';

const inState = (address: string, values: JsonObject) => stateResource(address, values, { state: { stack: 'edge' } });

test.each([
  ['a resource moves its only instance', '', '', '', {}],
  ['a resource moves all instances', '', '', '[0] [1]', { count: 2 }],
  ['an instance moves it', '[1]', '[0]', '[1]', { count: 1 }],
  ['a resource moves its instance without a key to one with a key', '', '[0]', '', { count: 1 }],
  ['a resource without count moves its instance to one with count', '', '', '', { count: 1 }],
  ['a resource with count moves its instance to one without', '', '', '[0]', {}],
])('a moved block of %s', (_, from, to, keys, repetition) => {
  expect(find(from, to, keys, repetition)).toMatchObject({ moves: [], destroyed: [], created: [] });
});

test('a moved block of a resource with two instances to one with `count = 1`: the second one is destroyed, and with an unknown count none', () => {
  expect(find('', '', '[0] [1]', { count: 1 })).toMatchObject({
    ...{ moves: [], created: [] },
    destroyed: [{ id: 'ipp_[1]', place: { address: `${TYPE}.before[1]` } }],
  });
  const count = `\${length(data.netingress_ip_policies.all.ids)}`;
  expect(find('', '', '[0] [1]', { count })).toMatchObject({ moves: [], destroyed: [], created: [] });
});

test('a chain of moved blocks', () => {
  const chain = [{ from: `${TYPE}.first`, to: `${TYPE}.before` }];
  const found = find('', '', '[0] [1]', { count: 2 }, { chain, name: 'first' });
  expect(found).toMatchObject({ moves: [], destroyed: [], created: [] });
});

test('an object that a block moves into a module, whose resources are not read, is not destroyed', () => {
  const chain = [{ from: `${TYPE}.first`, to: `module.peers.${TYPE}.office` }];
  expect(find('', '', '', {}, { chain, name: 'first' })).toMatchObject({ moves: [], destroyed: [] });
});

test('an import block of a rule set, whose id is that of its policy, imports the set and not the policy', () => {
  const id = 'ipp_1';
  const rules = { '10.0.0.0/8': { action: 'allow' } };
  const states = [
    inState(`${TYPE}.old`, { id, description: 'office' }),
    inState(`${TYPE}_rules.old`, { ip_policy_id: id, rules }),
  ];
  const stack = parseConfiguration('edge', '/app', [
    {
      resource: {
        [TYPE]: { new: { description: 'office' } },
        [`${TYPE}_rules`]: { new: { ip_policy_id: `\${${TYPE}.new.id}`, rules } },
      },
      import: [{ to: `${TYPE}_rules.new`, id }],
    },
  ]);
  const { moves, destroyed, created } = findMoves(movesFromStates(fromStates(states, [stack]), [stack]));
  expect(moves.map(({ from, to }) => [from.place?.address, to.place.address])).toEqual([
    [`${TYPE}.old`, `${TYPE}.new`],
  ]);
  expect({ destroyed, created }).toEqual({ destroyed: [], created: [] });
});

/** `name`: of the resource in the state. */
interface Earlier {
  readonly chain?: readonly JsonObject[];
  readonly name?: string;
}

/** `keys`: those of the instances in the state, `[0] [1]`; empty for one instance without a key. */
function find(
  from: string,
  to: string,
  keys: string,
  repetition: JsonObject,
  { chain = [], name = 'before' }: Earlier = {},
): Moves {
  const stack = parseConfiguration('edge', '/app', [
    {
      resource: { [TYPE]: { after: { ...repetition, description: 'reworded' } } },
      moved: [...chain, { from: `${TYPE}.before${from}`, to: `${TYPE}.after${to}` }],
    },
  ]);
  const states = keys.split(' ').map((key) => inState(`${TYPE}.${name}${key}`, { id: `ipp_${key}`, description: key }));
  return findMoves(movesFromStates(fromStates(states, [stack]), [stack]));
}
