import type { Problem, UncheckedValues, ValuePath } from './check';
import { isJsonObject } from './json';
import type { Attributes } from './kind';
import { isGiven } from './twins';

/**
 * The values that must be given where their parent object comes into being (`requiredAtCreation`) and are not: the
 * service never answers them, so after an import they may be absent, but nothing can be made without them.
 */
export function checkCreation(
  attributes: Attributes,
  values: UncheckedValues,
  prior: UncheckedValues | null,
  path: ValuePath = [],
): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    const [value, before] = [values[name] ?? null, prior?.[name] ?? null];
    const here = [...path, name];
    if (attribute.requiredAtCreation && !isGiven(name, values) && prior === null) {
      return [
        {
          path: here,
          problem: 'is not set',
          expected: 'a value, without which this cannot be created',
          code: attribute.code ?? 215,
        },
      ];
    }
    if (attribute.type !== 'object' || !isJsonObject(value)) return [];
    return checkCreation(attribute.attributes, value, isJsonObject(before) ? before : null, here);
  });
}
