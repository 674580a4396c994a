/** Finds changes that were made and reverted, which a comparison of the account cannot show. */

import { isComparable, pickInputs } from '../../model/comparable';
import { getKind } from '../../model/kinds';
import { createMarksFinder } from '../../model/marks';
import { objectKey } from '../../model/object-key';
import { isInput } from '../../model/request';
import type { StateObject } from '../../objects/from-states';
import type { Json } from '../../values/json';
import { joinMarks, type Marks } from '../../values/marks';
import type { Attribution } from '../compare/finding';
import { findName, showChange } from '../compare/show-change';
import { fieldEquals, toAttribution } from './attribution';
import type { AuditChange, ObjectChanges } from './history';

/** A field that changed and has its former value again, or an object that was created and deleted. */
export interface RevertedChange {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  /** Null for an object that was created and deleted. */
  readonly path: string | null;
  /** The value before and now; null for a whole object. */
  readonly before: Json;
  /** The value in between; the id of a whole object. */
  readonly after: Json;
  /** The event of the change. */
  readonly changed: Attribution;
  /** The event that reverted it. */
  readonly reverted: Attribution;
}

/**
 * Leaves out a change if the pipeline's own keys both made and reverted it. An object whose last event is its deletion
 * has one reverted change, its creation. It has none if the events lack its creation, or if a state has the object:
 * that is the finding `missing`.
 */
export function createRevertedChangesFinder(
  ownKeys: readonly string[],
  inState: readonly StateObject[],
): (object: ObjectChanges) => RevertedChange[] {
  const findMarks = createMarksFinder(inState);
  const managed = new Set(inState.map(({ kind, id }) => objectKey(kind, id)));
  const find = ({ kind, id, changes }: ObjectChanges): RevertedChange[] => {
    const [first, last] = [changes[0] as AuditChange, changes.at(-1) as AuditChange];
    const marks = changes.map(({ values }) => findMarks(kind, id, values)).reduce<Marks>(joinMarks, undefined);
    const object = { kind, id, name: findName(kind, last.values, marks) };
    if (last.action === 'deleted') {
      if (first.action !== 'created' || managed.has(objectKey(kind, id))) return [];
      const [changed, reverted] = [toAttribution(first, ownKeys), toAttribution(last, ownKeys)];
      return [{ ...object, path: null, before: null, after: id, changed, reverted }];
    }
    return Object.entries(getKind(kind).attributes).flatMap(([path, attribute]) => {
      if (!isInput(attribute) || attribute.omittedFromResponses) return [];
      const readValue = ({ values }: AuditChange): Json =>
        pickInputs(attribute, (values[path] ?? null) as Json, isComparable);
      return findReversions(kind, path, changes).map(([made, back]) => ({
        ...object,
        ...showChange({ path, before: readValue(back), after: readValue(made) }, marks),
        changed: toAttribution(made, ownKeys),
        reverted: toAttribution(back, ownKeys),
      }));
    });
  };
  return (object) => find(object).filter(({ changed, reverted }) => !changed.own_key || !reverted.own_key);
}

/**
 * Pairs of a change away from the last value, and the next change back to it. With the values `a b c a d a` of a field:
 * the changes to `b` and back to `a`, and the changes to `d` and back to `a`.
 */
function findReversions(kind: string, path: string, changes: readonly AuditChange[]): [AuditChange, AuditChange][] {
  const { attributes } = getKind(kind);
  const current = (changes.at(-1)?.values[path] ?? null) as Json;
  const pairs: [AuditChange, AuditChange][] = [];
  let made: AuditChange | undefined;
  let wasCurrent = false;
  for (const change of changes) {
    if (fieldEquals(attributes, path, change.values, current)) {
      if (made) pairs.push([made, change]);
      made = undefined;
      wasCurrent = true;
    } else if (wasCurrent && !made) {
      made = change;
    }
  }
  return pairs;
}
