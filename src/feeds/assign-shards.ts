/**
 * Divides the networks of a feed into the rules of several IP policies. Terraform changes the policies in any order, so
 * an update must be safe in every order:
 *
 * - A network that stays in the feed stays in its policy. A new one, or one that returns, goes to the first policy with
 *   room, unless it replaces another one (see the last rule); if none has room, to a new one.
 * - The provider adds the rules of a policy before it deletes others, so the place of a network that goes is free only
 *   in the next update.
 * - If a new network has addresses of one that goes (192.0.2.0/25 instead of 192.0.2.0/24), the new one is added to the
 *   policy of the network that goes: the provider changes the rules of one policy in a safe order. If that policy has
 *   no room, or the new network replaces networks of several policies, a network that goes from another policy is
 *   postponed: it stays until the next update. Otherwise Terraform could delete it first, and shut out addresses that
 *   both lists have.
 */
import { type AddressRange, compareRanges, rangeOf } from '../model/ip/address-set';

export interface ShardChanges {
  /**
   * At least one: an empty feed has one empty shard. Each is sorted by address, and contains its postponed networks.
   */
  readonly shards: readonly (readonly string[])[];
  /** `shard` is an index of `shards`. */
  readonly added: readonly { readonly network: string; readonly shard: number }[];
  readonly removed: readonly string[];
  /**
   * Networks that are no longer in the feed, and stay in their shard until the next update. They are not in `removed`.
   */
  readonly postponed: readonly string[];
}

/**
 * @param before the shards of the file; empty for a new feed
 * @param networks all networks of the new list, in canonical notation as in `before`: they are compared as strings
 */
export function assignShards(
  before: readonly (readonly string[])[],
  networks: readonly string[],
  maxPerShard = Number.POSITIVE_INFINITY,
): ShardChanges {
  const wanted = new Set(networks);
  const present = new Set(before.flat());
  const leaving = before.flatMap((list, shard) =>
    list.filter((network) => !wanted.has(network)).map((network) => ({ network, shard, range: rangeOf(network) })),
  );
  const sizes = before.map((list) => list.length);
  const added: { readonly network: string; readonly shard: number }[] = [];
  const postponed = new Set<string>();
  for (const network of wanted) {
    if (present.has(network)) continue;
    const range = rangeOf(network);
    const replaced = leaving.filter((each) => overlaps(each.range, range));
    const hasRoom = (shard: number): boolean => (sizes[shard] ?? 0) < maxPerShard;
    const preferred = replaced.find(({ shard }) => hasRoom(shard))?.shard;
    const firstWithRoom = sizes.findIndex((_, shard) => hasRoom(shard));
    const shard = preferred ?? (firstWithRoom < 0 ? sizes.length : firstWithRoom);
    sizes[shard] = (sizes[shard] ?? 0) + 1;
    added.push({ network, shard });
    for (const each of replaced) if (each.shard !== shard) postponed.add(each.network);
  }
  const shards = sizes.map((_, shard) => [
    ...(before[shard] ?? []).filter((network) => wanted.has(network) || postponed.has(network)),
    ...added.filter((each) => each.shard === shard).map((each) => each.network),
  ]);
  const removed = leaving.map(({ network }) => network).filter((network) => !postponed.has(network));
  // The first policy also exists if there are no networks.
  return { shards: shards.length === 0 ? [[]] : shards.map(sortNetworks), added, removed, postponed: [...postponed] };
}

/** Returns each network once, sorted by address, IPv4 first. */
export function sortNetworks(networks: readonly string[]): string[] {
  const ranges = new Map(networks.map((network) => [network, rangeOf(network)]));
  return [...ranges.keys()].sort((a, b) => compareRanges(ranges.get(a) as AddressRange, ranges.get(b) as AddressRange));
}

function overlaps(a: AddressRange, b: AddressRange): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last;
}
