import type { Attribute, ObjectAttribute, ScalarAttribute } from '../../model/kind';
import { isSensitive } from '../../model/marks';
import { isKeyOrCertificate, LABEL_ATTRIBUTES, readableKeyPaths } from '../../model/natural-key';
import { formatCount, oneLine } from '../../model/text';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../values/json';
import type { GraphKind } from './kinds';

/** Details do not show these attributes, since users may have written credentials into them. */
const FREE_FORM_ATTRIBUTES = ['metadata', 'traffic_policy'];

/** In characters, chosen. Longer values are truncated, except lists of objects. */
const MAX_VALUE_LENGTH = 300;

/**
 * The label of an object, from its natural key (without references, public keys and certificates) and its {@link
 * LABEL_ATTRIBUTES}. A unique key comes first: `dashboard` of a restriction, `203.0.113.0/24` of a rule. A key that is
 * not unique comes last. Strings with an expression, such as `${var.name}`, are skipped; undefined if none is left.
 */
export function findLabel(kind: GraphKind, values: JsonObject): string | undefined {
  const members = readableKeyPaths(kind).map((path) => valueAt(values, path));
  const key = members.filter(isLiteralString).map(oneLine).join('/');
  const labels = LABEL_ATTRIBUTES.map((name) => values[name])
    .filter(isLiteralString)
    .map(oneLine);
  const candidates = kind.naturalKey?.unique ? [key, ...labels] : [...labels, key];
  return candidates.find((text) => text !== '');
}

/**
 * The badges of an object: `enforced` or `not enforced` for a boolean, an enum value other than the default, the chosen
 * member of a union (`data stream`), and the length of a list or set of objects (`2 sources`). Other values have none,
 * and neither has an attribute that is computed, deprecated, sensitive or a part of the natural key.
 */
export function findBadges(kind: GraphKind, values: JsonObject): string[] {
  const inNaturalKey = new Set(kind.naturalKey?.attributes ?? []);
  return Object.entries(kind.attributes).flatMap(([name, attribute]) => {
    if (inNaturalKey.has(name) || attribute.presence === 'computed' || attribute.deprecated || isSensitive(attribute))
      return [];
    return toBadges(name, attribute, values[name] ?? attribute.default ?? null);
  });
}

function toBadges(name: string, attribute: Attribute, value: Json): string[] {
  const words = name.replaceAll('_', ' ');
  if (attribute.type === 'bool') return typeof value === 'boolean' ? [value ? words : `not ${words}`] : [];
  if (attribute.type === 'object') return isJsonObject(value) ? chosenMember(attribute, value) : [];
  if ('elements' in attribute && attribute.elements !== 'string')
    return Array.isArray(value) && value.length > 0 ? [formatCount(value.length, words.replace(/s$/, ''))] : [];
  return 'enum' in attribute && (attribute.enum?.length ?? 0) > 1 ? chosenWords(attribute, value) : [];
}

function chosenMember({ exactlyOne = [] }: ObjectAttribute, value: JsonObject): string[] {
  const chosen = exactlyOne.find((member) => isJsonObject(value[member]));
  return chosen === undefined ? [] : [chosen.replaceAll('_', ' ')];
}

function chosenWords(attribute: Attribute, value: Json): string[] {
  if (value === attribute.default) return [];
  return listOf(value).filter(isLiteralString).map(oneLine);
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** Returns the value of the required enum attribute that objects of the kind are counted by: `allow` of a rule. */
export function findCategory(kind: GraphKind, values: JsonObject): string | undefined {
  const name = findCategoryAttribute(kind);
  const value = name === undefined ? undefined : values[name];
  return isLiteralString(value) ? value : undefined;
}

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

/**
 * Returns attributes as strings, without sensitive and free-form ones. A key or certificate is only its size in bytes.
 */
export function toDetails(
  { attributes }: Pick<GraphKind, 'attributes'>,
  values: JsonObject,
  prefix = '',
): [string, string][] {
  return Object.entries(attributes).flatMap(([name, attribute]): [string, string][] => {
    const value = values[name] ?? null;
    if (value === null || isSensitive(attribute) || FREE_FORM_ATTRIBUTES.includes(name)) return [];
    const path = `${prefix}${name}`;
    if (attribute.type === 'object') {
      return isJsonObject(value) ? toDetails(attribute, value, `${path}.`) : [];
    }
    const text = formatValue(attribute, value);
    return text === '' ? [] : [[path, text]];
  });
}

function formatValue(attribute: Attribute, value: Json): string {
  if ('elements' in attribute && attribute.elements !== 'string') {
    // Objects are shown by the member that identifies them. Without one, the collection is not shown.
    const { idMember } = attribute as { readonly idMember?: string };
    const elements = Array.isArray(value) ? (value as readonly Json[]) : [];
    const names = elements.map((element) =>
      isJsonObject(element) && idMember !== undefined ? element[idMember] : null,
    );
    return names.filter(isLiteralString).map(oneLine).join(', ');
  }
  const strings = listOf(value).map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
  const whole = strings.join(', ');
  if (isKeyOrCertificate(attribute) || /-----BEGIN/.test(whole)) return `(${Buffer.byteLength(whole)} bytes)`;
  const characters = [...oneLine(whole)];
  const shown = characters.slice(0, MAX_VALUE_LENGTH).join('');
  return characters.length > MAX_VALUE_LENGTH ? `${shown}…` : shown;
}

function isLiteralString(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('${') && !value.includes('%{');
}
