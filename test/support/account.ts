import type { AccountInventory, AccountObject } from '../../src/model/inventory';
import { KINDS } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';

interface ReadObject {
  readonly id: string;
  readonly values: JsonObject;
}

/**
 * The inventory that `readAccount` returns for an account with these objects, by kind. Lists of all other kinds are
 * empty.
 */
export function createInventory(objects: Readonly<Record<string, readonly ReadObject[]>> = {}): AccountInventory {
  return {
    kinds: KINDS.map(({ name }) => ({
      kind: name,
      objects: (objects[name] ?? []) as readonly AccountObject[],
      pages: 1,
    })),
  };
}
