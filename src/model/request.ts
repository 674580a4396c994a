import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../values/json';
import { semanticallyEqual, toRequestString } from './canonical';
import type { Attribute, Attributes, StringsAttribute } from './kind';

export function isInput(attribute: Attribute): boolean {
  return attribute.presence !== 'computed';
}

/** Whether no PATCH contains the value. */
export function isSetOnCreateOnly({ requiresReplace }: Attribute): boolean {
  return requiresReplace === 'always' || requiresReplace === 'within-update';
}

/**
 * All non-null attributes that a user may set. `attributes`, also in {@link updateBody}, are those of a kind, without
 * what `expandAttributes` adds: the service does not know it.
 */
export function createBody(attributes: Attributes, values: JsonObject): JsonObject {
  const body: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = values[name];
    if (!isInput(attribute) || value === null || value === undefined) continue;
    body[name] = toRequestValue(attribute, value);
  }
  return body;
}

/**
 * The attributes that are semantically different and can be changed. A removed attribute gets its default or is
 * cleared, unless responses omit it, a DELETE removes it (`detach`), or it is an object that no PATCH removes
 * (`clearBy`). Undefined if there is nothing to send, because the service rejects an empty PATCH. A changed nested
 * object is sent with all its changeable members, which is correct whether the service merges or replaces it; except
 * those that were null and stay so, and unchanged ones that the service may have chosen.
 */
export function updateBody(attributes: Attributes, planned: JsonObject, prior: JsonObject): JsonObject | undefined {
  return selectMembers(attributes, (attribute, name) => {
    const [value, priorValue] = [planned[name] ?? null, prior[name] ?? null];
    return isChanged(attribute, value, priorValue) ? changedValue(attribute, value, priorValue) : undefined;
  });
}

function selectMembers(
  attributes: Attributes,
  toMember: (attribute: Attribute, name: string) => Json | undefined,
): JsonObject | undefined {
  const members: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute) || isSetOnCreateOnly(attribute)) continue;
    const member = toMember(attribute, name);
    if (member !== undefined) members[name] = member;
  }
  return Object.keys(members).length > 0 ? members : undefined;
}

function isChanged(attribute: Attribute, planned: Json, prior: Json): boolean {
  // Removing the value from the configuration does not clear it: after an import it is null and still set.
  if (attribute.omittedFromResponses && planned === null) return false;
  if (attribute.type !== 'object' || !isJsonObject(planned) || !isJsonObject(prior))
    return !semanticallyEqual(attribute, planned, prior);
  return Object.entries(attribute.attributes).some(
    ([name, member]) => isInput(member) && isChanged(member, planned[name] ?? null, prior[name] ?? null),
  );
}

function changedValue(attribute: Attribute, planned: Json, prior: Json): Json | undefined {
  if (attribute.type === 'object') {
    if (planned === null && attribute.clearBy === 'null') return null;
    if (planned === null && attribute.clearBy !== 'members') return undefined;
    return updateMembers(attribute.attributes, toJsonObject(planned), toJsonObject(prior));
  }
  if (planned !== null) return toRequestValue(attribute, planned);
  if (attribute.omittedFromResponses || attribute.detach) return undefined;
  if (attribute.default !== undefined) return attribute.default;
  return clearingValue(attribute);
}

function updateMembers(attributes: Attributes, planned: JsonObject, prior: JsonObject): JsonObject | undefined {
  return selectMembers(attributes, (attribute, name) => {
    const [value, priorValue] = [planned[name] ?? null, prior[name] ?? null];
    // Sending a server-chosen value back would fix it.
    if (attribute.presence === 'optional-computed' && !isChanged(attribute, value, priorValue)) return undefined;
    return value === null && priorValue === null ? undefined : changedValue(attribute, value, priorValue);
  });
}

function clearingValue(attribute: Attribute): Json {
  switch (attribute.type) {
    case 'set':
    case 'list':
      return [];
    case 'map':
      return {};
    default:
      // A string: a number or bool that can be updated has a default, as test/model/kinds.test.ts requires.
      return '';
  }
}

/**
 * Strings in NFC, as in Terraform, and in canonical form unless the format is sent as configured; those of a map as
 * they are. `""` and `[]` are kept, because they may clear a value.
 */
function toRequestValue(attribute: Attribute, value: Json): Json {
  switch (attribute.type) {
    case 'object':
      return createBody(attribute.attributes, toJsonObject(value));
    case 'set':
    case 'list': {
      const { elements } = attribute;
      if (!Array.isArray(value)) return [];
      return (value as Json[]).map((item) =>
        elements === 'string'
          ? toRequestString(attribute as StringsAttribute, String(item).normalize('NFC'))
          : createBody(elements, toJsonObject(item)),
      );
    }
    case 'map':
      return value;
    default:
      return typeof value === 'string' && value !== '' ? toRequestString(attribute, value.normalize('NFC')) : value;
  }
}
