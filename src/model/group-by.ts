/** Things by a text of theirs; groups, and the things in each, stand in the order in which they came. */
export function groupBy<Thing>(things: readonly Thing[], textOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const text = textOf(thing);
    const group = groups.get(text);
    if (group) group.push(thing);
    else groups.set(text, [thing]);
  }
  return groups;
}
