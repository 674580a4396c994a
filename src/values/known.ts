/**
 * Values that may be unknown. An unknown value is not undefined, an empty list or a default, so that the compiler makes
 * each reader handle it. Null is a known value: Terraform's "not set".
 *
 *     const office: Known<string> = '203.0.113.0/24';
 *     const other: Known<string> = new Unknown({ kind: 'reference', reference: 'var.office' });
 *     // The same value before and after a change, whatever it is:
 *     const identities = new Identities();
 *     const before = new Unknown(cause, identities.of('var.office'));
 *     const after = new Unknown(cause, identities.of('var.office')); // after.identity === before.identity
 */
import type { Cause, Subject } from './cause';

export type Known<T> = T | Unknown;

declare const IDENTITY: unique symbol;

/** Two unknown values with the same identity are the same value. */
export type Identity = number & { readonly [IDENTITY]: true };

let last = 0;

function fresh(): Identity {
  last += 1;
  return last as Identity;
}

/**
 * Two are equal if their identities are; the cause is for people. One that is made without identity equals only itself.
 */
export class Unknown {
  readonly cause: Cause;
  readonly identity: Identity;

  constructor(cause: Cause, identity: Identity = fresh()) {
    this.cause = cause;
    this.identity = identity;
  }
}

/** The identities of one comparison: two tables give different ones for the same inputs. */
export class Identities {
  readonly #byInputs = new Map<string, Identity>();

  /**
   * The caller must pass everything that the value depends on: unknown values, versions of objects, the key of the
   * instance, and the side (before or after a change) unless the value is the same on both. If one is left out,
   * different values are taken for equal.
   */
  of(...inputs: readonly unknown[]): Identity {
    const key = stringifyKnown(inputs);
    const known = this.#byInputs.get(key);
    if (known !== undefined) return known;
    const identity = fresh();
    this.#byInputs.set(key, identity);
    return identity;
  }
}

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

export function mapKnown<T, Result>(value: Known<T>, map: (value: T) => Known<Result>): Known<Result> {
  return isUnknown(value) ? value : map(value);
}

export function isFullyKnown(value: KnownJson): boolean {
  if (isUnknown(value)) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFullyKnown);
}

function keyOfIdentity(part: unknown): unknown {
  if (isUnknown(part)) return `?${part.identity}`;
  return typeof part === 'string' && part.startsWith('?') ? `?${part}` : part;
}

/**
 * For strings and unknown values, of which two have one text only if they are equal. Not for others: `7` is as `'7'`.
 */
export function keyOfKnown(value: KnownJson): string {
  return String(keyOfIdentity(value));
}

/**
 * Two values have one text only if they are equal, except for what JSON cannot tell: NaN and infinity are as null, and
 * a member with undefined as none. Objects with another order of members have two texts. Throws for a bigint.
 */
export function stringifyKnown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => keyOfIdentity(part));
}

export function listUnknown(value: KnownJson): Unknown[] {
  if (isUnknown(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listUnknown) : [];
}

/** A missing member is unknown. Two of one name are equal if their subjects and all values of the two objects are. */
export function readMember(values: KnownObject, name: string, subject: Subject, identities: Identities): KnownJson {
  const value = values[name];
  if (value !== undefined) return value;
  return new Unknown({ kind: 'missing', subject, member: name }, identities.of('member', subject, name, values));
}
