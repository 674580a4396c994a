/** What an object is called, what is worth knowing of it at a glance, and what can be shown of it at all. */
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../model/json';
import type { Attribute, ObjectAttribute, ScalarAttribute } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { attributeAt } from '../../model/natural-key';
import { counted, oneLine } from '../../model/text';
import type { GraphKind } from './kinds';

/** Texts that tell one object from others where it has no description, best first. */
const LABEL_ATTRIBUTES = ['description', 'subject_common_name', 'url', 'public_url'];

/** Free texts for machines: they may hold anything, credentials too, and nobody finds an object by them. */
const MACHINE_ATTRIBUTES = ['metadata', 'traffic_policy'];

/** Bytes of the longest text that is shown as it is: no certificate, no key, and a page of 500 objects stays small. */
const MAX_VALUE_BYTES = 300;

/**
 * The readable members of the natural key where the service keeps it unique (`dashboard`, `203.0.113.0/24`), or else the
 * description or another text, or else the natural key; undefined where nothing tells it before Terraform runs.
 */
export function findLabel(kind: GraphKind, values: JsonObject): string | undefined {
  const members = readableKeyPaths(kind).map((path) => valueAt(values, path));
  const key = members.filter(isLiteralString).map(oneLine).join('/');
  const texts = LABEL_ATTRIBUTES
    .map((name) => values[name])
    .filter(isLiteralString)
    .map(oneLine);
  const candidates = kind.naturalKey?.unique ? [key, ...texts] : [...texts, key];
  return candidates.find((text) => text !== '');
}

/** Members of the key that people read: neither identifiers nor keys and certificates. */
function readableKeyPaths({ naturalKey, attributes }: GraphKind): readonly string[] {
  return (naturalKey?.attributes ?? []).filter((path) => {
    const attribute = attributeAt(attributes, path);
    return !('ref' in attribute && attribute.ref) && !isBulky(attribute);
  });
}

function isBulky(attribute: Attribute): boolean {
  return 'equality' in attribute && (attribute.equality === 'pem' || attribute.equality === 'ssh_key');
}

/** Truth values, chosen words, the chosen one of several members, and how many elements there are. */
export function findBadges(kind: GraphKind, values: JsonObject): string[] {
  const said = new Set(kind.naturalKey?.attributes ?? []);
  return Object.entries(kind.attributes).flatMap(([name, attribute]) => {
    if (said.has(name) || attribute.presence === 'computed' || attribute.deprecated || isSecret(attribute)) return [];
    return toBadges(name, attribute, values[name] ?? attribute.default ?? null);
  });
}

function toBadges(name: string, attribute: Attribute, value: Json): string[] {
  const words = name.replaceAll('_', ' ');
  if (attribute.type === 'bool') return typeof value === 'boolean' ? [value ? words : `not ${words}`] : [];
  if (attribute.type === 'object') return isJsonObject(value) ? chosenMember(attribute, value) : [];
  if ('elements' in attribute && attribute.elements !== 'string')
    return Array.isArray(value) && value.length > 0 ? [counted(value.length, words.replace(/s$/, ''))] : [];
  return 'enum' in attribute && (attribute.enum?.length ?? 0) > 1 ? chosenWords(attribute, value) : [];
}

function chosenMember({ exactlyOne = [] }: ObjectAttribute, value: JsonObject): string[] {
  const chosen = exactlyOne.find((member) => isJsonObject(value[member]));
  return chosen === undefined ? [] : [chosen.replaceAll('_', ' ')];
}

function chosenWords(attribute: Attribute, value: Json): string[] {
  // What everybody has is not worth the room.
  if (value === attribute.default) return [];
  return listOf(value).filter(isLiteralString).map(oneLine);
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** The word that objects of the kind are counted by: a chosen one that each of them must have. */
export function findCategory(kind: GraphKind, values: JsonObject): string | undefined {
  const name = findCategoryAttribute(kind);
  const value = name === undefined ? undefined : values[name];
  return isLiteralString(value) ? value : undefined;
}

/** The words themselves, in the model's order; none for most kinds. */
export function categoriesOf(kind: GraphKind): readonly string[] {
  const name = findCategoryAttribute(kind);
  return name === undefined ? [] : ((kind.attributes[name] as ScalarAttribute).enum ?? []);
}

function findCategoryAttribute({ attributes, naturalKey }: GraphKind): string | undefined {
  return Object.entries(attributes).find(
    ([name, attribute]) =>
      attribute.presence === 'required' &&
      attribute.type === 'string' &&
      (attribute.enum?.length ?? 0) > 1 &&
      !naturalKey?.attributes.includes(name),
  )?.[0];
}

/** Kinds whose objects are deleted with one of this kind. */
export function childKindsOf(kind: string): readonly string[] {
  return KINDS.filter(({ attributes }) =>
    Object.values(attributes).some(
      (attribute) => 'ref' in attribute && attribute.ref?.kind === kind && attribute.ref.onDelete === 'cascade',
    ),
  ).map(({ name }) => name);
}

/** Attributes with their values as text. What is secret, was marked so, or is only for machines is left out. */
export function toDetails({ attributes }: GraphKind, values: JsonObject, above = ''): [string, string][] {
  return Object.entries(attributes).flatMap(([name, attribute]): [string, string][] => {
    const value = values[name] ?? null;
    if (value === null || isSecret(attribute) || MACHINE_ATTRIBUTES.includes(name)) return [];
    const path = `${above}${name}`;
    if (attribute.type === 'object') {
      return isJsonObject(value)
        ? toDetails({ name, title: name, attributes: attribute.attributes }, value, `${path}.`)
        : [];
    }
    const text = formatValue(attribute, value);
    return text === '' ? [] : [[path, text]];
  });
}

function formatValue(attribute: Attribute, value: Json): string {
  if ('elements' in attribute && attribute.elements !== 'string') {
    const { identity } = attribute as { readonly identity?: string };
    const elements = Array.isArray(value) ? (value as readonly Json[]) : [];
    const names = elements.map((each) => (isJsonObject(each) && identity !== undefined ? each[identity] : null));
    return names.filter(isLiteralString).map(oneLine).join(', ');
  }
  const texts = listOf(value).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const whole = texts.join(', ');
  if (isBulky(attribute) || /-----BEGIN/.test(whole)) return `(${Buffer.byteLength(whole)} bytes)`;
  return Buffer.byteLength(whole) > MAX_VALUE_BYTES
    ? `${[...oneLine(whole)].slice(0, MAX_VALUE_BYTES).join('')}…`
    : oneLine(whole);
}

function isSecret({ sensitive, readback, writeOnly }: Attribute): boolean {
  return sensitive === true || readback !== undefined || writeOnly === true;
}

/** A text that is no expression, which only Terraform knows the value of. */
function isLiteralString(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('${') && !value.includes('%{');
}
