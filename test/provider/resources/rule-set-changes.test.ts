/** The order of changes: at no time may an address be admitted or rejected wrongly. */
import fc from 'fast-check';
import { cidrContains } from '../../../src/model/ip/cidr';
import type { DeclaredRule, RemoteRule } from '../../../src/provider/access/rules';
import { type Change, planChanges } from '../../../src/provider/resources/rule-set/changes';
import { tries } from '../../fuzz';
import { cidr } from '../../support/cidr';

type Action = 'allow' | 'deny';
type Actions = ReadonlyMap<string, Action>;

/** Networks that lie within each other, and addresses in each of them. */
const networks = ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/16', '10.0.1.0/24', '10.0.1.1/32', '11.0.0.0/8'];
const addresses = ['10.0.1.1', '10.0.1.2', '10.0.2.1', '10.1.0.0', '11.0.0.1', '192.0.2.1'];

/** Which networks contain an address: asked for at every step, so computed once. */
const holders = new Map(
  addresses.map((address) => [
    address,
    new Set(networks.filter((network) => cidrContains(cidr(network), cidr(address)))),
  ]),
);

function admits(rules: Actions, address: string): boolean {
  const matching = [...rules].filter(([cidr]) => holders.get(address)?.has(cidr)).map(([, action]) => action);
  return matching.includes('allow') && !matching.includes('deny');
}

const policy = fc
  .array(fc.record({ cidr: fc.constantFrom(...networks), action: fc.constantFrom<Action>('allow', 'deny') }))
  .map((rules) => new Map(rules.map(({ cidr, action }) => [cidr, action])));

const remoteOf = (rules: Actions): Map<string, RemoteRule> =>
  new Map([...rules].map(([cidr, action]) => [cidr, { id: `ipr_${cidr}`, cidr, values: { action } }]));
const declaredOf = (rules: Actions): Map<string, DeclaredRule> =>
  new Map([...rules].map(([cidr, action]) => [cidr, { cidr, values: { action } }]));

/** The effect of each request of a change. */
function steps(change: Change): ((rules: Map<string, Action>) => void)[] {
  const remove = (rules: Map<string, Action>): void => void rules.delete(change.network);
  if (change.type === 'delete') return [remove];
  const { action } = change.declared.values;
  const create = (rules: Map<string, Action>): void => void rules.set(change.network, action as Action);
  return change.type === 'replace' ? [remove, create] : [create];
}

test('planChanges() never admits an address that neither set admits, nor rejects one that both admit, in any order within a phase', () => {
  fc.assert(
    fc.property(policy, policy, fc.infiniteStream(fc.nat()), (before, after, picks) => {
      const now = new Map(before);
      for (const phase of planChanges(remoteOf(before), declaredOf(after), () => true)) {
        // Changes of a phase run at once: their requests interleave in any way.
        const running = phase.map(steps);
        while (running.some((left) => left.length > 0)) {
          const open = running.filter((left) => left.length > 0);
          const next = open[(picks.next().value as number) % open.length];
          next?.shift()?.(now);
          for (const address of addresses) {
            const [old, wanted, is] = [before, after, now].map((rules) => admits(rules, address));
            if (is) expect([address, old || wanted]).toEqual([address, true]);
            else expect([address, old && wanted]).toEqual([address, false]);
          }
        }
      }
      expect([...now].sort()).toEqual([...after].sort());
    }),
    tries(500),
  );
});

test('planChanges keeps rules that may not be removed, and does not change equal rules', () => {
  const remote = remoteOf(
    new Map<string, Action>([
      ['10.0.0.0/8', 'allow'],
      ['11.0.0.0/8', 'deny'],
    ]),
  );
  expect(planChanges(remote, declaredOf(new Map([['10.0.0.0/8', 'allow']])), () => false)).toEqual([]);
});
