/** From what the service answers to the values of a kind's attributes. */
import { isNullObject } from './canonical';
import { isJsonObject, type Json, type JsonObject } from './json';
import type { Attribute, Attributes, Reference } from './kind';

/** Values of attributes by name; every attribute is present, absence is null. */
export type AttributeValues = { readonly [name: string]: Json };

/**
 * The values of all attributes in an answer: references become identifiers (`ip_policy: {id}` is `ip_policy_id`),
 * absent, empty and zeroed ones become null (gaps.md sections 0 and 2.5), texts are NFC as Terraform has them.
 * Members that the model does not know are left out.
 */
export function attributesFromResponse(attributes: Attributes, answer: JsonObject): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, valueFromResponse(attribute, name, answer)]),
  );
}

function valueFromResponse(attribute: Attribute, name: string, answer: JsonObject): Json {
  if ('ref' in attribute && attribute.ref) return referencedIds(attribute.ref, name, attribute.type === 'set', answer);
  return normalize(attribute, answer[attribute.responseName ?? name]);
}

function referencedIds(ref: Reference, name: string, several: boolean, answer: JsonObject): Json {
  // Some kinds answer the identifier itself beside or instead of the Ref (ssh certificates).
  if (ref.ignoredWhile !== undefined && isJsonObject(answer[ref.ignoredWhile])) return null;
  const found = answer[ref.responseName] ?? answer[name];
  const idOf = (item: Json | undefined): Json => (isJsonObject(item) ? (item['id'] ?? null) : (item ?? null));
  if (!several) return idOf(found) === '' ? null : idOf(found);
  return Array.isArray(found) && found.length > 0 ? found.map(idOf) : null;
}

function normalize(attribute: Attribute, value: Json | undefined): Json {
  if (value === null || value === undefined) return null;
  switch (attribute.type) {
    case 'object': {
      if (!isJsonObject(value)) return null;
      const members = attributesFromResponse(attribute.attributes, value);
      return isNullObject(attribute, members) ? null : members;
    }
    case 'map':
      return isJsonObject(value) && (Object.keys(value).length > 0 || attribute.default) ? value : null;
    case 'set':
    case 'list': {
      if (!Array.isArray(value) || value.length === 0) return null;
      const of = attribute.elements;
      return (value as Json[]).map((item) =>
        of === 'string' ? nfc(item) : attributesFromResponse(of, isJsonObject(item) ? item : {}),
      );
    }
    default:
      return value === '' && attribute.emptyIsAbsent ? null : nfc(value);
  }
}

function nfc(value: Json): Json {
  return typeof value === 'string' ? value.normalize('NFC') : value;
}
