import { canonicalString, elementIdentity, toRequestString } from '../../../model/canonical';
import type { Attribute, Attributes, Kind, ObjectAttribute, StringsAttribute } from '../../../model/kind';
import { isInput } from '../../../model/request';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../../../values/json';
import { getKindHooks } from '../kinds';
import { getAttributeCodes } from '../kinds/error-codes';
import { Refusal } from '../state/refusal';

/**
 * Returns the values after a request. Missing members keep their value, arrays are replaced, and nested objects merge.
 * Null, and `""` of an attribute with `emptyIsAbsent`, remove the value. An attribute without a value then gets its
 * default, if it has one. `before` is empty for a create. A value that is not sent is removed if the request removes
 * what allows it, sets what replaces it, or sets another of its `exactlyOne` alternatives. Rejects such another
 * alternative if it requires a new object.
 */
export function mergeValues(kind: Kind, before: JsonObject, sent: JsonObject): JsonObject {
  const merged = mergeMembers(kind.attributes, before, sent, kind);
  return Object.fromEntries(
    Object.entries(merged).filter(
      ([name]) => name in sent || !(isNoLongerAllowed(kind, name, merged) || isReplaced(kind, name, sent)),
    ),
  );
}

/** For example `binding`, if the feature that allows it is gone. */
function isNoLongerAllowed(kind: Kind, name: string, values: JsonObject): boolean {
  return (kind.requires ?? []).some((rule) => {
    const holder = values[rule.requires];
    return rule.attribute === name && !(Array.isArray(holder) && holder.includes(rule.element));
  });
}

/** For example a certificate, if the request sets a policy. */
function isReplaced({ attributes }: Kind, name: string, sent: JsonObject): boolean {
  const replacement = attributes[name]?.detach?.replacedBy;
  return replacement !== undefined && (sent[replacement] ?? null) !== null;
}

/** The rules of the kind for one of its attributes; nested attributes have none. */
interface MergeRules {
  readonly keepsRepresentation: boolean;
  readonly changedCode: number | undefined;
}

function mergeMembers(attributes: Attributes, before: JsonObject, sent: JsonObject, kind?: Kind): Record<string, Json> {
  const keepsRepresentation = (kind && getKindHooks(kind).keepsRepresentation) ?? [];
  const merged: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute)) continue;
    const value = sent[name];
    const stored =
      value === undefined
        ? before[name]
        : mergeValue(attribute, before[name], value, {
            keepsRepresentation: keepsRepresentation.includes(name),
            changedCode: kind && getAttributeCodes(kind.name, name).changed,
          });
    const kept = stored ?? attribute.default;
    if (kept !== undefined) merged[name] = kept;
  }
  return merged;
}

function mergeValue(
  attribute: Attribute,
  before: Json | undefined,
  sent: Json,
  { keepsRepresentation, changedCode }: MergeRules,
): Json | undefined {
  if (sent === null) return undefined;
  switch (attribute.type) {
    case 'object':
      return isJsonObject(sent) ? mergeObject(attribute, toJsonObject(before), sent, changedCode) : undefined;
    case 'set':
    case 'list':
      return Array.isArray(sent) ? toStoredItems(attribute, sent) : undefined;
    case 'string':
      if (sent === '' && attribute.emptyIsAbsent) return undefined;
      return keepsRepresentation ? sent : toRequestString(attribute, String(sent));
    default:
      return sent;
  }
}

function mergeObject(
  attribute: ObjectAttribute,
  before: JsonObject,
  sent: JsonObject,
  changedCode: number | undefined,
): JsonObject {
  const merged = mergeMembers(attribute.attributes, before, sent);
  const selected = attribute.exactlyOne?.find((name) => (sent[name] ?? null) !== null);
  if (selected === undefined) return merged;
  for (const other of attribute.exactlyOne ?? []) {
    if (other === selected) continue;
    // An explicit null for the previous alternative does not help.
    if (attribute.attributes[selected]?.requiresReplace === 'if-presence-changes' && before[other] !== undefined) {
      throw new Refusal(400, changedCode, `'${other}' cannot be changed to '${selected}'; make a new object.`);
    }
    delete merged[other];
  }
  return merged;
}

function toStoredItems(
  attribute: Exclude<Attribute, { type: 'object' | 'string' | 'bool' | 'number' }>,
  items: readonly Json[],
): Json[] {
  const { elements } = attribute;
  const stored = items.map((item) =>
    elements === 'string'
      ? canonicalString(attribute as StringsAttribute, String(item))
      : mergeMembers(elements, {}, toJsonObject(item)),
  );
  if (attribute.type !== 'set') return stored;
  return [...new Map(stored.map((item) => [elementIdentity(attribute, item), item])).values()];
}
