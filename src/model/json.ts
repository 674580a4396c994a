/** What JSON can say; the values that requests, answers and attributes are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A member that is absent and one that is null are told apart only where a comment says so. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Whether the value is a JSON object, that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the value is an object literal or parsed JSON, and no instance of a class such as `Map`. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not compared with Object.prototype: each realm has one of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value at a dotted path of members (`deployment.name`), or undefined where a step is missing. */
export function valueAt(value: unknown, path: string): unknown {
  let here: unknown = value;
  for (const step of path.split('.')) {
    if (!isJsonObject(here)) return undefined;
    here = here[step];
  }
  return here;
}
