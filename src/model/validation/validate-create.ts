import { isJsonObject } from '../json';
import { type Attributes, DEFAULT_INVALID_CODE, type Kind } from '../kind';
import { isSetInEitherForm } from '../write-only-attributes';
import type { Problem, RawValues, ValuePath } from './problem';
import { isElement } from './validate-relations';

/**
 * Checks that attributes with `requiredOnCreate` are set where their parent object is created. They may be null after an
 * import, because no response contains them.
 */
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
      const errorCode = attribute.errorCode ?? DEFAULT_INVALID_CODE;
      const expected = 'a value, which is required to create the object';
      return [{ path: attributePath, problem: 'is not set', expected, errorCode }];
    }
    if (attribute.type !== 'object' || !isJsonObject(value)) return [];
    return checkCreation(attribute.attributes, value, isJsonObject(before) ? before : null, attributePath);
  });
}

/** Checks that a plan removes no attribute which the service cannot remove: see `mutual` of `RequiresElement`. */
export function checkRemoval(
  { requires = [] }: Pick<Kind, 'requires'>,
  values: RawValues,
  prior: RawValues | null,
): Problem[] {
  return requires.flatMap(({ attribute, requires: set, element, mutual, errorCode }): Problem[] => {
    const elements: unknown = values[set];
    const contains = Array.isArray(elements) && elements.some((each) => isElement(each, element));
    const isRemoved = (values[attribute] ?? null) === null && (prior?.[attribute] ?? null) !== null;
    if (!mutual || !contains || !isRemoved) return [];
    const problem = `is removed while ${set} contains '${element}'`;
    return [{ path: [attribute], problem, expected: `${attribute}, or no '${element}' in ${set}`, errorCode }];
  });
}
