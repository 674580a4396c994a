/** The blocks of moves, and their TypeScript. No block forgets an instance whose new address is not certain. */
import { type TerraformStack, Testing } from 'cdktf';
import ts from 'typescript';
import { planMoves, renderBlocksAsTypeScript } from '../../src/moves';
import type { Placed } from '../../src/objects/objects';
import { newStack, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

const policy = (stack: string, address: string, id?: string): Placed => ({
  kind: 'ip_policy',
  ...(id === undefined ? { id: `${stack}: ${address}`, isNew: true } : { id }),
  values: {},
  place: { stack, address: `netingress_ip_policy.${address}`, account: 'netingress' },
});

const NONE = { moves: [], ambiguous: [], destroyed: [], undecided: [], likely: [], created: [] };

test('an instance that moves to another stack is forgotten alone if another instance of its resource is ambiguous', () => {
  const from = policy('a', 'p["x"]', 'ipp_1');
  const unclear = policy('a', 'p["y"]', 'ipp_2');
  const to = policy('b', 'q');
  const candidates = [policy('a', 'r'), policy('a', 's')];
  const { stacks } = planMoves(
    {
      ...NONE,
      moves: [{ from, to }],
      ambiguous: [{ type: 'netingress_ip_policy', from: [unclear], to: candidates }],
    },
    [to, ...candidates].map(({ place }) => place),
  );
  expect(stacks).toEqual([
    { stack: 'a', moved: [], removed: [], imports: [], stateRm: [from.place.address] },
    { stack: 'b', moved: [], removed: [], imports: [{ to: to.place.address, id: 'ipp_1' }], stateRm: [] },
  ]);
});

test.each([
  ['netingress_ip_policy.p["x].y"]', ['netingress_ip_policy.p'], []],
  ['module.m["x"].netingress_ip_policy.p', [], ['module.m["x"].netingress_ip_policy.p']],
  ['module.m.netingress_ip_policy.p[0]', ['module.m.netingress_ip_policy.p'], []],
])('a removed block names %s without its key, unless the key is that of a module', (address, removed, stateRm) => {
  const [leaving, to] = [policy('a', 'p', 'ipp_1'), policy('b', 'q')];
  const from = { ...leaving, place: { ...leaving.place, address } };
  expect(planMoves({ ...NONE, moves: [{ from, to }] }, [to.place]).stacks[0]).toMatchObject({
    stack: 'a',
    removed,
    stateRm,
  });
});

test('the function of a stack keeps the blocks that were written by hand', () => {
  const [byHand, written] = [
    { from: 'netingress_ip_policy.a', to: 'netingress_ip_policy.b' },
    { from: 'netingress_ip_policy_rules.a', to: 'netingress_ip_policy_rules.b' },
  ];
  const blocks = { stack: 'web', moved: [written], removed: ['x.y'], imports: [{ to: 'x.z', id: 'id' }], stateRm: [] };
  const code = ts.transpileModule(renderBlocksAsTypeScript([blocks], 'cdktf'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS },
  }).outputText;
  const functions: { moveWeb?: (stack: TerraformStack) => void } = {};
  new Function('exports', 'require', code)(functions, require);
  const stack = newStack('web');
  stack.addOverride('moved', [byHand]);
  functions.moveWeb?.(stack);
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    moved: expect.arrayContaining([byHand, written]),
    removed: [{ from: 'x.y', lifecycle: { destroy: false } }],
    import: [{ to: 'x.z', id: 'id' }],
  });
});

test('stacks whose names differ in a separator get functions of different names', () => {
  const blocks = { moved: [], removed: ['x.y'], imports: [], stateRm: [] };
  const code = renderBlocksAsTypeScript(
    ['web-eu', 'web_eu', 'webEu'].map((stack) => ({ stack, ...blocks })),
    'cdktf',
  );
  expect(code.match(/(?<=function )\w+/g)).toEqual(['moveWebEu', 'moveWebEu_2', 'moveWebEu_3']);
});
