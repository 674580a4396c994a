import { isJsonObject, type Json, type JsonObject } from '../../../model/json';

/**
 * The part of an event's object that dotted fields name, nested as it was. A field that the object does not have is
 * left out; one that names an object takes all of it.
 */
export function selectFields(object: JsonObject, fields: readonly string[]): JsonObject {
  const selected: Record<string, Json> = {};
  for (const field of fields) copyAt(object, selected, field.split('.'));
  return selected;
}

function copyAt(from: JsonObject, to: Record<string, Json>, [first, ...rest]: readonly string[]): void {
  const name = first as string;
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value === undefined) return;
  if (rest.length === 0) {
    to[name] = value;
  } else if (isJsonObject(value)) {
    const within = isJsonObject(to[name]) ? { ...to[name] } : {};
    copyAt(value, within as Record<string, Json>, rest);
    if (Object.keys(within).length > 0) to[name] = within;
  }
}
