import { isPlainObject } from '../../values/json';
import type { ValuePath } from '../../values/path';
import type { Words } from '../../values/words';
import type { Attributes } from '../kind';
import type { RawValues } from '../problem';
import { isInput } from '../request';

export interface DeprecatedValue {
  readonly path: ValuePath;
  /** Says what to do, as a sentence. */
  readonly advice: Words;
}

/** At every depth of nested objects, but not in elements of collections. An unknown value is set. */
export function findDeprecated(attributes: Attributes, values: RawValues, parents: ValuePath = []): DeprecatedValue[] {
  return Object.entries(attributes).flatMap(([name, attribute]): DeprecatedValue[] => {
    const value = values[name];
    if (value === null || value === undefined || !isInput(attribute)) return [];
    const path = [...parents, name];
    if (attribute.deprecated) return [{ path, advice: attribute.deprecated }];
    return attribute.type === 'object' && isPlainObject(value) ? findDeprecated(attribute.attributes, value, path) : [];
  });
}
