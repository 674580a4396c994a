/** What people call things, one and several of them. */
import { COMPOSITES } from './composites';
import { tryFindKind } from './kinds';
import { pluralOf } from './text';

/** What people call one or `count` objects of a kind, or of a resource of our own making; any other name stays as it is. */
export function displayName(name: string, count = 1): string {
  const title = tryFindKind(name)?.title ?? COMPOSITES.find((composite) => composite.name === name)?.title ?? name;
  return count === 1 ? title : pluralOf(title);
}
