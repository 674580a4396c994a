/** What people call things. */
import type { JsonObject } from '../../model/json';
import { tryFindKind } from '../../model/kinds';
import { naturalKeyOf } from '../../model/natural-key';

/** The natural key of an object, or else its description, or else null. */
export function nameOf(kindName: string, values: JsonObject): string | null {
  const kind = tryFindKind(kindName);
  const key = kind && naturalKeyOf(kind, values);
  if (key !== undefined) return key;
  const description = values['description'];
  return typeof description === 'string' && description !== '' ? description : null;
}

/** An address without instance keys: `a.b["x"]` is `a.b`. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, '');
}
