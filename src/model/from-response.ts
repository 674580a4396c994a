import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../values/json';
import { isNullObject } from './canonical';
import type {
  Attribute,
  Attributes,
  AttributeTarget,
  ObjectsAttribute,
  ScalarAttribute,
  StringsAttribute,
} from './kind';

/** Every attribute is present; unset ones are null. */
export type AttributeValues = { readonly [name: string]: Json };

/** What an object becomes that is there and represents null, because all its members are empty (`nullWhenAllEmpty`). */
type EmptyObjects = 'null' | 'kept';

/**
 * References become ids: `ip_policy: {id}` is `ip_policy_id`. A missing value becomes null. So does an empty one that
 * the service treats as null; an object with empty members only if `emptyObjects` is `null`. Strings are normalized to
 * NFC, as in Terraform, but ids in references and the entries of a map stay as they are. Members outside the model are
 * dropped.
 */
export function attributesFromResponse(
  attributes: Attributes,
  body: JsonObject,
  emptyObjects: EmptyObjects = 'null',
): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      valueFromResponse(attribute, name, body, emptyObjects),
    ]),
  );
}

function valueFromResponse(attribute: Attribute, name: string, body: JsonObject, emptyObjects: EmptyObjects): Json {
  if ('ref' in attribute && attribute.ref) return referencedIds(attribute.ref, attribute.type === 'set', body);
  return normalize(attribute, body[attribute.responseName ?? name], emptyObjects);
}

function referencedIds(ref: AttributeTarget, isSet: boolean, body: JsonObject): Json {
  if (ref.ignoredWhile !== undefined && isJsonObject(body[ref.ignoredWhile])) return null;
  const found = body[ref.responseName];
  // Some responses have the id itself instead of `{id, uri}`: `ssh_certificate_authority_id`, `owner_id`.
  const getId = (item: Json | undefined): Json => (isJsonObject(item) ? (item['id'] ?? null) : (item ?? null));
  if (!isSet) return getId(found) === '' ? null : getId(found);
  return Array.isArray(found) && found.length > 0 ? found.map(getId) : null;
}

function normalize(attribute: Attribute, value: Json | undefined, emptyObjects: EmptyObjects): Json {
  if (value === null || value === undefined) return null;
  switch (attribute.type) {
    case 'object': {
      if (!isJsonObject(value)) return null;
      const members = attributesFromResponse(attribute.attributes, value, emptyObjects);
      return emptyObjects === 'null' && isNullObject(attribute, members) ? null : members;
    }
    case 'map':
      // If the map has a default, an empty map is a value: null would mean the default.
      return isJsonObject(value) && (Object.keys(value).length > 0 || attribute.default) ? value : null;
    case 'set':
    case 'list': {
      if (!Array.isArray(value) || value.length === 0) return null;
      return (value as Json[]).map((item) => normalizeElement(attribute, item, emptyObjects));
    }
    default:
      return normalizeScalar(attribute, value);
  }
}

function normalizeElement(
  attribute: StringsAttribute | ObjectsAttribute,
  item: Json,
  emptyObjects: EmptyObjects,
): Json {
  if (attribute.elements !== 'string')
    return attributesFromResponse(attribute.elements, toJsonObject(item), emptyObjects);
  return nfc(item);
}

function normalizeScalar(attribute: ScalarAttribute, value: Json): Json {
  if (attribute.idOfRef && isJsonObject(value)) return value['id'] ?? null;
  return value === '' && attribute.emptyIsAbsent ? null : nfc(value);
}

function nfc(value: Json): Json {
  return typeof value === 'string' ? value.normalize('NFC') : value;
}
