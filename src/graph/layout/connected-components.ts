import { groupBy } from '../../model/arrays';

/** Returns all names that can be reached, including the first ones. */
export function findReachable(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(from);
  // The iteration of a set includes elements that are added meanwhile.
  for (const name of seen) for (const neighbor of next(name)) seen.add(neighbor);
  return seen;
}

/**
 * Returns a number for each name: equal for names that pairs connect, directly or through others. The first name has 0,
 * and the first that is not connected with an earlier one the next number.
 */
export function connectedComponents(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, number> {
  const neighbors = groupBy([...pairs, ...pairs.map(([a, b]) => [b, a] as const)], ([from]) => from);
  const numbers = new Map<string, number>();
  let count = 0;
  for (const name of names) {
    if (numbers.has(name)) continue;
    const component = findReachable([name], (node) => (neighbors.get(node) ?? []).map(([, to]) => to));
    for (const node of component) numbers.set(node, count);
    count += 1;
  }
  return numbers;
}
