/** How one object is named in a data source: by exactly one of several ways. */

import { valueAt } from '../json';
import type { Problem, RawValues } from '../validation/validate';

/** One way: dotted paths of attributes that together name an object. */
export interface LookupKey {
  readonly paths: readonly string[];
  /** Whether all of them must be given; otherwise any of them may be left out, and what is given must fit one object. */
  readonly unique: boolean;
}

/** The ways, of which exactly one is taken. */
export type LookupKeys = readonly LookupKey[];

/** Checks that exactly one way is taken, and that one as far as it needs. What is not known yet may still turn out null. */
export function checkLookup(
  lookup: LookupKeys,
  values: RawValues,
  isKnown: (value: unknown) => boolean,
  nameOf: (attribute: string) => string,
): Problem[] {
  const at = (path: string): unknown => valueAtPath(values, path, isKnown);
  const isGiven = (path: string): boolean => (at(path) ?? null) !== null;
  const pathName = (path: string): string => path.split('.').map(nameOf).join('.');
  const problem = (path: string, what: string, expected: string): Problem[] => [
    { path: path.split('.'), problem: what, expected, errorCode: 215 },
  ];
  const ways = lookup
    .map(({ paths, unique }) => paths.map(pathName).join(unique ? ' and ' : ' and perhaps '))
    .join(', or ');
  const taken = lookup.filter(({ paths }) => paths.some(isGiven));
  const [first, second] = taken;
  if (!first) return problem(lookup[0]?.paths[0] ?? 'id', 'is not set', `one way to name the object: ${ways}`);
  if (taken.some(({ paths }) => paths.some((path) => isGiven(path) && !isKnown(at(path))))) return [];
  if (second) {
    const path = second.paths.find(isGiven) as string;
    const other = pathName(first.paths.find(isGiven) as string);
    return problem(path, `is set together with ${other}`, `one way to name the object: ${ways}`);
  }
  const missing = first.unique ? first.paths.find((path) => !isGiven(path)) : undefined;
  return missing === undefined ? [] : problem(missing, 'is not set', first.paths.map(pathName).join(' and '));
}

/** The value at the path; where something above it is not known, that stands for it. */
function valueAtPath(values: RawValues, path: string, isKnown: (value: unknown) => boolean): unknown {
  const [first, ...rest] = path.split('.');
  const top: unknown = values[first as string];
  if (rest.length === 0 || top === null || top === undefined || !isKnown(top)) return top;
  return valueAt(top, rest.join('.'));
}
