/**
 * Spellings of collections between two plans. Terraform plans a change twice: first while some values are unknown, then
 * with all of them known, and what the first plan knew the second must say again, letter for letter (terraform/rules
 * 3.4). A value that means the same as the prior one keeps the prior spelling, so the first plan must not promise the
 * configuration's spelling where the second may find that nothing changes.
 */

import { canonicalKey, elementIdentity, semanticallyEqual } from '../../model/canonical';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import type { Problem, ValuePath } from '../../model/validation/validate';
import {
  type CtyValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  objectValue,
  UNKNOWN,
} from '../../values/cty-value';

/** Elements of a set that mean the same as the prior one with their identity are planned as that one, member by member. */
export function preserveEquivalentElements(attribute: ObjectsAttribute, config: CtyValue, prior: CtyValue): CtyValue {
  if (!Array.isArray(config) || !Array.isArray(prior)) return config;
  const before = new Map(prior.map((element) => [elementIdentity(attribute, element), element]));
  return config.map((element) => {
    if (!isObjectValue(element)) return element;
    if (!hasKnownIdentity(attribute, element)) return unknownWhereRepresentationDiffers(attribute, element, prior);
    const old = before.get(elementIdentity(attribute, element));
    if (!isObjectValue(old)) return element;
    return membersOf(attribute.elements, (member, name) => {
      const [now, was]: [CtyValue, CtyValue] = [element[name] ?? null, old[name] ?? null];
      return isWhollyKnown(now) && semanticallyEqual(member, now, was) ? was : now;
    });
  });
}

function hasKnownIdentity({ identity }: ObjectsAttribute, element: ObjectValue): boolean {
  return isWhollyKnown(identity === undefined ? element : (element[identity] ?? null));
}

/** It may turn out to be any of the prior elements, so members that one of them spells otherwise are left open. */
function unknownWhereRepresentationDiffers(
  attribute: ObjectsAttribute,
  element: ObjectValue,
  prior: readonly CtyValue[],
): ObjectValue {
  return membersOf(attribute.elements, (member, name) => {
    const now: CtyValue = element[name] ?? null;
    if (!isWhollyKnown(now)) return now;
    const respelt = prior.some((old) => {
      const was: CtyValue = isObjectValue(old) ? (old[name] ?? null) : null;
      return semanticallyEqual(member, now, was) && !identicalRepresentation(now, was);
    });
    return respelt ? UNKNOWN : now;
  });
}

function membersOf(attributes: Attributes, value: (member: Attribute, name: string) => CtyValue): ObjectValue {
  return objectValue(Object.entries(attributes).map(([name, member]) => [name, value(member, name)]));
}

/**
 * Collections of which neither spelling can be promised: partly unknown, and spelled otherwise than in the state where
 * they may turn out to mean the same. Terraform lets a plan of a plain set or a map be the configuration's or the prior
 * value and nothing in between (terraform/rules 3.2), so this must be said before an apply begins.
 */
export function representationConflicts(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  above: ValuePath = [],
): Problem[] {
  if (prior === null) return [];
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [now, was]: [CtyValue, CtyValue] = [config[name] ?? null, prior[name] ?? null];
    const path = [...above, name];
    if (attribute.presence === 'computed' || isWhollyKnown(now)) return [];
    if (attribute.type === 'object') {
      return isObjectValue(now)
        ? representationConflicts(attribute.attributes, now, isObjectValue(was) ? was : null, path)
        : [];
    }
    return isAmbiguousPlan(attribute, now, was) ? [conflict(attribute, was, path)] : [];
  });
}

function conflict(attribute: Attribute, was: CtyValue, path: ValuePath): Problem {
  const spelt = Array.isArray(was) ? was.map(String) : Object.keys(was as ObjectValue);
  const problem = 'holds values that are known only after apply, and is spelled otherwise than in the state';
  const expected = `the spelling of the state, ${spelt.join(', ')}, until all of it is known`;
  return { path, problem, expected, errorCode: attribute.errorCode ?? 215 };
}

function isAmbiguousPlan(attribute: Attribute, now: CtyValue, was: CtyValue): boolean {
  const resolved = resolveAgainstPrior(attribute, now, was);
  return (
    resolved !== undefined && !identicalRepresentation(resolved, was) && semanticallyEqual(attribute, resolved, was)
  );
}

/** The value that a partly unknown one is if it means what was before; undefined where it can be planned as it is. */
function resolveAgainstPrior(attribute: Attribute, now: CtyValue, was: CtyValue): CtyValue | undefined {
  if (attribute.type === 'map' && isObjectValue(now) && isObjectValue(was)) {
    return attribute.elements === 'string'
      ? undefined
      : resolveMapAgainstPrior(attribute as ObjectsAttribute, now, was);
  }
  if (attribute.type !== 'set' || attribute.elements !== 'string' || !Array.isArray(now) || !Array.isArray(was))
    return undefined;
  const known = now.filter((element) => element !== UNKNOWN);
  const named = new Set(known.map((element) => elementIdentity(attribute, element)));
  return [...known, ...was.filter((element) => !named.has(elementIdentity(attribute, element)))];
}

function resolveMapAgainstPrior(attribute: ObjectsAttribute, now: ObjectValue, was: ObjectValue): ObjectValue {
  const before = new Map(
    Object.entries(was).map(([key, element]): [string, CtyValue] => [canonicalKey(attribute, key), element]),
  );
  return objectValue(
    Object.entries(now).map(([key, element]): [string, CtyValue] => {
      const old: CtyValue = before.get(canonicalKey(attribute, key)) ?? null;
      if (!isObjectValue(element)) return [key, element === null ? null : old];
      const members = membersOf(attribute.elements, (_, name): CtyValue => {
        const member: CtyValue = element[name] ?? null;
        if (isWhollyKnown(member)) return member;
        return isObjectValue(old) ? (old[name] ?? null) : null;
      });
      return [key, members];
    }),
  );
}

/** Whether two wholly known values are written alike; the order of members and of elements does not count. */
function identicalRepresentation(a: CtyValue, b: CtyValue): boolean {
  return stableStringify(a) === stableStringify(b);
}

function stableStringify(value: CtyValue): string {
  if (Array.isArray(value)) return `[${value.map(stableStringify).sort().join()}]`;
  if (!isObjectValue(value)) return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${stableStringify(member)}`);
  return `{${members.sort().join()}}`;
}
