/** Between the specification's member names and a profile's words. Only members the model knows are renamed, never a user's map keys. */
import { isJsonObject, type Json, type JsonObject } from './json';
import type { Attribute, Attributes } from './kind';
import type { Profile } from './profiles';

/** A body in the specification's words, as the profile's service wants it. */
export function toProfileNames(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, body, (name) => [name, profile.words[name] ?? name]);
}

/** An answer of the profile's service in the specification's words; members the model does not know are kept. */
export function fromProfileNames(attributes: Attributes, answer: JsonObject, profile: Profile): JsonObject {
  return rename(attributes, answer, (name) => [profile.words[name] ?? name, name]);
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
    const of = attribute.elements;
    return (value as Json[]).map((item) => (isJsonObject(item) ? rename(of, item, words) : item));
  }
  return value;
}
