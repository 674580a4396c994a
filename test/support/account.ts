/** Accounts that no service has: what the reader would return for these objects. */
import type { AccountInventory, AccountObject } from '../../src/model/inventory';
import type { JsonObject } from '../../src/model/json';
import { KINDS } from '../../src/model/kinds';

interface ReadObject {
  readonly id: string;
  readonly values: JsonObject;
}

/** The objects by kind, newest first. Lists of all other kinds are empty. */
export function accountOf(objects: Readonly<Record<string, readonly ReadObject[]>> = {}): AccountInventory {
  return {
    kinds: KINDS.map(({ name }) => ({
      kind: name,
      objects: (objects[name] ?? []) as readonly AccountObject[],
      pages: 1,
    })),
  };
}
