/**
 * Values that may be unknown. Everything that judges a configuration, a plan or an account reads `Known` values, so that
 * the compiler makes each reader handle the unknown: it is never undefined, an empty list or a default.
 *
 *     parse('203.0.113.0/24')   a value
 *     new Unknown('var.office is known after apply')
 */

/** A value that is not known, with the reason as a clause: `var.office is known after apply`. */
export class Unknown {
  /** Two unknown values with the same reason are the same value: compared with each other, they are equal. */
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** A value, or the reason why it is not known. */
export type Known<T> = T | Unknown;

/** JSON of which any part may be unknown. */
export type KnownJson =
  | string
  | number
  | boolean
  | null
  | Unknown
  | readonly KnownJson[]
  | { readonly [name: string]: KnownJson };

/** Members by name. A member that is not present is unknown to a reader that needs it, see {@link readMember}. */
export type KnownObject = { readonly [name: string]: KnownJson };

export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

export function isObject(value: KnownJson | undefined): value is KnownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isUnknown(value);
}

/** Applies a function to a known value; an unknown one stays as it is. */
export function mapKnown<T, Result>(value: Known<T>, map: (value: T) => Known<Result>): Known<Result> {
  return value instanceof Unknown ? value : map(value);
}

/** Returns whether no part of the value is unknown. */
export function isFullyKnown(value: KnownJson): boolean {
  if (value instanceof Unknown) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFullyKnown);
}

/** Returns the value as a text. Two unknown values with the same reason have the same one. */
export function formatKnown(value: KnownJson): string {
  return isUnknown(value) ? `unknown: ${value.why}` : String(value);
}

/** Returns JSON that differs if the values, or the reasons of their unknown parts, differ. */
export function stringifyKnown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isUnknown(part) ? { unknown: part.why } : part));
}

/** Returns the reasons of all unknown parts of a value, each once. */
export function listReasons(value: KnownJson): string[] {
  if (value instanceof Unknown) return [value.why];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(listReasons))];
}

/** Returns a member of an object; a member that is not present is unknown. `subject` names the object in the reason. */
export function readMember(values: KnownObject, name: string, subject: string): KnownJson {
  const value = values[name];
  return value === undefined ? new Unknown(`${subject} has no member '${name}'`) : value;
}
