/** What hangs together: for each name a number that is the same for all that can be reached from it over pairs. */
export function connectedComponents(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, number> {
  const parents = new Map(names.map((name) => [name, name]));
  const findRoot = (name: string): string => {
    let here = name;
    for (let up = parents.get(here); up !== undefined && up !== here; up = parents.get(here)) {
      // Halves the way for whoever comes next.
      parents.set(here, parents.get(up) ?? up);
      here = up;
    }
    return here;
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
