/**
 * Spellings of collections between two plans. Terraform plans a change twice: first while some values are unknown, then
 * with all of them known, and what the first plan knew the second must say again, letter for letter (terraform/rules
 * 3.4). A value that means the same as the prior one keeps the prior spelling, so the first plan must not promise the
 * configuration's spelling where the second may find that nothing changes.
 */

import { canonicalKey, elementKey, equalInMeaning } from '../../model/canonical';
import type { Problem, ValuePath } from '../../model/validation/validate';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { isObjectValue, isWhollyKnown, type ObjectValue, objectValue, UNKNOWN, type Value } from '../../values/cty-value';

/** Elements of a set that mean the same as the prior one with their identity are planned as that one, member by member. */
export function keepSpelling(attribute: ObjectsAttribute, config: Value, prior: Value): Value {
  if (!Array.isArray(config) || !Array.isArray(prior)) return config;
  const before = new Map(prior.map((element) => [elementKey(attribute, element), element]));
  return config.map((element) => {
    if (!isObjectValue(element)) return element;
    if (!isIdentified(attribute, element)) return withoutPromises(attribute, element, prior);
    const old = before.get(elementKey(attribute, element));
    if (!isObjectValue(old)) return element;
    return membersOf(attribute.of, (member, name) => {
      const [now, was]: [Value, Value] = [element[name] ?? null, old[name] ?? null];
      return isWhollyKnown(now) && equalInMeaning(member, now, was) ? was : now;
    });
  });
}

function isIdentified({ identity }: ObjectsAttribute, element: ObjectValue): boolean {
  return isWhollyKnown(identity === undefined ? element : (element[identity] ?? null));
}

/** It may turn out to be any of the prior elements, so members that one of them spells otherwise are left open. */
function withoutPromises(attribute: ObjectsAttribute, element: ObjectValue, prior: readonly Value[]): ObjectValue {
  return membersOf(attribute.of, (member, name) => {
    const now: Value = element[name] ?? null;
    if (!isWhollyKnown(now)) return now;
    const respelt = prior.some((old) => {
      const was: Value = isObjectValue(old) ? (old[name] ?? null) : null;
      return equalInMeaning(member, now, was) && !isSame(now, was);
    });
    return respelt ? UNKNOWN : now;
  });
}

function membersOf(attributes: Attributes, value: (member: Attribute, name: string) => Value): ObjectValue {
  return objectValue(Object.entries(attributes).map(([name, member]) => [name, value(member, name)]));
}

/**
 * Collections of which neither spelling can be promised: partly unknown, and spelled otherwise than in the state where
 * they may turn out to mean the same. Terraform lets a plan of a plain set or a map be the configuration's or the prior
 * value and nothing in between (terraform/rules 3.2), so this must be said before an apply begins.
 */
export function spellingConflicts(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  above: ValuePath = [],
): Problem[] {
  if (prior === null) return [];
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [now, was]: [Value, Value] = [config[name] ?? null, prior[name] ?? null];
    const path = [...above, name];
    if (attribute.presence === 'computed' || isWhollyKnown(now)) return [];
    if (attribute.type === 'object') {
      return isObjectValue(now)
        ? spellingConflicts(attribute.attributes, now, isObjectValue(was) ? was : null, path)
        : [];
    }
    return cannotBePromised(attribute, now, was) ? [conflict(attribute, was, path)] : [];
  });
}

function conflict(attribute: Attribute, was: Value, path: ValuePath): Problem {
  const spelt = Array.isArray(was) ? was.map(String) : Object.keys(was as ObjectValue);
  const problem = 'holds values that are known only after apply, and is spelled otherwise than in the state';
  const expected = `the spelling of the state, ${spelt.join(', ')}, until all of it is known`;
  return { path, problem, expected, code: attribute.code ?? 215 };
}

function cannotBePromised(attribute: Attribute, now: Value, was: Value): boolean {
  const resolved = mayBecome(attribute, now, was);
  return resolved !== undefined && !isSame(resolved, was) && equalInMeaning(attribute, resolved, was);
}

/** The value that a partly unknown one is if it means what was before; undefined where it can be planned as it is. */
function mayBecome(attribute: Attribute, now: Value, was: Value): Value | undefined {
  if (attribute.type === 'map' && isObjectValue(now) && isObjectValue(was)) {
    return attribute.of === 'string' ? undefined : mapMayBecome(attribute as ObjectsAttribute, now, was);
  }
  if (attribute.type !== 'set' || attribute.of !== 'string' || !Array.isArray(now) || !Array.isArray(was))
    return undefined;
  const known = now.filter((element) => element !== UNKNOWN);
  const named = new Set(known.map((element) => elementKey(attribute, element)));
  return [...known, ...was.filter((element) => !named.has(elementKey(attribute, element)))];
}

function mapMayBecome(attribute: ObjectsAttribute, now: ObjectValue, was: ObjectValue): ObjectValue {
  const before = new Map(
    Object.entries(was).map(([key, element]): [string, Value] => [canonicalKey(attribute, key), element]),
  );
  return objectValue(
    Object.entries(now).map(([key, element]): [string, Value] => {
      const old: Value = before.get(canonicalKey(attribute, key)) ?? null;
      if (!isObjectValue(element)) return [key, element === null ? null : old];
      const members = membersOf(attribute.of, (_, name): Value => {
        const member: Value = element[name] ?? null;
        if (isWhollyKnown(member)) return member;
        return isObjectValue(old) ? (old[name] ?? null) : null;
      });
      return [key, members];
    }),
  );
}

/** Whether two wholly known values are written alike; the order of members and of elements does not count. */
function isSame(a: Value, b: Value): boolean {
  return written(a) === written(b);
}

function written(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(written).sort().join()}]`;
  if (!isObjectValue(value)) return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`);
  return `{${members.sort().join()}}`;
}
