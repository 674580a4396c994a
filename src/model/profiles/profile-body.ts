/**
 * Bodies between the model and the wire of a profile: member names, and strings that the API represents as objects with
 * one member. Unknown members, and maps with their keys and elements, are unchanged.
 */
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import type { Attribute, Attributes } from '../kind';
import type { Profile } from '.';

export function toProfileBody(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, body, {
    names: (name) => [name, profile.memberNames[name] ?? name],
    convertElement: (item, member) => ({ [member]: item }),
  });
}

export function fromProfileBody(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, body, {
    names: (name) => [profile.memberNames[name] ?? name, name],
    convertElement: (item, member) => (isJsonObject(item) ? (item[member] ?? null) : item),
  });
}

interface Direction {
  names(name: string): [from: string, to: string];
  convertElement(item: Json, member: string): Json;
}

function rename(attributes: Attributes, value: JsonObject, direction: Direction): JsonObject {
  const renamed: Record<string, Json | undefined> = { ...value };
  for (const [name, attribute] of Object.entries(attributes)) {
    const [from, to] = direction.names(name);
    if (!(from in value)) continue;
    if (from !== to) delete renamed[from];
    renamed[to] = renameWithin(attribute, value[from], direction);
  }
  return renamed;
}

function renameWithin(attribute: Attribute, value: Json | undefined, direction: Direction): Json | undefined {
  if (attribute.type === 'object' && isJsonObject(value)) return rename(attribute.attributes, value, direction);
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(value)) {
    const { elements } = attribute;
    return (value as Json[]).map((item) => (isJsonObject(item) ? rename(elements, item, direction) : item));
  }
  if ('elementMember' in attribute && attribute.elementMember !== undefined && Array.isArray(value)) {
    const member = attribute.elementMember;
    return (value as Json[]).map((item) => direction.convertElement(item, member));
  }
  return value;
}
