import { mayBeConditionalDefault } from '../../model/canonical';
import type { Attribute, Attributes, Kind, ObjectsAttribute, StringsAttribute } from '../../model/kind';
import type { Profile } from '../../model/profiles';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';

/**
 * An attribute is null if the other provider lacks it or stores it as unset, if the configured profile does not have
 * it, or if its value may be a conditional default: in the state it would count as configured, so a configuration
 * without it would plan its removal.
 */
export function movedValues(
  kind: Kind,
  expandedAttributes: Attributes,
  state: JsonObject,
  sourceProfile: Profile,
): JsonObject {
  const values = movedMembers(expandedAttributes, state, sourceProfile);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = kind.attributes[name];
      return [name, attribute && mayBeConditionalDefault(attribute, name, values) ? null : value];
    }),
  );
}

function movedMembers(attributes: Attributes, state: JsonObject, sourceProfile: Profile): JsonObject {
  const members = Object.entries(attributes).map(([name, attribute]): [string, Json] => {
    const value = state[sourceProfile.memberNames[name] ?? name] ?? state[name] ?? null;
    return [name, movedValue(attribute, value, sourceProfile)];
  });
  return Object.fromEntries(members);
}

function movedValue(attribute: Attribute, value: Json, sourceProfile: Profile): Json {
  if (attribute.unavailable) return null;
  switch (attribute.type) {
    case 'object': {
      // Providers on the old plugin SDK store a nested object as a list with one element.
      const object = Array.isArray(value) ? value[0] : value;
      if (!isJsonObject(object)) return null;
      const members = movedMembers(attribute.attributes, object, sourceProfile);
      return Object.values(members).every((member) => member === null) ? null : members;
    }
    case 'set':
    case 'list':
      return Array.isArray(value) && value.length > 0
        ? movedItems(attribute, value as readonly Json[], sourceProfile)
        : null;
    case 'number':
      // The old plugin SDK stores an unset number as 0.
      return value === 0 && attribute.allowedNumbers && !attribute.allowedNumbers.includes(0) ? null : value;
    default:
      return isUnset(value) ? null : value;
  }
}

function movedItems(
  attribute: StringsAttribute | ObjectsAttribute,
  items: readonly Json[],
  sourceProfile: Profile,
): readonly Json[] {
  const { elements } = attribute;
  if (elements !== 'string') {
    return items.map((item) => (isJsonObject(item) ? movedMembers(elements, item, sourceProfile) : null));
  }
  const member = 'elementMember' in attribute ? attribute.elementMember : undefined;
  return items.map((item) => (member !== undefined && isJsonObject(item) ? (item[member] ?? null) : item));
}

/** The old plugin SDK stores unset values as `""`, `[]` and `{}`. */
function isUnset(value: Json): boolean {
  if (value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
