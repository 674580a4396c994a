import { pickAttributes } from '../../model/comparable';
import { tryFindKind } from '../../model/kinds';
import { findAttributes } from '../../model/marks';
import { findNaturalKey } from '../../model/natural-key';
import { markConfiguration } from '../../terraform/configuration/marks';
import type { Json, JsonObject } from '../../values/json';
import { type Marks, marksAt, omitMarked, show } from '../../values/marks';
import { parsePath } from '../../values/path';
import type { FieldChange } from './finding';

/**
 * The natural key of an object, or else its description, or null. A sensitive value is not a name; without marks no
 * value is sensitive.
 */
export function findName(kindName: string, values: JsonObject, marks?: Marks): string | null {
  const shown = omitMarked(values, marks);
  const kind = tryFindKind(kindName);
  const key = kind && findNaturalKey(kind, shown);
  if (key !== undefined) return key;
  const { description } = shown;
  return typeof description === 'string' && description !== '' ? description : null;
}

/** The configured values of an object; null for an unknown resource type. */
export function showConfiguration(kind: string, values: JsonObject): Json {
  const attributes = findAttributes(kind);
  return attributes ? show(pickAttributes(attributes, values), markConfiguration(attributes, values)) : null;
}

export function showChange({ path, before, after }: FieldChange, marks: Marks): FieldChange {
  const ofField = marksAt(marks, parsePath(path).map(String));
  return { path, before: show(before, ofField), after: show(after, ofField) };
}
