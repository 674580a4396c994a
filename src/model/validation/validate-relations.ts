/** An unknown value may still become null, so rules that depend on one are skipped. */

import { UNKNOWN } from '../../values/cty-value';
import { isJsonObject, valueAt } from '../../values/json';
import type { ValuePath } from '../../values/path';
import { isNullString } from '../canonical';
import type { LookupKeys } from '../data-sources/data-source';
import type { Attributes, Conflict, Kind, ObjectAttribute, RequiresElement } from '../kind';
import type { Problem, RawValues, ValidationContext } from '../problem';
import { isSetInEitherForm } from '../variants/write-only-attributes';

export function checkExactlyOne(
  attribute: ObjectAttribute,
  value: RawValues,
  path: ValuePath,
  context: ValidationContext,
): Problem[] {
  const names = attribute.exactlyOne;
  if (!names || names.some((name) => value[name] === UNKNOWN)) return [];
  const setNames = names.filter((name) => value[name] !== null && value[name] !== undefined);
  if (setNames.length === 1 || (setNames.length === 0 && context.isPatch)) return [];
  const rule = setNames.length === 0 ? 'none' : 'several';
  const problem =
    setNames.length === 0
      ? 'has none of its alternatives set'
      : `has ${setNames.map(context.nameOf).join(' and ')} set`;
  return [{ path, problem, expected: `exactly one of ${names.map(context.nameOf).join(', ')}`, rule }];
}

export function checkRequiresElement(rule: RequiresElement, values: RawValues, context: ValidationContext): Problem[] {
  const value: unknown = values[rule.attribute] ?? null;
  const requiredSet: unknown = values[rule.requires];
  // An update may omit the set, which the service has already.
  if (context.isPatch && requiredSet === undefined) return [];
  if (value === null || value === UNKNOWN || requiredSet === UNKNOWN) return [];
  const elements: readonly unknown[] = Array.isArray(requiredSet) ? requiredSet : [];
  const mayContain = elements.some((candidate) => candidate === UNKNOWN || isElement(candidate, rule.element));
  if (mayContain) return [];
  const [name, requires] = [context.nameOf(rule.attribute), context.nameOf(rule.requires)];
  const problem = `is set while ${requires} does not contain '${rule.element}'`;
  const expected = `'${rule.element}' in ${requires}, or no ${name}`;
  return [{ path: [rule.attribute], problem, expected, rule: 'requires' }];
}

/** Case is ignored; `element` is in lower case. */
function isElement(value: unknown, element: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === element;
}

export function checkConflict(
  attributes: Attributes,
  rule: Conflict,
  values: RawValues,
  { nameOf }: ValidationContext,
): Problem[] {
  const setNames = rule.attributes.filter(
    (name) =>
      (values[name] ?? null) !== null && values[name] !== UNKNOWN && !isNullString(attributes[name], values[name]),
  );
  if (setNames.length < 2) return [];
  const others = setNames.filter((_, index) => index !== 1).map(nameOf);
  const expected = `at most one of ${rule.attributes.map(nameOf).join(', ')}`;
  const problem = `is set together with ${others.join(' and ')}`;
  return [{ path: [setNames[1] as string], problem, expected, rule: 'conflict' }];
}

export function checkAllowedOnlyWith(attributes: Attributes, values: RawValues, context: ValidationContext): Problem[] {
  return Object.entries(attributes).flatMap(([name, { allowedOnlyWith }]) => {
    if (!allowedOnlyWith || context.isPatch || (values[name] ?? null) === null) return [];
    const { attribute, value } = allowedOnlyWith;
    const other: unknown = values[attribute] ?? attributes[attribute]?.default ?? null;
    if (other === value || other === UNKNOWN || values[name] === UNKNOWN) return [];
    // The wrong type is a problem already, and `{"toString": 1}` cannot be converted to text.
    if (typeof other !== 'string' && other !== null) return [];
    const otherName = context.nameOf(attribute);
    const expected = `${otherName} '${value}', or no ${context.nameOf(name)}`;
    const problem = `is set while ${otherName} is '${other}'`;
    return [{ path: [name], problem, expected, rule: 'only_with' }];
  });
}

/** One lookup key must be configured: all of its paths, or some if these suffice. */
export function checkLookup(
  lookup: LookupKeys,
  values: RawValues,
  { nameOf }: Pick<ValidationContext, 'nameOf'>,
): Problem[] {
  const isSet = (path: string): boolean => (valueAtPath(values, path) ?? null) !== null;
  const pathName = (path: string): string => path.split('.').map(nameOf).join('.');
  const problem = (path: string, text: string, expected: string): Problem[] => [
    { path: path.split('.'), problem: text, expected },
  ];
  const keys = lookup
    .map(({ paths, allRequired }) => paths.map(pathName).join(allRequired ? ' and ' : ' and/or '))
    .join(', or ');
  const configured = lookup.filter(({ paths }) => paths.some(isSet));
  const [first, second] = configured;
  if (!first) return problem(lookup[0]?.paths[0] ?? 'id', 'is not set', `exactly one of: ${keys}`);
  if (configured.some(({ paths }) => paths.some((path) => valueAtPath(values, path) === UNKNOWN))) return [];
  if (second) {
    const other = pathName(first.paths.find(isSet) as string);
    return problem(second.paths.find(isSet) as string, `is set together with ${other}`, `exactly one of: ${keys}`);
  }
  const missing = first.allRequired ? first.paths.find((path) => !isSet(path)) : undefined;
  return missing === undefined ? [] : problem(missing, 'is not set', first.paths.map(pathName).join(' and '));
}

/** UNKNOWN if the object that has the attribute is. */
function valueAtPath(values: RawValues, path: string): unknown {
  const [first, ...rest] = path.split('.');
  const top: unknown = values[first as string];
  if (rest.length === 0 || top === null || top === undefined || top === UNKNOWN) return top;
  return valueAt(top, rest.join('.'));
}

/** `requiredOnCreate` counts where the parent object is created: after an import the value is null. */
export function checkCreation(
  attributes: Attributes,
  values: RawValues,
  prior: RawValues | null,
  path: ValuePath = [],
): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [value, before] = [values[name] ?? null, prior?.[name] ?? null];
    const attributePath = [...path, name];
    if (attribute.requiredOnCreate && !isSetInEitherForm(name, values) && prior === null) {
      const expected = 'a value, which is required to create the object';
      return [{ path: attributePath, problem: 'is not set', expected }];
    }
    if (attribute.type !== 'object' || !isJsonObject(value)) return [];
    return checkCreation(attribute.attributes, value, isJsonObject(before) ? before : null, attributePath);
  });
}

/** See `elementRequiresAttribute`. */
export function checkRemoval(
  { requires = [] }: Pick<Kind, 'requires'>,
  values: RawValues,
  prior: RawValues | null,
): Problem[] {
  return requires.flatMap(({ attribute, requires: set, element, elementRequiresAttribute: mutual }): Problem[] => {
    const elements: unknown = values[set];
    const contains = Array.isArray(elements) && elements.some((candidate) => isElement(candidate, element));
    const isRemoved = (values[attribute] ?? null) === null && (prior?.[attribute] ?? null) !== null;
    if (!mutual || !contains || !isRemoved) return [];
    const problem = `is removed while ${set} contains '${element}'`;
    return [{ path: [attribute], problem, expected: `${attribute}, or no '${element}' in ${set}`, rule: 'requires' }];
  });
}
