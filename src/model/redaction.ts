/**
 * Decides which values no output may show, and removes them. Two sources make a value sensitive: the attribute in the
 * model, and the paths that a state marks, such as values of sensitive variables.
 */
import { isJsonObject, type Json, type JsonObject, listStrings } from './json';
import type { Attribute, Attributes } from './kind';
import { isInput } from './request';

/** Replaces a sensitive value; Terraform prints the same words. */
export const SENSITIVE_VALUE = '(sensitive value)';

/** Shorter texts are parts of ordinary words, in characters: with the secret `k`, `make` would become `ma[redacted]e`. */
export const SHORTEST_SECRET = 4;

/** Strings of sensitive and write-only attributes that are long enough to be removed from texts. */
export function listSecrets(attributes: Attributes, values: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => secretsOf(attribute, values[name]));
}

function secretsOf(attribute: Attribute, value: Json | undefined): string[] {
  if (attribute.sensitive || attribute.writeOnly)
    return listStrings(value).filter((text) => text.length >= SHORTEST_SECRET);
  if (attribute.type === 'object') return isJsonObject(value) ? listSecrets(attribute.attributes, value) : [];
  if (!('elements' in attribute) || attribute.elements === 'string') return [];
  if (typeof value !== 'object' || value === null) return [];
  const { elements } = attribute;
  return Object.values(value).flatMap((item) => (isJsonObject(item) ? listSecrets(elements, item) : []));
}

/** Whether the model forbids to show the attribute: it is sensitive, write-only, or not returned by every read. */
export function isSensitive({ sensitive, omittedFromResponses, providerOnly, writeOnly }: Attribute): boolean {
  return sensitive === true || (omittedFromResponses !== undefined && !providerOnly) || writeOnly === true;
}

/** Whether the attribute is sensitive, or a member of it or of its elements. */
export function hasSensitive(attribute: Attribute): boolean {
  return (
    isSensitive(attribute) ||
    (attribute.type === 'object' && Object.values(attribute.attributes).some(hasSensitive)) ||
    ('elements' in attribute &&
      typeof attribute.elements === 'object' &&
      Object.values(attribute.elements).some(hasSensitive))
  );
}

/** The configurable part of a value without sensitive members; null for a sensitive attribute. */
export function redactValue(attribute: Attribute, value: Json): Json {
  if (value === null || isSensitive(attribute)) return null;
  if (attribute.type === 'object') return redactMembers(attribute.attributes, value);
  if (!('elements' in attribute) || attribute.elements === 'string') return value;
  const { elements } = attribute;
  if (Array.isArray(value)) return (value as Json[]).map((item) => redactMembers(elements, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactMembers(elements, item ?? null)]));
}

/** {@link redactValue} for the members of an object; null members are omitted. */
export function redactMembers(attributes: Attributes, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isInput(attribute))
      .map(([name, attribute]) => [name, redactValue(attribute, value[name] ?? null)] as const)
      .filter(([, member]) => member !== null),
  );
}

/**
 * Names of members and keys of maps that lead to a sensitive value: `['rules', '203.0.113.0/24', 'description']`. An
 * empty path marks the whole object. Steps are not joined by dots, since a map key may contain any character.
 */
export type SensitivePath = readonly string[];

/** Whether the value at the path is sensitive, is part of a sensitive value, or contains one. */
export function isSensitivePath(sensitive: readonly SensitivePath[], path: readonly string[]): boolean {
  return sensitive.some((sensitivePath) =>
    sensitivePath.slice(0, path.length).every((step, index) => step === path[index]),
  );
}

export function omitSensitive(values: JsonObject, sensitive: readonly SensitivePath[]): JsonObject {
  return sensitive.reduce(omitPath, values);
}

function omitPath(values: JsonObject, [name, ...rest]: SensitivePath): JsonObject {
  if (name === undefined) return {};
  const { [name]: value, ...others } = values;
  if (rest.length === 0) return others;
  return isJsonObject(value) ? { ...others, [name]: omitPath(value, rest) } : values;
}
