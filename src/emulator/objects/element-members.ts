/** Lists of strings that the API represents as objects with one member, such as `resolves_to: [{value}]`. */
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { ApiProblem } from '../http/api-problem';

/** Returns the body with strings in place of the objects; rejects elements of another shape. */
export function unwrapElements(attributes: Attributes, body: JsonObject): JsonObject {
  const unwrapped = Object.entries(body).map(([name, value]): [string, Json | undefined] => {
    const member = getElementMember(attributes[name]);
    return [
      name,
      member !== undefined && Array.isArray(value) ? value.map((item) => unwrap(item, name, member)) : value,
    ];
  });
  return Object.fromEntries(unwrapped);
}

export function wrapElements(attribute: Attribute, value: Json): Json {
  const member = getElementMember(attribute);
  return member !== undefined && Array.isArray(value) ? value.map((item) => ({ [member]: item as Json })) : value;
}

function getElementMember(attribute: Attribute | undefined): string | undefined {
  return attribute && 'elementMember' in attribute ? attribute.elementMember : undefined;
}

function unwrap(item: Json, name: string, member: string): Json {
  const value = isJsonObject(item) && Object.keys(item).length === 1 ? item[member] : undefined;
  if (typeof value === 'string') return value;
  throw new ApiProblem(
    400,
    215,
    `${name} contains ${JSON.stringify(item)}; expected objects with the member ${member}.`,
  );
}
