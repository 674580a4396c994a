import { type Json, type JsonObject, valueAt } from '../../values/json';

/** Omits a missing field; the name of an object selects all of it. */
export function selectFields(object: JsonObject, fields: readonly string[]): JsonObject {
  return nestFields(
    fields.flatMap((field) => {
      const value = valueAt(object, field) as Json | undefined;
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/** Does not change objects among the values. */
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
