import type { Attribute, Attributes } from '../../model/kind';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../../values/json';

/** Unknown values become null. Attributes of kinds have no numbers beyond 2^53. */
export function valueToJson(value: ObjectValue): JsonObject {
  return toJson(value) as JsonObject;
}

function toJson(value: CtyValue): Json {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(toJson);
  if (isObjectValue(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  return typeof value === 'bigint' ? Number(value) : (value as Json);
}

/**
 * Objects in the result have every member of the schema. JSON of another type than the attribute is null in place of an
 * object, map, list or set, and returned as it is in place of a string, number or bool, also as an element. In place of
 * an object in a map it is null, and in a list or set an object whose members are null: `[1]` -> `[{ name: null }]`.
 */
export function jsonToValue(attribute: Attribute, json: Json | undefined): CtyValue {
  if (json === null || json === undefined) return null;
  switch (attribute.type) {
    case 'object':
      return isJsonObject(json) ? jsonToMembers(attribute.attributes, json) : null;
    case 'map': {
      const { elements } = attribute;
      if (!isJsonObject(json)) return null;
      return objectValue(
        Object.entries(json).map(([key, item]) => [
          key,
          elements === 'string' ? (item as CtyValue) : isJsonObject(item) ? jsonToMembers(elements, item) : null,
        ]),
      );
    }
    case 'set':
    case 'list': {
      const { elements } = attribute;
      if (!Array.isArray(json)) return null;
      return (json as Json[]).map((item) =>
        elements === 'string' ? (item as CtyValue) : jsonToMembers(elements, toJsonObject(item)),
      );
    }
    default:
      return json as CtyValue;
  }
}

function jsonToMembers(attributes: Attributes, json: JsonObject): ObjectValue {
  return mapMembers(attributes, (attribute, name) => jsonToValue(attribute, json[name]));
}

export function mapMembers(
  attributes: Attributes,
  toValue: (attribute: Attribute, name: string) => CtyValue,
): ObjectValue {
  const value = objectValue();
  for (const [name, attribute] of Object.entries(attributes)) value[name] = toValue(attribute, name);
  return value;
}
