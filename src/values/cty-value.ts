/** Terraform's values as JavaScript ones. */
import type { CtyType } from './cty-type';

/** The one value that is not known yet. Refinements are dropped on reading, which Terraform allows. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** A number that JavaScript cannot hold exactly, by its decimal text. */
export interface Decimal {
  readonly decimal: string;
}

/** A value of type `dynamic` with the type it really has. */
export interface DynamicValue {
  readonly type: CtyType;
  readonly value: CtyValue;
}

/**
 * A value of any type. Lists, sets and tuples are arrays; objects and maps have no prototype, so that every key is
 * only a key. Integers beyond 2^53 are bigint, other inexact numbers {@link Decimal}.
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

/** The value of an object or map type, by member name or key. */
export interface ObjectValue {
  [name: string]: CtyValue;
}

/** An object value without prototype. */
export function objectValue(entries: Iterable<readonly [string, CtyValue]> = []): ObjectValue {
  const value = Object.create(null) as ObjectValue;
  for (const [name, member] of entries) value[name] = member;
  return value;
}

/** Whether the value is an object or map value (not null, unknown, a list, a number of our own). */
export function isObjectValue(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

/** Whether the value is one of type `dynamic` together with its real type. */
export function isDynamicValue(value: unknown): value is DynamicValue {
  return typeof value === 'object' && value !== null && !isObjectValue(value) && 'type' in value && 'value' in value;
}

/** Whether the value and everything in it is known. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (value === UNKNOWN) return false;
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  if (isDynamicValue(value)) return isWhollyKnown(value.value);
  return isObjectValue(value) ? Object.values(value).every(isWhollyKnown) : true;
}
