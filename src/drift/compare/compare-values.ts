/**
 * Compares an object in a state with that in the account by the rules of the provider: a plan would revert what differs
 * here, unless the configuration has another value or `ignore_changes` names it.
 */
import { mayBeConditionalDefault, semanticallyEqual } from '../../model/canonical';
import { isComparable, pickInputs } from '../../model/comparable';
import type { Attribute, Attributes } from '../../model/kind';
import { isInput } from '../../model/request';
import { trafficPolicies } from '../../model/traffic-policy/load';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { formatPath } from '../../values/path';
import type { FieldChange } from './finding';

/** Numbers of fields with a difference, or without a readable value, that are not drift. */
export interface Suppressed {
  /**
   * Differs, but the service chose the value. The field is computed; or the state has no value and the field is
   * `optional-computed`, or its default depends on others; or only computed or sensitive members of an object differ.
   */
  readonly computed: number;
  /** Semantically equal, or equal to the server default. */
  readonly equivalent: number;
  /**
   * Responses omit the field (some attributes are only in the response to the create), or may omit it and this one
   * does.
   */
  readonly unreadable: number;
  /** Differs, but is in `ignore_changes`. */
  readonly ignored: number;
}

export const NONE_SUPPRESSED: Suppressed = { computed: 0, equivalent: 0, unreadable: 0, ignored: 0 };

export function sumSuppressed(parts: readonly Suppressed[]): Suppressed {
  const sum = (reason: keyof Suppressed): number => parts.reduce((total, part) => total + part[reason], 0);
  return {
    computed: sum('computed'),
    equivalent: sum('equivalent'),
    unreadable: sum('unreadable'),
    ignored: sum('ignored'),
  };
}

export interface ValueComparison {
  readonly changes: readonly FieldChange[];
  readonly suppressed: Suppressed;
}

export function compareValues(attributes: Attributes, before: JsonObject, after: JsonObject): ValueComparison {
  const parts = Object.entries(attributes).map(([name, attribute]) => {
    const [old, current] = [before[name] ?? null, after[name] ?? null];
    if (old === null && isInput(attribute) && mayBeConditionalDefault(attribute, name, after))
      return suppress('computed');
    return compareAttribute(attribute, name, old, current);
  });
  return {
    changes: parts.flatMap(({ changes }) => changes),
    suppressed: sumSuppressed(parts.map(({ suppressed }) => suppressed)),
  };
}

function compareAttribute(attribute: Attribute, path: string, before: Json, after: Json): ValueComparison {
  if (attribute.omittedFromResponses || (attribute.optionalInResponse && after === null && before !== null))
    return suppress('unreadable');
  if (sameJson(before, after)) return { changes: [], suppressed: NONE_SUPPRESSED };
  if (!isInput(attribute)) return suppress('computed');
  if (semanticallyEqual(attribute, before, after)) return suppress('equivalent');
  // The service may set an `optional-computed` value later, such as the ingress endpoint of an operator; a plan keeps
  // it.
  if (attribute.presence === 'optional-computed' && before === null) return suppress('computed');
  if (attribute.type === 'object' && isJsonObject(before) && isJsonObject(after)) {
    return prefixed(path, compareValues(attribute.attributes, before, after));
  }
  const policyChanges = comparePolicies(attribute, path, before, after);
  if (policyChanges) return { changes: policyChanges, suppressed: NONE_SUPPRESSED };
  const compare = (value: Json): Json => pickInputs(attribute, value, isComparable);
  const change = { path, before: compare(before), after: compare(after) };
  return sameJson(change.before, change.after)
    ? suppress('computed')
    : { changes: [change], suppressed: NONE_SUPPRESSED };
}

/**
 * The differences of two traffic policies by path; undefined for another attribute, and if one is null or cannot be
 * parsed.
 */
function comparePolicies(attribute: Attribute, path: string, before: Json, after: Json): FieldChange[] | undefined {
  if (!('format' in attribute) || attribute.format !== 'traffic_policy') return undefined;
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  return trafficPolicies()
    .diffPolicies(before, after)
    ?.map((difference) => ({ ...difference, path: formatPath([path, ...difference.path]) }));
}

function prefixed(path: string, { changes, suppressed }: ValueComparison): ValueComparison {
  return { changes: changes.map((change) => ({ ...change, path: `${path}.${change.path}` })), suppressed };
}

function suppress(reason: keyof Suppressed): ValueComparison {
  return { changes: [], suppressed: { ...NONE_SUPPRESSED, [reason]: 1 } };
}

function sameJson(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
