/**
 * Terraform plans a change twice: first with unknown values, then, at apply, with known ones. Values known in the first
 * plan must be identical in the second. A collection that is semantically equal to the prior one keeps the prior
 * representation, so the first plan must not contain a representation that the second may replace.
 *
 * Example: the elements of `sources` are identified by `type`, and an empty `filter` equals null. The state has
 * `{type: "a", filter: ""}`, and the configuration has `{type: <unknown>, filter: null}`. If `type` becomes "a", the
 * second plan has `filter: ""`, otherwise null. So the first plan has `filter: <unknown>`.
 *
 * Sets of strings and maps of objects cannot be planned that way: their elements or keys are part of the
 * representation, and Terraform accepts only the whole configured or the whole prior value. A configuration that may
 * become either is an error ({@link representationConflicts}).
 */
import { canonicalKey, elementIdentity, semanticallyEqual } from '../../model/canonical';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import type { Problem } from '../../model/problem';
import {
  type CtyValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  objectValue,
  UNKNOWN,
} from '../../values/cty-value';
import type { ValuePath } from '../../values/path';
import { mapMembers } from './json-values';

/** A member that equals the member of the prior element with the same identity keeps the prior representation. */
export function preserveEquivalentElements(attribute: ObjectsAttribute, config: CtyValue, prior: CtyValue): CtyValue {
  if (!Array.isArray(config) || !Array.isArray(prior)) return config;
  const priorByIdentity = new Map(prior.map((element) => [elementIdentity(attribute, element), element]));
  return config.map((element) => {
    if (!isObjectValue(element)) return element;
    if (!hasKnownIdentity(attribute, element)) return unknownWhereRepresentationDiffers(attribute, element, prior);
    const priorElement = priorByIdentity.get(elementIdentity(attribute, element));
    if (!isObjectValue(priorElement)) return element;
    return mapMembers(attribute.elements, (member, name) => {
      const [value, priorValue]: [CtyValue, CtyValue] = [element[name] ?? null, priorElement[name] ?? null];
      return isWhollyKnown(value) && semanticallyEqual(member, value, priorValue) ? priorValue : value;
    });
  });
}

function hasKnownIdentity({ idMember }: ObjectsAttribute, element: ObjectValue): boolean {
  return isWhollyKnown(idMember === undefined ? element : (element[idMember] ?? null));
}

/** The element may match any prior element, so a member of which one of these has another representation is unknown. */
function unknownWhereRepresentationDiffers(
  attribute: ObjectsAttribute,
  element: ObjectValue,
  prior: readonly CtyValue[],
): ObjectValue {
  return mapMembers(attribute.elements, (member, name) => {
    const value: CtyValue = element[name] ?? null;
    if (!isWhollyKnown(value)) return value;
    const mayChange = prior.some((priorElement) => {
      const priorValue: CtyValue = isObjectValue(priorElement) ? (priorElement[name] ?? null) : null;
      return semanticallyEqual(member, value, priorValue) && !identicalRepresentation(value, priorValue);
    });
    return mayChange ? UNKNOWN : value;
  });
}

/**
 * Returns an error for each partly unknown set of strings or map of objects that may equal the prior one in another
 * representation.
 */
export function representationConflicts(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  parentPath: ValuePath = [],
): Problem[] {
  if (prior === null) return [];
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [value, priorValue]: [CtyValue, CtyValue] = [config[name] ?? null, prior[name] ?? null];
    const path = [...parentPath, name];
    if (attribute.presence === 'computed' || isWhollyKnown(value)) return [];
    if (attribute.type === 'object') {
      return isObjectValue(value)
        ? representationConflicts(attribute.attributes, value, isObjectValue(priorValue) ? priorValue : null, path)
        : [];
    }
    return isAmbiguousPlan(attribute, value, priorValue) ? [representationConflict(priorValue, path)] : [];
  });
}

function representationConflict(prior: CtyValue, path: ValuePath): Problem {
  const names = Array.isArray(prior) ? prior.map(String) : Object.keys(prior as ObjectValue);
  const problem = 'contains values known only after apply, and is written differently than in the state';
  const expected = `the representation in the state, ${names.join(', ')}, until all values are known`;
  return { path, problem, expected };
}

function isAmbiguousPlan(attribute: Attribute, config: CtyValue, prior: CtyValue): boolean {
  const resolved = resolveAgainstPrior(attribute, config, prior);
  if (resolved === undefined || identicalRepresentation(resolved, prior)) return false;
  return semanticallyEqual(attribute, resolved, prior);
}

/** Chooses unknown values so that the result equals the prior value if possible; undefined if no conflict can arise. */
function resolveAgainstPrior(attribute: Attribute, config: CtyValue, prior: CtyValue): CtyValue | undefined {
  if (attribute.type === 'map' && isObjectValue(config) && isObjectValue(prior)) {
    // Keys and values of a map of strings are compared exactly, so equal maps are identical.
    return attribute.elements === 'string'
      ? undefined
      : resolveMapAgainstPrior(attribute as ObjectsAttribute, config, prior);
  }
  const isStringSet = attribute.type === 'set' && attribute.elements === 'string';
  if (!isStringSet || !Array.isArray(config) || !Array.isArray(prior)) return undefined;
  const known = config.filter((element) => element !== UNKNOWN);
  const identitiesOf = (elements: readonly CtyValue[]) =>
    new Set(elements.map((element) => elementIdentity(attribute, element)));
  const identities = identitiesOf(known);
  const missing = prior.filter((element) => !identities.has(elementIdentity(attribute, element)));
  // An unknown element becomes one string.
  const isPossible = identitiesOf(missing).size <= config.length - known.length;
  return isPossible ? [...known, ...missing] : undefined;
}

function resolveMapAgainstPrior(attribute: ObjectsAttribute, config: ObjectValue, prior: ObjectValue): ObjectValue {
  const priorByKey = new Map(
    Object.entries(prior).map(([key, element]): [string, CtyValue] => [canonicalKey(attribute, key), element]),
  );
  return objectValue(
    Object.entries(config).map(([key, element]): [string, CtyValue] => {
      const priorElement: CtyValue = priorByKey.get(canonicalKey(attribute, key)) ?? null;
      if (!isObjectValue(element)) return [key, element === null ? null : priorElement];
      const members = mapMembers(attribute.elements, (_, name): CtyValue => {
        const member: CtyValue = element[name] ?? null;
        if (isWhollyKnown(member)) return member;
        return isObjectValue(priorElement) ? (priorElement[name] ?? null) : null;
      });
      return [key, members];
    }),
  );
}

function identicalRepresentation(a: CtyValue, b: CtyValue): boolean {
  return stableStringify(a) === stableStringify(b);
}

function stableStringify(value: CtyValue): string {
  if (Array.isArray(value)) return `[${value.map(stableStringify).sort().join()}]`;
  if (!isObjectValue(value))
    return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}` : member));
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${stableStringify(member)}`);
  return `{${members.sort().join()}}`;
}
