/** The provider's own comparison of two objects, attribute by attribute: what a plan would call a change, and no more. */

import { semanticallyEqual } from '../../model/canonical';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { isInput } from '../../model/request';
import { isServerDefault } from '../../model/server-default';
import type { FieldChange } from '../report/finding';

/** What was looked at and, by the nature of the field, is no drift. */
export interface Folded {
  /** Differs, but only the service gives it. */
  readonly computed: number;
  /** Differs in spelling, or stands for its default. */
  readonly equivalent: number;
  /** No answer holds it, so it cannot be compared. */
  readonly unreadable: number;
  /** Differs, but the configuration says `ignore_changes`. */
  readonly ignored: number;
}

/** Nothing folded. */
export const NOTHING_FOLDED: Folded = { computed: 0, equivalent: 0, unreadable: 0, ignored: 0 };

/** The sum of several. */
export function sumFolded(parts: readonly Folded[]): Folded {
  return parts.reduce(
    (sum, part) => ({
      computed: sum.computed + part.computed,
      equivalent: sum.equivalent + part.equivalent,
      unreadable: sum.unreadable + part.unreadable,
      ignored: sum.ignored + part.ignored,
    }),
    NOTHING_FOLDED,
  );
}

/** What differs. */
export interface Comparison {
  readonly changes: readonly FieldChange[];
  readonly folded: Folded;
}

/** Compares all attributes of an object as a state has it with the account's. */
export function compareValues(attributes: Attributes, before: JsonObject, after: JsonObject): Comparison {
  const parts = Object.entries(attributes).map(([name, attribute]) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    // What the service set by itself where nothing is declared is nobody's change.
    if (was === null && isInput(attribute) && isServerDefault(attribute, name, after)) return fold('computed');
    return compareAttribute(attribute, name, was, is);
  });
  return { changes: parts.flatMap(({ changes }) => changes), folded: sumFolded(parts.map(({ folded }) => folded)) };
}

function compareAttribute(attribute: Attribute, path: string, before: Json, after: Json): Comparison {
  if (attribute.readback || (attribute.optionalInResponse && after === null && before !== null))
    return fold('unreadable');
  if (sameJson(before, after)) return { changes: [], folded: NOTHING_FOLDED };
  if (!isInput(attribute)) return fold('computed');
  if (semanticallyEqual(attribute, before, after)) return fold('equivalent');
  // What the user left to the service may come late (an operator's ingress endpoint); a plan keeps it.
  if (attribute.presence === 'optional-computed' && before === null) return fold('computed');
  if (attribute.type === 'object' && isJsonObject(before) && isJsonObject(after)) {
    return prefixed(path, compareValues(attribute.attributes, before, after));
  }
  const change = { path, before: shownValue(attribute, before), after: shownValue(attribute, after) };
  // Objects that differ in nothing that anybody could have set.
  return sameJson(change.before, change.after) ? fold('computed') : { changes: [change], folded: NOTHING_FOLDED };
}

function prefixed(path: string, { changes, folded }: Comparison): Comparison {
  return { changes: changes.map((change) => ({ ...change, path: `${path}.${change.path}` })), folded };
}

function fold(what: keyof Folded): Comparison {
  return { changes: [], folded: { ...NOTHING_FOLDED, [what]: 1 } };
}

function sameJson(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** A value without what only the service gives, and without secrets. */
export function shownValue(attribute: Attribute, value: Json): Json {
  if (value === null || attribute.readback || attribute.sensitive) return null;
  if (attribute.type === 'object') return shownObject(attribute.attributes, value);
  if (!('elements' in attribute) || attribute.elements === 'string') return value;
  const of = attribute.elements;
  if (Array.isArray(value)) return (value as Json[]).map((item) => shownObject(of, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownObject(of, item ?? null)]));
}

/** The same for an object's members; absent ones are left out. */
export function shownObject(attributes: Attributes, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isInput(attribute) && !attribute.readback && !attribute.sensitive)
      .map(([name, attribute]) => [name, shownValue(attribute, value[name] ?? null)] as const)
      .filter(([, member]) => member !== null),
  );
}
