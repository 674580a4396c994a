/** Unknown values are skipped, and with them CDK tokens, which the constructs pass as UNKNOWN. */

import { UNKNOWN } from '../../values/cty-value';
import { isPlainObject, type JsonObject } from '../../values/json';
import type { ValuePath } from '../../values/path';
import { canonicalKey, elementIdentity } from '../canonical';
import type { LookupKeys } from '../data-sources/data-source';
import { FORMATS } from '../formats';
import { checkCriticalOptions } from '../formats/critical-options';
import { checkEventSource } from '../formats/event-source';
import type { Attribute, Attributes, Kind, ObjectsAttribute, StringsAttribute } from '../kind';
import type { Problem, RawValues, ValidationContext } from '../problem';
import { isInput } from '../request';
import { checkWriteOnly } from '../variants/write-only-attributes';
import { checkKeyPair } from './validate-certificate';
import {
  checkAllowedOnlyWith,
  checkConflict,
  checkExactlyOne,
  checkLookup,
  checkRequiresElement,
} from './validate-relations';
import { checkTrafficPolicies } from './validate-traffic-policy';
import { checkScalar, checkString, wrongType } from './validate-value';

export interface CheckOptions {
  /** The values are an update: undefined attributes are unchanged. */
  readonly isPatch?: boolean;
  /** For messages, such as camel case; paths are unchanged. */
  readonly nameOf?: (attribute: string) => string;
}

export interface ValidationRules extends Pick<Kind, 'attributes' | 'requires' | 'conflicts'> {
  readonly lookupKeys?: LookupKeys;
}

/**
 * Errors of values and nested objects in the order of the model, then those of rules between attributes of the whole
 * object. Members of `values` that the model does not have are ignored.
 */
export function checkValues(schema: ValidationRules, values: RawValues, options: CheckOptions = {}): Problem[] {
  const context: ValidationContext = {
    isPatch: options.isPatch ?? false,
    nameOf: options.nameOf ?? ((name: string) => name),
  };
  return [
    ...checkMembers(schema.attributes, values, [], context),
    ...(schema.requires ?? []).flatMap((rule) => checkRequiresElement(rule, values, context)),
    ...(schema.conflicts ?? []).flatMap((rule) => checkConflict(schema.attributes, rule, values, context)),
    ...checkAllowedOnlyWith(schema.attributes, values, context),
    ...checkKeyPair(schema.attributes, values, context),
    ...checkTrafficPolicies(schema.attributes, values, 'error'),
    ...(schema.lookupKeys ? checkLookup(schema.lookupKeys, values, context) : []),
  ];
}

function checkMembers(
  attributes: Attributes,
  values: RawValues,
  path: ValuePath,
  context: ValidationContext,
): Problem[] {
  const problems = Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const attributePath = [...path, name];
    const value: unknown = values[name];
    if (attribute.unavailable && value !== null && value !== undefined) return [notInProfile(attributePath)];
    if (!isInput(attribute)) return [];
    if (value !== null && value !== undefined)
      return value === UNKNOWN ? [] : checkValue(attribute, value, attributePath, context);
    if (attribute.presence !== 'required' || (context.isPatch && value === undefined)) return [];
    return [{ path: attributePath, problem: 'is not set', expected: 'a value', rule: 'missing' }];
  });
  return [...problems, ...checkWriteOnly(attributes, values, path)];
}

/** The message holds while every attribute that has `profiles` is one of `ngrok` only. */
function notInProfile(path: ValuePath): Problem {
  const expected = "no value, or the profile 'ngrok'";
  return { path, problem: "does not exist in the profile 'spec'", expected, rule: 'profile' };
}

function checkValue(attribute: Attribute, value: unknown, path: ValuePath, context: ValidationContext): Problem[] {
  switch (attribute.type) {
    case 'string':
    case 'number':
    case 'bool':
      return checkScalar(attribute, value, path);
    case 'object':
      if (!isPlainObject(value)) return [wrongType(value, path, 'an object')];
      return [
        ...checkMembers(attribute.attributes, value, path, context),
        ...checkExactlyOne(attribute, value, path, context),
      ];
    case 'map': {
      const isOfStrings = attribute.elements === 'string';
      if (!isPlainObject(value)) return [wrongType(value, path, isOfStrings ? 'an object of strings' : 'an object')];
      return isOfStrings
        ? checkMap(attribute as StringsAttribute, value, path)
        : checkObjectMap(attribute as ObjectsAttribute, value, path, context);
    }
    default:
      if (!Array.isArray(value)) return [wrongType(value, path, 'a list')];
      return checkItems(attribute, value, path, context);
  }
}

function checkMap(attribute: StringsAttribute, map: RawValues, path: ValuePath): Problem[] {
  const problems = Object.entries(map).flatMap(([key, item]) =>
    item === UNKNOWN ? [] : checkString(attribute, item, [...path, key]),
  );
  if (attribute.rule !== 'critical_options') return problems;
  return [...problems, ...checkCriticalOptions(map).map(({ key, ...rest }) => ({ path: [...path, key], ...rest }))];
}

function checkObjectMap(
  attribute: ObjectsAttribute,
  map: RawValues,
  path: ValuePath,
  context: ValidationContext,
): Problem[] {
  const { keys } = attribute;
  const keyOf = new Map<string, string>();
  return Object.entries(map).flatMap(([key, item]): Problem[] => {
    const itemPath = [...path, key];
    const problems: Problem[] = [];
    const format = keys && FORMATS[keys.format].check?.(key);
    const canonical = canonicalKey(attribute, key);
    const duplicate = keyOf.get(canonical);
    if (format) problems.push({ path: itemPath, ...format });
    else if (duplicate !== undefined) {
      const problem = `has the equal keys '${duplicate}' and '${key}'`;
      problems.push({ path, problem, expected: 'only one of them', rule: 'duplicate' });
    } else keyOf.set(canonical, key);
    // A null element is ignored.
    if (item === null || item === undefined || item === UNKNOWN) return problems;
    return [...problems, ...checkElement(attribute, item, itemPath, context)];
  });
}

function checkItems(
  attribute: StringsAttribute | ObjectsAttribute,
  items: readonly unknown[],
  path: ValuePath,
  context: ValidationContext,
): Problem[] {
  const problems = items.flatMap((item, index): Problem[] => {
    if (item === UNKNOWN) return [];
    if (attribute.elements === 'string') return checkString(attribute as StringsAttribute, item, [...path, index]);
    return checkElement(attribute as ObjectsAttribute, item, [...path, index], context);
  });
  const least = 'minItems' in attribute ? (attribute.minItems ?? 0) : 0;
  if (items.length < least) {
    problems.push({ path, problem: `has ${items.length} elements`, expected: `at least ${least}` });
  }
  const most = 'maxItems' in attribute ? (attribute.maxItems ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (items.length > most) {
    problems.push({ path, problem: `has ${items.length} elements`, expected: `at most ${most}` });
  }
  if (attribute.elements === 'string') return problems;
  return [...problems, ...checkIdentities(attribute as ObjectsAttribute, items, path, context)];
}

function checkElement(
  attribute: ObjectsAttribute,
  item: unknown,
  path: ValuePath,
  context: ValidationContext,
): Problem[] {
  if (!isPlainObject(item)) return [wrongType(item, path, 'an object')];
  // Elements are complete, also in an update.
  const problems = checkMembers(attribute.elements, item, path, { ...context, isPatch: false });
  if (attribute.rule === undefined) return problems;
  const profile = attribute.rule === 'spec_event_source' ? 'spec' : undefined;
  const found = checkEventSource(item, profile);
  return [...problems, ...found.map(({ member, ...rest }) => ({ path: [...path, member], ...rest }))];
}

function checkIdentities(
  attribute: ObjectsAttribute,
  items: readonly unknown[],
  path: ValuePath,
  { nameOf }: ValidationContext,
): Problem[] {
  const { idMember } = attribute;
  if (!idMember) return [];
  const known = items.filter((item): item is JsonObject => isPlainObject(item) && typeof item[idMember] === 'string');
  const keys = known.map((item) => elementIdentity(attribute, item));
  const duplicates = known.filter((_, index) => keys.indexOf(keys[index] as string) < index);
  return duplicates.map((item) => ({
    path,
    problem: `has two elements with ${nameOf(idMember)} '${String(item[idMember])}'`,
    expected: `each ${nameOf(idMember)} at most once`,
    rule: 'duplicate',
  }));
}
