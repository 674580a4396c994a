import { type Json, type JsonObject, valueAt } from '../../values/json';

/**
 * Selects dotted fields and keeps their nesting. A missing field is omitted; the name of an object selects all of it.
 */
export function selectFields(object: JsonObject, fields: readonly string[]): JsonObject {
  return nestFields(
    fields.flatMap((field) => {
      const value = valueAt(object, field) as Json | undefined;
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/** Creates an object of dotted fields. Objects among the values are not changed. */
export function nestFields(fields: readonly (readonly [string, Json])[]): JsonObject {
  const object: Record<string, Json> = {};
  for (const [name, value] of fields) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let parent = object;
    for (const step of steps) parent = parent[step] = { ...(parent[step] as JsonObject | undefined) } as typeof object;
    parent[last] = value;
  }
  return object;
}
