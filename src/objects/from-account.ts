import type { AccountInventory, AccountObject } from '../model/inventory';
import { KINDS } from '../model/kinds';
import type { JsonObject } from '../values/json';
import { type KnownObject, Unknown } from '../values/known';
import type { ObjectList } from './objects';

export interface ReadObject extends Pick<AccountObject, 'id' | 'missing'> {
  readonly values: JsonObject;
}

/** A kind that was not requested, or that the profile does not have, has no list. */
export function fromAccount({ kinds }: AccountInventory): ObjectList[] {
  return kinds.map(({ kind, objects, failure }) =>
    toList(kind, objects, failure && new Unknown({ kind: 'unread', list: kind })),
  );
}

/** A list has the objects of all `accounts` of a snapshot of the emulator. */
export function fromSnapshot(accounts: {
  readonly [name: string]: { readonly objects: { readonly [kind: string]: readonly ReadObject[] } };
}): ObjectList[] {
  return KINDS.map(({ name }) =>
    toList(
      name,
      Object.values(accounts).flatMap(({ objects }) => objects[name] ?? []),
    ),
  );
}

export function toList(kind: string, objects: Iterable<ReadObject>, incomplete?: Unknown): ObjectList {
  return {
    kind,
    objects: [...objects].map(({ id, values, missing = [] }) => {
      const unknown = missing.map((name) => {
        return [name, new Unknown({ kind: 'missing', subject: { kind, id }, member: name })] as const;
      });
      const known = values as KnownObject;
      return { kind, id, values: unknown.length === 0 ? known : { ...known, ...Object.fromEntries(unknown) } };
    }),
    ...(incomplete && { incomplete }),
  };
}
