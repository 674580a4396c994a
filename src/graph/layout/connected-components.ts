/** What hangs together: for each name a number that is the same for all that can be reached from it over pairs. */
export function connectedComponents(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, number> {
  const above = new Map(names.map((name) => [name, name]));
  const top = (name: string): string => {
    let here = name;
    for (let up = above.get(here); up !== undefined && up !== here; up = above.get(here)) {
      // Halves the way for whoever comes next.
      above.set(here, above.get(up) ?? up);
      here = up;
    }
    return here;
  };
  for (const [a, b] of pairs) above.set(top(a), top(b));
  const numbers = new Map<string, number>();
  return new Map(
    [...above.keys()].map((name) => {
      const root = top(name);
      const number = numbers.get(root) ?? numbers.size;
      numbers.set(root, number);
      return [name, number];
    }),
  );
}
