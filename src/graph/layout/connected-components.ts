/** Numbers the connected components (union-find): equal for all names that pairs connect. */
export function connectedComponents(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, number> {
  const parents = new Map(names.map((name) => [name, name]));
  const findRoot = (name: string): string => {
    let current = name;
    for (let up = parents.get(current); up !== undefined && up !== current; up = parents.get(current)) {
      // Path halving.
      parents.set(current, parents.get(up) ?? up);
      current = up;
    }
    return current;
  };
  for (const [a, b] of pairs) parents.set(findRoot(a), findRoot(b));
  const numbers = new Map<string, number>();
  return new Map(
    [...parents.keys()].map((name) => {
      const root = findRoot(name);
      const number = numbers.get(root) ?? numbers.size;
      numbers.set(root, number);
      return [name, number];
    }),
  );
}
