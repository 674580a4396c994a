/** Existing `moved` blocks: what they move appears neither as destroyed nor as created. */

import type { StateResource } from '../../src/model/inventory';
import { findMoves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';

const TYPE = 'netingress_ip_policy';

function policyInState(key: string): StateResource {
  return {
    ...{
      state: { stack: 'edge' },
      address: `${TYPE}.before${key}`,
      type: TYPE,
      name: 'before',
      provider: PROVIDER_ADDRESS,
    },
    ...{ values: { id: `ipp_${key}`, description: key }, sensitive: [] },
  };
}

test.each([
  ['a resource moves its only instance', '', '', '', {}],
  ['a resource moves all instances', '', '', '[0] [1]', { count: 2 }],
  ['an instance moves it', '[1]', '[0]', '[1]', { count: 1 }],
  ['a resource moves its instance without a key to one with a key', '', '[0]', '', { count: 1 }],
])('a moved block of %s', (_, from, to, keys, repetition) => {
  const stack = parseConfiguration('edge', '/app', [
    {
      resource: { [TYPE]: { after: { ...repetition, description: 'reworded' } } },
      moved: [{ from: `${TYPE}.before${from}`, to: `${TYPE}.after${to}` }],
    },
  ]);
  const { moves, destroyed, created } = findMoves(
    movesFromStates(fromStates(keys.split(' ').map(policyInState), [stack]), [stack]),
  );
  expect({ moves, destroyed, created }).toEqual({ moves: [], destroyed: [], created: [] });
});
