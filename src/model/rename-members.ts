/** Renames members between the specification and a profile. Unknown members and keys of maps are unchanged. */
import { isJsonObject, type Json, type JsonObject } from './json';
import type { Attribute, Attributes } from './kind';
import type { Profile } from './profiles';

export function toProfileNames(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, body, (name) => [name, profile.words[name] ?? name]);
}

export function fromProfileNames(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, body, (name) => [profile.words[name] ?? name, name]);
}

function rename(
  attributes: Attributes,
  value: JsonObject,
  words: (name: string) => [from: string, to: string],
): JsonObject {
  const renamed: Record<string, Json | undefined> = { ...value };
  for (const [name, attribute] of Object.entries(attributes)) {
    const [from, to] = words(name);
    if (!(from in value)) continue;
    if (from !== to) delete renamed[from];
    renamed[to] = renameWithin(attribute, value[from], words);
  }
  return renamed;
}

function renameWithin(
  attribute: Attribute,
  value: Json | undefined,
  words: (name: string) => [string, string],
): Json | undefined {
  if (attribute.type === 'object' && isJsonObject(value)) return rename(attribute.attributes, value, words);
  if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(value)) {
    const { elements } = attribute;
    return (value as Json[]).map((item) => (isJsonObject(item) ? rename(elements, item, words) : item));
  }
  return value;
}
