/**
 * Returns the index of the first item that matches, or the length of the list. The list must be in an order in which all
 * items after a match match too.
 */
export function findFirst<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
