import { isJsonObject } from '../json';
import type { Attributes, Kind } from '../kind';
import { isSetInEitherForm } from '../write-only-attributes';
import type { Problem, RawValues, ValuePath } from './validate';

/**
 * The values that must be given where their parent object comes into being (`requiredAtCreation`) and are not: the
 * service never answers them, so after an import they may be absent, but nothing can be made without them.
 */
export function checkCreation(
  attributes: Attributes,
  values: RawValues,
  prior: RawValues | null,
  path: ValuePath = [],
): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [value, before] = [values[name] ?? null, prior?.[name] ?? null];
    const here = [...path, name];
    if (attribute.requiredOnCreate && !isSetInEitherForm(name, values) && prior === null) {
      return [
        {
          path: here,
          problem: 'is not set',
          expected: 'a value, without which this cannot be created',
          errorCode: attribute.errorCode ?? 215,
        },
      ];
    }
    if (attribute.type !== 'object' || !isJsonObject(value)) return [];
    return checkCreation(attribute.attributes, value, isJsonObject(before) ? before : null, here);
  });
}

/** Attributes that a plan removes and the service cannot remove alone: see `mutual` of `NeedsElement`. */
export function checkRemoval(
  { requires = [] }: Pick<Kind, 'requires'>,
  values: RawValues,
  prior: RawValues | null,
): Problem[] {
  return requires.flatMap(({ attribute, requires: set, element, mutual, errorCode }): Problem[] => {
    const elements: unknown = values[set];
    const holds =
      Array.isArray(elements) && elements.some((each) => typeof each === 'string' && each.toLowerCase() === element);
    if (!mutual || !holds || (values[attribute] ?? null) !== null || (prior?.[attribute] ?? null) === null) return [];
    const problem = `is removed while ${set} holds '${element}'`;
    return [{ path: [attribute], problem, expected: `${attribute}, or no '${element}' in ${set}`, errorCode }];
  });
}
