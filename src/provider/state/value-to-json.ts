import type { Json, JsonObject } from '../../model/json';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../values/cty-value';

/** A value as JSON for the model's functions; what is unknown becomes null. Kinds hold no numbers beyond 2^53. */
export function valueToJson(value: ObjectValue): JsonObject {
  return json(value) as JsonObject;
}

function json(value: CtyValue): Json {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(json);
  if (isObjectValue(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, json(member)]));
  return typeof value === 'bigint' ? Number(value) : (value as Json);
}
