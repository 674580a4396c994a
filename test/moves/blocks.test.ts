/** The blocks of moves: no block forgets an instance whose new address is not certain. */
import { planMoves } from '../../src/moves';
import type { Instance } from '../../src/moves/instances';

const policy = (stack: string, address: string, id?: string): Instance => ({
  stack,
  address: `netingress_ip_policy.${address}`,
  type: 'netingress_ip_policy',
  values: {},
  ...(id !== undefined && { id }),
});

test('an instance that moves to another stack is forgotten alone if another instance of its resource is ambiguous', () => {
  const from = policy('a', 'p["x"]', 'ipp_1');
  const unclear = policy('a', 'p["y"]', 'ipp_2');
  const to = policy('b', 'q');
  const candidates = [policy('a', 'r'), policy('a', 's')];
  const { stacks } = planMoves(
    {
      moves: [{ from, to }],
      ambiguous: [{ type: from.type, from: [unclear], to: candidates }],
      destroyed: [],
      undecided: [],
      created: [],
    },
    [to, ...candidates],
  );
  expect(stacks).toEqual([
    { stack: 'a', moved: [], removed: [], imports: [], stateRm: [from.address] },
    { stack: 'b', moved: [], removed: [], imports: [{ to: to.address, id: 'ipp_1' }], stateRm: [] },
  ]);
});

test.each([
  ['netingress_ip_policy.p["x].y"]', ['netingress_ip_policy.p'], []],
  ['module.m["x"].netingress_ip_policy.p', [], ['module.m["x"].netingress_ip_policy.p']],
  ['module.m.netingress_ip_policy.p[0]', ['module.m.netingress_ip_policy.p'], []],
])('a removed block names %s without its key, unless the key is that of a module', (address, removed, stateRm) => {
  const [from, to] = [{ ...policy('a', 'p', 'ipp_1'), address }, policy('b', 'q')];
  const moves = { moves: [{ from, to }], ambiguous: [], destroyed: [], undecided: [], created: [] };
  expect(planMoves(moves, [to]).stacks[0]).toMatchObject({ stack: 'a', removed, stateRm });
});
