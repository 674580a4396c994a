/** The lists of an account as facts of the access engine. `access check` calls it. */
import type { FactList } from '../access/facts';
import type { AccountInventory } from '../model/inventory';
import { type KnownObject, Unknown } from '../model/known';

export function toFactLists({ kinds }: AccountInventory): FactList[] {
  return kinds.map(({ kind, objects, failure }) => ({
    kind,
    objects: objects.map(({ id, values }) => ({ kind, id, values: values as KnownObject })),
    ...(failure && { incomplete: new Unknown(`the list of ${kind} objects could not be read: ${failure.message}`) }),
  }));
}
