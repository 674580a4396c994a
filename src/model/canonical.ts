/**
 * One spelling for everything that means the same: two values of an attribute are equal in meaning exactly if their
 * canonical values are the same JSON.
 */

import { canonicalHostname } from './formats/hostname';
import { canonicalJsonText } from './formats/json-text';
import { canonicalPem } from './formats/pem';
import { canonicalSshKey } from './formats/ssh-key';
import { canonicalTimestamp } from './formats/timestamp';
import { canonicalCidr } from './ip/cidr';
import { isJsonObject, type Json, type JsonObject, valueAt } from './json';
import type {
  Attribute,
  Attributes,
  ObjectAttribute,
  ObjectsAttribute,
  ScalarAttribute,
  StringsAttribute,
} from './kind';

type StringLikeAttribute = Pick<ScalarAttribute | StringsAttribute, 'equality' | 'enum'>;
type MapAttribute = (StringsAttribute | ObjectsAttribute) & { readonly type: 'map' };

/** The canonical spelling of one text; a text that is invalid is its own. */
export function canonicalText(attribute: StringLikeAttribute, text: string): string {
  switch (attribute.equality) {
    case 'cidr':
      return canonicalCidr(text);
    case 'hostname':
      return canonicalHostname(text);
    case 'case':
      return attribute.enum?.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
    case 'json':
      return canonicalJsonText(text);
    case 'pem':
      return canonicalPem(text);
    case 'ssh_key':
      return canonicalSshKey(text);
    case 'timestamp':
      return canonicalTimestamp(text);
    default:
      return text;
  }
}

/**
 * The spelling in which a text is sent, and kept by the service: the canonical one, but as it is for keys and
 * certificates, which keep their comments, and for JSON, which the service never reads.
 */
export function toRequestText(attribute: StringLikeAttribute, text: string): string {
  switch (attribute.equality) {
    case 'json':
    case 'pem':
    case 'ssh_key':
      return text;
    default:
      return canonicalText(attribute, text);
  }
}

/**
 * The canonical form of a value: absent is null (or the default), sets are sorted and without duplicates, objects
 * have their members in the model's order. Takes values that are wholly known.
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
      // JSON has no number beyond 2^53 that keeps its digits.
      if (typeof value === 'bigint') return String(value);
      if (typeof value !== 'string') return value as Json;
      return value === '' && attribute.emptyIsAbsent
        ? ((attribute.default as Json | undefined) ?? null)
        : canonicalText(attribute, value.normalize('NFC'));
    case 'object':
      return canonicalObject(attribute, value);
    case 'map':
      return canonicalMap(attribute as MapAttribute, value);
    default:
      return canonicalItems(attribute, value as readonly unknown[]);
  }
}

/** An empty map is no map, unless absence means the default: then it is the way to say 'none'. */
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

/** The canonical spelling of a key of a map of objects; two keys with the same one are one key. */
export function canonicalKey({ keys }: ObjectsAttribute, key: string): string {
  return keys ? canonicalText(keys as StringLikeAttribute, key.normalize('NFC')) : key;
}

/** Whether two wholly known values of the attribute mean the same to the service. */
export function semanticallyEqual(attribute: Attribute, a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(canonicalValue(attribute, a)) === JSON.stringify(canonicalValue(attribute, b));
}

/** What an element of a set is matched by: its identifying member, or all of it. */
export function elementIdentity(attribute: Attribute, element: unknown): string {
  if ('elements' in attribute && attribute.elements !== 'string') {
    const member = attribute.type === 'set' && attribute.identity;
    if (member && isJsonObject(element))
      return JSON.stringify(canonicalValue(attribute.elements[member] as Attribute, element[member]));
    return JSON.stringify(canonicalMembers(attribute.elements, element));
  }
  return JSON.stringify(
    typeof element === 'string' ? canonicalText(attribute as StringsAttribute, element.normalize('NFC')) : element,
  );
}

function canonicalObject(attribute: ObjectAttribute, value: unknown): Json {
  const members = canonicalMembers(attribute.attributes, value);
  return isNullObject(attribute, members) ? null : members;
}

function canonicalMembers(attributes: Attributes, value: unknown): JsonObject {
  const members = isJsonObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries(attributes).map(([name, member]) => [name, canonicalValue(member, members[name])]),
  );
}

function canonicalItems(
  attribute: Exclude<Attribute, ScalarAttribute | ObjectAttribute>,
  items: readonly unknown[],
): Json {
  if (items.length === 0) return null;
  const of = attribute.elements;
  const canonical = items.map(
    (item): Json =>
      of === 'string'
        ? canonicalText(attribute as StringsAttribute, String(item).normalize('NFC'))
        : canonicalMembers(of, item),
  );
  if (attribute.type === 'list') return canonical;
  const byText = new Map(canonical.map((item) => [JSON.stringify(item), item]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** Whether the value is an empty string that stands for none. */
export function isAbsentText(attribute: Attribute | undefined, value: unknown): boolean {
  return value === '' && attribute?.type === 'string' && attribute.emptyIsAbsent === true;
}

/** Whether an object stands for its own absence: all members named in `absentWhenEmpty` are empty. */
export function isNullObject(attribute: ObjectAttribute, value: unknown): boolean {
  return attribute.nullWhenAllEmpty?.every((path) => isEmpty(valueAt(value, path))) ?? false;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
