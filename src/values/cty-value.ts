import { isDeepStrictEqual } from 'node:util';
import type { CtyType } from './cty-type';

/** The unknown value. Refinements are dropped on decoding, as the protocol allows. */
export const UNKNOWN: unique symbol = Symbol('unknown');

export interface Decimal {
  readonly decimal: string;
}

export interface DynamicValue {
  readonly type: CtyType;
  readonly value: CtyValue;
}

/**
 * A value of any type. Lists, sets and tuples are arrays. Objects and maps have no prototype, so that no key is
 * special. A number is a JavaScript number if that is exact; otherwise an integer of at most 400 digits is a bigint,
 * and any other number a {@link Decimal}.
 */
export type CtyValue =
  | null
  | string
  | boolean
  | number
  | bigint
  | typeof UNKNOWN
  | Decimal
  | DynamicValue
  | CtyValue[]
  | ObjectValue;

export interface ObjectValue {
  [name: string]: CtyValue;
}

export function objectValue(entries: Iterable<readonly [string, CtyValue]> = []): ObjectValue {
  const value = Object.create(null) as ObjectValue;
  for (const [name, member] of entries) value[name] = member;
  return value;
}

export function withMembers(object: ObjectValue, members: Iterable<readonly [string, CtyValue]>): ObjectValue {
  return objectValue([...Object.entries(object), ...members]);
}

/** Whether the value is an object or a map; a {@link Decimal} and a {@link DynamicValue} have a prototype. */
export function isObjectValue(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

export function isDynamicValue(value: unknown): value is DynamicValue {
  return typeof value === 'object' && value !== null && !isObjectValue(value) && 'type' in value && 'value' in value;
}

/** Members of objects may have another order, elements of sets may not. UNKNOWN is the same as UNKNOWN. */
export function isSameValue(a: CtyValue, b: CtyValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameValue(item, b[index] as CtyValue))
    );
  if (!isObjectValue(a) || !isObjectValue(b)) return isDeepStrictEqual(a, b);
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => name in b && isSameValue(a[name] as CtyValue, b[name] as CtyValue));
}

export function isWhollyKnown(value: CtyValue): boolean {
  if (value === UNKNOWN) return false;
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  if (isDynamicValue(value)) return isWhollyKnown(value.value);
  return isObjectValue(value) ? Object.values(value).every(isWhollyKnown) : true;
}

/** `[]` for null, undefined and UNKNOWN. Only for a value whose elements are strings: a null would become `'null'`. */
export function toStrings(value: CtyValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
