import type { Attribute, Attributes } from '../../../model/kind';
import type { Profile } from '../../../model/profiles';
import { isInput } from '../../../model/request';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json';

/**
 * In the profile `ngrok`, omits the optional members of a creation that are `""`, 0 or `[]`: the vendor's clients send
 * these instead of leaving a member out, so they mean the default.
 */
export function omitUnset(attributes: Attributes, body: JsonObject, profile: Profile): JsonObject {
  return profile.name === 'ngrok' ? omitUnsetMembers(attributes, body) : body;
}

function omitUnsetMembers(attributes: Attributes, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (!attribute || value === undefined) return [[name, value]];
      if (isOptional(attribute) && isUnset(attribute, value)) return [];
      return [[name, omitUnsetWithin(attribute, value)]];
    }),
  );
}

/** A value of another type, such as `""` for a list, is refused later. */
function isUnset({ type }: Attribute, value: Json): boolean {
  if (type === 'string') return value === '';
  if (type === 'number') return value === 0;
  return (type === 'list' || type === 'set') && Array.isArray(value) && value.length === 0;
}

/** An empty value of an attribute that is required on create stays: the service has error codes for it. */
function isOptional(attribute: Attribute): boolean {
  return isInput(attribute) && attribute.presence !== 'required' && !attribute.requiredOnCreate;
}

function omitUnsetWithin(attribute: Attribute, value: Json): Json {
  if (attribute.type === 'object' && isJsonObject(value)) return omitUnsetMembers(attribute.attributes, value);
  if (!('elements' in attribute) || attribute.elements === 'string' || !Array.isArray(value)) return value;
  const { elements } = attribute;
  return (value as Json[]).map((item) => (isJsonObject(item) ? omitUnsetMembers(elements, item) : item));
}
