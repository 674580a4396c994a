/**
 * Finds replacements that the service must refuse: an object with a unique key, such as a domain whose region changes,
 * that another object of the same plan names. The old one cannot be deleted while it is named, and the new one cannot
 * be created beside it, so the apply would end half-way; the plan is an error instead.
 *
 * Terraform plans in any order, so both the replacement and the object that names it look for the other one.
 */

import { getKind, KINDS, tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { findNaturalKey } from '../../model/natural-key';
import { type KindReference, listBlockingReferences, refersTo } from '../../model/references';
import type { Obj } from '../../objects/objects';
import type { ObjectValue } from '../../values/cty-value';
import type { KnownObject } from '../../values/known';
import { type AttributePath, createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import { valueToJson } from '../state/json-values';

export interface PlanReplacements {
  /** Not for a delete. An object that `keepsUnchanged` of the provider answers has no plan. */
  check(
    type: string,
    prior: ObjectValue | null,
    planned: ObjectValue,
    requiresReplace: readonly AttributePath[],
  ): ProviderDiagnostic[];
}

interface Replaced extends Obj {
  readonly key: string;
  readonly changed: readonly string[];
}

export function createPlanReplacements(): PlanReplacements {
  const replacedObjects: Replaced[] = [];
  const users: Obj[] = [];

  return {
    check(type, prior, planned, requiresReplace) {
      const kind = tryFindKind(parseKindName(type) ?? '');
      if (!kind || !prior) return [];
      const id = String(prior['id']);
      // An object that is replaced, too, is deleted before what it names, unless it has create_before_destroy, which a
      // provider does not see.
      if (requiresReplace.length === 0) {
        if (!NAMING_UNIQUE_OBJECTS.has(kind.name)) return [];
        const user = { kind: kind.name, id, values: toKnown(planned) };
        users.push(user);
        return replacedObjects.flatMap((replaced) => describeUse(replaced, user));
      }
      const values = toKnown(prior);
      const key = kind.naturalKey?.unique ? findNaturalKey(kind, valueToJson(prior)) : undefined;
      if (key === undefined || key !== findNaturalKey(kind, valueToJson(planned))) return [];
      const replaced = { kind: kind.name, id, values, key, changed: requiresReplace.map((path) => String(path[0])) };
      replacedObjects.push(replaced);
      return users.flatMap((user) => describeUse(replaced, user));
    },
  };
}

/**
 * The kinds that name objects with a unique key. An unchanged object that `keepsUnchanged` answers is not among the
 * users, such as a secret, which names a vault: no attribute of a vault but its key requires a replacement.
 * `test/provider/plan-walk.test.ts` tests that no such object names a kind whose replacement may have the same key.
 */
const NAMING_UNIQUE_OBJECTS: ReadonlySet<string> = new Set(
  KINDS.filter(({ naturalKey }) => naturalKey?.unique).flatMap(({ name }) =>
    listBlockingReferences(name).map(({ kind }) => kind.name),
  ),
);

/** Unknown values become null, and so name nothing for certain. */
function toKnown(values: ObjectValue): KnownObject {
  return valueToJson(values) as KnownObject;
}

function describeUse(replaced: Replaced, user: Obj): ProviderDiagnostic[] {
  const names = (reference: KindReference): boolean =>
    reference.kind.name === user.kind && refersTo(reference, user.values, replaced) === true;
  return listBlockingReferences(replaced.kind).some(names) ? [replacedWhileNamed(replaced, user)] : [];
}

function replacedWhileNamed({ kind, id, key, changed }: Replaced, user: Obj): ProviderDiagnostic {
  const [title, titleOfUser] = [getKind(kind).title, getKind(user.kind).title];
  return createError(
    `The ${title} '${key}' cannot be replaced while the ${titleOfUser} ${user.id} names it`,
    `A change of ${changed.join(' and ')} replaces the ${title} ${id}, and the service neither deletes one that is ` +
      `named, nor accepts two of the same name. Keep ${changed.join(' and ')} as before, or remove the ${titleOfUser} in an apply of ` +
      'its own first.',
  );
}
