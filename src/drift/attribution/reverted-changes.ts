/** Finds changes that were reverted between two runs, which a comparison of the account cannot show. */

import type { StateResource } from '../../model/inventory';
import type { Json } from '../../model/json';
import { getKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { objectKey } from '../../model/object-key';
import { redactValue } from '../../model/redaction';
import { isInput } from '../../model/request';
import type { Attribution, FieldChange } from '../compare/finding';
import { findObjectId } from '../compare/match-state-to-account';
import { createSensitivePathFinder, findDisplayName, redactIfSensitive } from '../compare/redact';
import { fieldEquals, toAttribution } from './attribution';
import type { AuditChange, ObjectChanges } from './history';

/** A field that changed and has its former value again, or an object that was created and deleted. */
export interface RevertedChange extends Omit<FieldChange, 'path'> {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  /** Null for an object that was created and deleted. */
  readonly path: string | null;
  /** The event of the change. */
  readonly changed: Attribution;
  /** The event that reverted it. */
  readonly reverted: Attribution;
}

/**
 * Returns a function that finds all reverted changes of an object, except those that only the pipeline's own keys made and
 * reverted. The deletion of an object of a state is not one: it is the finding `missing`.
 */
export function createRevertedChangesFinder(
  ownKeys: readonly string[],
  stateResources: readonly StateResource[],
): (object: ObjectChanges) => RevertedChange[] {
  const findSensitivePaths = createSensitivePathFinder(stateResources);
  const managed = new Set(
    stateResources.map((resource) => `${parseKindName(resource.type)} ${findObjectId(resource)}`),
  );
  const find = ({ kind, id, changes }: ObjectChanges): RevertedChange[] => {
    const [first, last] = [changes[0] as AuditChange, changes.at(-1) as AuditChange];
    const sensitive = changes.flatMap(({ values }) => findSensitivePaths(kind, id, values));
    const object = { kind, id, name: findDisplayName(kind, last.values, sensitive) };
    if (last.action === 'deleted') {
      if (first.action !== 'created' || managed.has(objectKey(kind, id))) return [];
      const [changed, reverted] = [toAttribution(first, ownKeys), toAttribution(last, ownKeys)];
      return [{ ...object, path: null, before: null, after: id, changed, reverted }];
    }
    return Object.entries(getKind(kind).attributes).flatMap(([path, attribute]) => {
      if (!isInput(attribute) || attribute.omittedFromResponses) return [];
      const readValue = ({ values }: AuditChange): Json => redactValue(attribute, (values[path] ?? null) as Json);
      return findReversions(kind, path, changes).map(([made, back]) => ({
        ...object,
        ...redactIfSensitive({ path, before: readValue(back), after: readValue(made) }, sensitive),
        changed: toAttribution(made, ownKeys),
        reverted: toAttribution(back, ownKeys),
      }));
    });
  };
  return (object) => find(object).filter(({ changed, reverted }) => !changed.own_key || !reverted.own_key);
}

/** Returns pairs of a change that replaced the current value and the change that restored it. */
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
