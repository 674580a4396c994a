/** Groups and items keep their order. Map.groupBy needs Node 21. */
export function groupBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Items are compared as JSON: `{a, b}` differs from `{b, a}`, NaN equals null, and a bigint throws. */
export function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item] as const)).values()];
}

/** Orders texts by their UTF-16 code units, because `localeCompare` depends on the machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders texts by their code points, which is the order of their UTF-8 bytes, as Terraform and other programs in Go do. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The index of the first match, or the length. A binary search: all items after a match must match. */
export function findFirstIndex<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
