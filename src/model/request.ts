/** From the values of a kind's attributes to the bodies of requests. Names are the specification's; see wire.ts. */
import { semanticallyEqual, toRequestText } from './canonical';
import { isJsonObject, type Json, type JsonObject } from './json';
import type { Attribute, Attributes, StringsAttribute } from './kind';

/** Whether a user may set the attribute, and so a request may hold it. */
export function isInput(attribute: Attribute): boolean {
  return attribute.presence !== 'computed';
}

/** The body of a create: every value that is given, in canonical spelling; nulls are left out. */
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
 * The body of an update from `prior` to `planned`: only attributes that differ in meaning and can be changed; what was
 * removed is cleared the way the service takes it. Undefined when nothing is left to send, because an empty PATCH is refused.
 *
 * A nested object that changed is sent with all its changeable members, which is right whether the service merges or
 * replaces it (gaps.md section 3 has no proof of either).
 */
export function updateBody(attributes: Attributes, planned: JsonObject, prior: JsonObject): JsonObject | undefined {
  const body: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute) || attribute.requiresReplace === 'always') continue;
    const [now, before] = [planned[name] ?? null, prior[name] ?? null];
    if (!isChanged(attribute, now, before)) continue;
    const value = changedValue(attribute, now, before);
    if (value !== undefined) body[name] = value;
  }
  return Object.keys(body).length > 0 ? body : undefined;
}

/** Whether an input differs; what only the service gives is left out of account. */
function isChanged(attribute: Attribute, now: Json, before: Json): boolean {
  // What no answer holds is not taken away by no longer naming it.
  if (attribute.readback && now === null) return false;
  if (attribute.type !== 'object' || !isJsonObject(now) || !isJsonObject(before))
    return !semanticallyEqual(attribute, now, before);
  return Object.entries(attribute.attributes).some(
    ([name, member]) => isInput(member) && isChanged(member, now[name] ?? null, before[name] ?? null),
  );
}

function changedValue(attribute: Attribute, now: Json, before: Json): Json | undefined {
  if (attribute.type === 'object') {
    if (now === null && attribute.clearBy === 'null') return null;
    if (now === null && attribute.clearBy !== 'members') return undefined;
    return updateMembers(attribute.attributes, isJsonObject(now) ? now : {}, isJsonObject(before) ? before : {});
  }
  if (now !== null) return toRequestValue(attribute, now);
  if (attribute.readback || attribute.detach) return undefined;
  if (attribute.default !== undefined) return attribute.default;
  return clearingValue(attribute);
}

function updateMembers(attributes: Attributes, now: JsonObject, before: JsonObject): JsonObject | undefined {
  const members: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute) || attribute.requiresReplace === 'always') continue;
    const [value, old] = [now[name] ?? null, before[name] ?? null];
    // What the service chose is not sent back to it, which would fix it for ever.
    if (attribute.presence === 'optional-computed' && !isChanged(attribute, value, old)) continue;
    const member = value === null && old === null ? undefined : changedValue(attribute, value, old);
    if (member !== undefined) members[name] = member;
  }
  return Object.keys(members).length > 0 ? members : undefined;
}

function clearingValue(attribute: Attribute): Json {
  switch (attribute.type) {
    case 'set':
    case 'list':
      return [];
    case 'map':
      return {};
    default:
      return '';
  }
}

/** A given value as it is sent: canonical texts, but an explicit `""` or `[]` stays one, since it may clear something. */
function toRequestValue(attribute: Attribute, value: Json): Json {
  switch (attribute.type) {
    case 'object':
      return createBody(attribute.attributes, isJsonObject(value) ? value : {});
    case 'set':
    case 'list': {
      const of = attribute.elements;
      if (!Array.isArray(value)) return [];
      return (value as Json[]).map((item) =>
        of === 'string'
          ? toRequestText(attribute as StringsAttribute, String(item))
          : createBody(of, isJsonObject(item) ? item : {}),
      );
    }
    case 'map':
      return value;
    default:
      return typeof value === 'string' && value !== '' ? toRequestText(attribute, value.normalize('NFC')) : value;
  }
}
