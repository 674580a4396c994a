/** From the members of a request, already checked, to the values that are stored. */
import { canonicalText, elementIdentity, toRequestText } from '../../model/canonical';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes, Kind, ObjectAttribute, StringsAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { ApiProblem } from '../http/api-problem';
import { behaviourOf } from '../kinds';

/**
 * The stored values after a request: what it does not mention stays, arrays are replaced whole, nested objects merge,
 * `""` clears, null switches an object off (gaps.md section 3). `before` is empty for a create. Defaults are filled in.
 * Refuses another alternative where the model says that it needs a new object.
 */
export function mergeValues(kind: Kind, before: JsonObject, sent: JsonObject): JsonObject {
  const merged = mergeMembers(kind.attributes, before, sent, behaviourOf(kind).keepsSpelling ?? []);
  return Object.fromEntries(
    Object.entries(merged).filter(
      ([name]) => name in sent || !(isLeftBehind(kind, name, merged) || isDisplaced(kind, name, sent)),
    ),
  );
}

/** Whether the set that allows a value has lost the element that does: `binding` without the feature. */
function isLeftBehind(kind: Kind, name: string, values: JsonObject): boolean {
  return (kind.requires ?? []).some((rule) => {
    const holder = values[rule.requires];
    return rule.attribute === name && !(Array.isArray(holder) && holder.includes(rule.element));
  });
}

/** Whether what is sent takes the place of a value that is not: a certificate by a policy (gaps.md section 3). */
function isDisplaced({ attributes }: Kind, name: string, sent: JsonObject): boolean {
  const by = attributes[name]?.detach?.replacedBy;
  return by !== undefined && (sent[by] ?? null) !== null;
}

function mergeMembers(
  attributes: Attributes,
  before: JsonObject,
  sent: JsonObject,
  keepsSpelling: readonly string[],
): Record<string, Json> {
  const merged: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute)) continue;
    const value = sent[name];
    const stored =
      value === undefined ? before[name] : mergeValue(attribute, before[name], value, keepsSpelling.includes(name));
    const kept = stored ?? attribute.default;
    if (kept !== undefined) merged[name] = kept;
  }
  return merged;
}

/** Undefined clears. */
function mergeValue(
  attribute: Attribute,
  before: Json | undefined,
  sent: Json,
  keepsSpelling: boolean,
): Json | undefined {
  if (sent === null) return undefined;
  switch (attribute.type) {
    case 'object':
      return isJsonObject(sent) ? mergeObject(attribute, isJsonObject(before) ? before : {}, sent) : undefined;
    case 'set':
    case 'list':
      return Array.isArray(sent) ? storedItems(attribute, sent) : undefined;
    case 'string':
      if (sent === '' && attribute.emptyIsAbsent) return undefined;
      return keepsSpelling ? sent : toRequestText(attribute, String(sent));
    default:
      return sent;
  }
}

function mergeObject(attribute: ObjectAttribute, before: JsonObject, sent: JsonObject): JsonObject {
  const merged = mergeMembers(attribute.attributes, before, sent, []);
  const chosen = attribute.exactlyOne?.find((name) => (sent[name] ?? null) !== null);
  if (chosen === undefined) return merged;
  for (const other of attribute.exactlyOne ?? []) {
    if (other === chosen) continue;
    // Whether or not the request says null for it: what was there is not given up for another one.
    if (attribute.attributes[chosen]?.requiresReplace === 'if-presence-changes' && before[other] !== undefined) {
      const code = attribute.exactlyOneErrorCodes?.changed;
      throw new ApiProblem(400, code, `'${other}' cannot be changed to '${chosen}'; make a new object.`);
    }
    delete merged[other];
  }
  return merged;
}

function storedItems(
  attribute: Exclude<Attribute, { type: 'object' | 'string' | 'bool' | 'number' }>,
  items: readonly Json[],
): Json[] {
  const { elements } = attribute;
  const stored = items.map((item) =>
    elements === 'string'
      ? canonicalText(attribute as StringsAttribute, String(item))
      : mergeMembers(elements, {}, isJsonObject(item) ? item : {}, []),
  );
  if (attribute.type !== 'set') return stored;
  return [...new Map(stored.map((item) => [elementIdentity(attribute, item), item])).values()];
}
