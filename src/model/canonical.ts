/** Semantic equality: two values of an attribute are equal if their canonical values are the same JSON. */

import { isJsonObject, type Json, type JsonObject, toJsonObject, valueAt } from '../values/json';
import { FORMATS, type Format } from './formats';
import type {
  Attribute,
  Attributes,
  ObjectAttribute,
  ObjectsAttribute,
  ScalarAttribute,
  StringsAttribute,
} from './kind';

type StringLikeAttribute = Pick<ScalarAttribute | StringsAttribute, 'format' | 'enum' | 'enumIgnoresCase'>;
type MapAttribute = (StringsAttribute | ObjectsAttribute) & { readonly type: 'map' };

export function formatOf(attribute: Attribute | StringLikeAttribute): Format | undefined {
  return 'format' in attribute && attribute.format ? FORMATS[attribute.format] : undefined;
}

/** An invalid string is returned unchanged. */
export function canonicalString(attribute: StringLikeAttribute, text: string): string {
  if (attribute.enumIgnoresCase)
    return attribute.enum?.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
  return formatOf(attribute)?.canonical?.(text) ?? text;
}

/** Returns whether the format or enum of the attribute makes different strings equal, besides forms of Unicode. */
export function hasSeveralNotations(attribute: StringLikeAttribute): boolean {
  return attribute.enumIgnoresCase === true || formatOf(attribute)?.canonical !== undefined;
}

export function toRequestString(attribute: StringLikeAttribute, text: string): string {
  return formatOf(attribute)?.isSentAsConfigured ? text : canonicalString(attribute, text);
}

/**
 * The canonical form of a value without unknown parts:
 *
 * - of an unset value, and of `''` with `emptyIsAbsent`: the default, or null without one;
 * - of a string: NFC, and the canonical form of its format or enum;
 * - of an empty list, set or map: null, but of an empty map with a default `{}`;
 * - of a set: sorted, without duplicates; of a map: sorted by key, with its strings as they are;
 * - of an object: all members of the model in its order, or null if {@link isNullObject}.
 *
 * A value of another type, as in a damaged state, has some result: `5` in place of a set is `5`.
 */
export function canonicalValue(attribute: Attribute, value: unknown): Json {
  if (value === null || value === undefined) {
    return attribute.default === undefined ? null : canonicalNonNull(attribute, attribute.default);
  }
  return canonicalNonNull(attribute, value);
}

function canonicalNonNull(attribute: Attribute, value: unknown): Json {
  switch (attribute.type) {
    case 'string':
    case 'number':
    case 'bool':
      // JSON numbers lose digits beyond 2^53.
      if (typeof value === 'bigint') return String(value);
      if (typeof value !== 'string') return value as Json;
      return value === '' && attribute.emptyIsAbsent
        ? ((attribute.default as Json | undefined) ?? null)
        : canonicalString(attribute, value.normalize('NFC'));
    case 'object':
      return canonicalObject(attribute, value);
    case 'map':
      return canonicalMap(attribute as MapAttribute, value);
    default:
      return Array.isArray(value) ? canonicalItems(attribute, value) : (value as Json);
  }
}

/** With a default, an empty map stays `{}`, because null means the default. */
function canonicalMap(attribute: MapAttribute, value: unknown): Json {
  const entries = Object.entries(value as JsonObject)
    .flatMap(([key, item]) => canonicalEntry(attribute, key, item))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 && attribute.default === undefined ? null : Object.fromEntries(entries);
}

function canonicalEntry(attribute: MapAttribute, key: string, item: Json | undefined): [string, Json | undefined][] {
  if (attribute.elements === 'string') return [[key, item]];
  if (item === null || item === undefined) return [];
  return [[canonicalKey(attribute as ObjectsAttribute, key), canonicalMembers(attribute.elements, item)]];
}

export function canonicalKey({ keys }: ObjectsAttribute, key: string): string {
  return keys ? canonicalString(keys as StringLikeAttribute, key.normalize('NFC')) : key;
}

export function semanticallyEqual(attribute: Attribute, a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(canonicalValue(attribute, a)) === JSON.stringify(canonicalValue(attribute, b));
}

/** The text of its `idMember`, so that an element keeps it when it changes; without `idMember`, that of all of it. */
export function elementIdentity(attribute: Attribute, element: unknown): string {
  if ('elements' in attribute && attribute.elements !== 'string') {
    const member = attribute.type === 'set' && attribute.idMember;
    if (member && isJsonObject(element))
      return JSON.stringify(canonicalValue(attribute.elements[member] as Attribute, element[member]));
    return JSON.stringify(canonicalMembers(attribute.elements, element));
  }
  return JSON.stringify(
    typeof element === 'string' ? canonicalString(attribute as StringsAttribute, element.normalize('NFC')) : element,
  );
}

function canonicalObject(attribute: ObjectAttribute, value: unknown): Json {
  const members = canonicalMembers(attribute.attributes, value);
  return isNullObject(attribute, members) ? null : members;
}

function canonicalMembers(attributes: Attributes, value: unknown): JsonObject {
  const members = toJsonObject(value);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, member]) => [name, canonicalValue(member, members[name])]),
  );
}

function canonicalItems(
  attribute: Exclude<Attribute, ScalarAttribute | ObjectAttribute>,
  items: readonly unknown[],
): Json {
  if (items.length === 0) return null;
  const { elements } = attribute;
  const canonical = items.map(
    (item): Json =>
      elements === 'string'
        ? canonicalString(attribute as StringsAttribute, String(item).normalize('NFC'))
        : canonicalMembers(elements, item),
  );
  if (attribute.type === 'list') return canonical;
  const byKey = new Map(canonical.map((item) => [JSON.stringify(item), item]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

export function isNullString(attribute: Attribute | undefined, value: unknown): boolean {
  return value === '' && attribute?.type === 'string' && attribute.emptyIsAbsent === true;
}

export function isNullObject(attribute: ObjectAttribute, value: unknown): boolean {
  return attribute.nullWhenAllEmpty?.every((path) => isEmpty(valueAt(value, path))) ?? false;
}

/** True for null, undefined, `''` and an empty list; false for an empty object. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

export function mayHaveConditionalDefault(
  { conditionalDefault }: Attribute,
  values: { readonly [name: string]: unknown },
): boolean {
  if (!conditionalDefault) return false;
  const text = values[conditionalDefault.where.attribute];
  return typeof text === 'string' && text.startsWith(conditionalDefault.where.prefix);
}

/** `response` has all values of the object. */
export function mayBeConditionalDefault(attribute: Attribute, name: string, response: JsonObject): boolean {
  return (
    mayHaveConditionalDefault(attribute, response) &&
    semanticallyEqual(attribute, response[name], attribute.conditionalDefault?.value)
  );
}
