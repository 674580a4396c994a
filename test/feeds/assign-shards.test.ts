/** The division of a feed among policies, under random orders in which Terraform may change them. */
import { assignShards } from '../../src/feeds/assign-shards';
import { toRange } from '../../src/model/ip/address-set';
import { campaignSize, picker } from '../fuzz';
import { cidr } from '../support/cidr';

const SIZE = 64;

type Pick = ReturnType<typeof picker>;
type Shards = readonly (readonly string[])[];

function randomNetwork(pick: Pick): string {
  const bits = pick(3) === 0 ? pick(5) : 0;
  return `203.0.113.${pick(SIZE) & ~(2 ** bits - 1)}/${32 - bits}`;
}

/** The addresses of networks within 203.0.113.0/24, as bits: bit 7 is 203.0.113.7. */
function addressesOf(networks: Iterable<string>): bigint {
  let bits = 0n;
  for (const network of networks) {
    const { first, last } = toRange(cidr(network));
    bits |= ((1n << (last - first + 1n)) - 1n) << (first & 255n);
  }
  return bits;
}

interface Change {
  readonly shard: number;
  readonly network: string;
  readonly type: 'add' | 'remove';
}

/** The networks of each policy, and how many policies the restriction names. */
interface Moment {
  readonly live: readonly Set<string>[];
  readonly named: number;
}

/** One random order of the writes: each policy adds before it removes, and the restriction waits for new policies. */
function* applyInRandomOrder(pick: Pick, before: Shards, after: Shards): Generator<Moment> {
  const live = after.map((_, shard) => new Set(before[shard] ?? []));
  const queues = after.map((networks, shard): Change[] => {
    const old = before[shard] ?? [];
    const [added, removed] = [
      networks.filter((each) => !old.includes(each)),
      old.filter((each) => !networks.includes(each)),
    ];
    return [
      ...added.map((network) => ({ shard, network, type: 'add' as const })),
      ...removed.map((network) => ({ shard, network, type: 'remove' as const })),
    ];
  });
  let named = before.length;
  const isNewDone = (): boolean => queues.slice(before.length).every((queue) => queue.length === 0);
  while (queues.some((queue) => queue.length > 0) || named < after.length) {
    const open = queues.filter((queue) => queue.length > 0);
    const change = open.length > 0 && (pick(4) > 0 || !isNewDone()) ? open[pick(open.length)]?.shift() : undefined;
    if (!change) {
      if (!isNewDone()) continue;
      named = after.length;
      yield { live, named };
      continue;
    }
    if (change.type === 'add') live[change.shard]?.add(change.network);
    else live[change.shard]?.delete(change.network);
    yield { live, named };
  }
}

/** What is wrong after any write of one random order, and each network that changed its policy; empty if nothing is. */
function findViolations(pick: Pick, before: Shards, after: Shards, limit: number): string[] {
  const [old, current] = [addressesOf(before.flat()), addressesOf(after.flat())];
  const violations: string[] = [];
  for (const { live, named } of applyInRandomOrder(pick, before, after)) {
    if (live.some(({ size }) => size > limit)) violations.push('above the limit');
    const admitted = addressesOf(live.slice(0, named).flatMap((rules) => [...rules]));
    if ((admitted & ~(old | current)) !== 0n) violations.push('admits what neither list has');
    if ((old & current & ~admitted) !== 0n) violations.push('shuts out what both lists have');
  }
  const place = new Map(after.flatMap((list, shard) => list.map((network) => [network, shard])));
  const moved = before.flatMap((list, shard) => list.filter((network) => (place.get(network) ?? shard) !== shard));
  return [...violations, ...moved.map((network) => `moved ${network}`)];
}

test('in random orders of the writes no address of both lists is shut out, none of neither is admitted, and the limit holds', () => {
  const pick = picker(7);
  let [changes, postponed] = [0, 0];
  for (let feed = 0; feed < campaignSize(200, 2_000); feed++) {
    const limit = 2 + pick(6);
    let wanted = new Set([...Array(5 + pick(20)).keys()].map(() => randomNetwork(pick)));
    let shards: Shards = assignShards([], [...wanted], limit).shards;
    for (let update = 0; update < 6; update++) {
      wanted = new Set([...wanted].filter(() => pick(4) > 0));
      for (let n = pick(8); n > 0; n--) wanted.add(randomNetwork(pick));
      const result = assignShards(shards, [...wanted], limit);
      expect(findViolations(pick, shards, result.shards, limit)).toEqual([]);
      expect(new Set(result.shards.flat())).toEqual(new Set([...wanted, ...result.postponed]));
      changes += result.added.length + result.removed.length;
      postponed += result.postponed.length;
      shards = result.shards;
    }
  }
  expect(changes).toBeGreaterThan(1000);
  expect(postponed).toBeGreaterThan(20);
});

test('a new network goes to the first policy with room, and a removed network leaves room only for the next update', () => {
  const before = [['44.0.0.0/24', '44.0.1.0/24'], ['44.0.2.0/24']];
  const first = assignShards(before, ['44.0.0.0/24', '44.0.2.0/24', '44.0.3.0/24', '44.0.4.0/24'], 2);
  expect(first.shards).toEqual([['44.0.0.0/24'], ['44.0.2.0/24', '44.0.3.0/24'], ['44.0.4.0/24']]);
  const second = assignShards(first.shards, [...first.shards.flat(), '44.0.5.0/24'], 2);
  expect(second.added).toEqual([{ network: '44.0.5.0/24', shard: 0 }]);
});

test('a policy that lost all networks stays', () => {
  expect(assignShards([['44.0.0.0/24'], ['44.0.1.0/24']], ['44.0.0.0/24'], 1).shards).toEqual([['44.0.0.0/24'], []]);
});
