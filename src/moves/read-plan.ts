/**
 * Reads the objects before and after a change from a plan. Unlike the configuration that `read-instances.ts` reads, a
 * plan has the resources of modules, and the instances of `count` and `for_each`.
 */

import type { StateResource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import { ROTATION_ATTRIBUTE } from '../model/variants/sealed-attributes';
import { createPlanAccountFinder } from '../objects/accounts';
import { formatPlace, identify, type Placed } from '../objects/objects';
import { listOwnChanges } from '../terraform/configuration/plan-gaps';
import { findReference, readPlannedValues } from '../terraform/configuration/planned-values';
import type { PlanJson, ResourceChange } from '../terraform/plan-json';
import type { KnownObject } from '../values/known';
import type { Owner } from './free-objects';
import type { MovesSource } from './read-instances';

/** The objects that have an address before the apply of the plan, also those that it destroys. */
export function listPlannedOwners(plan: PlanJson): Owner[] {
  return listOwnChanges(plan.resource_changes).flatMap(({ type, address, change: { before } }) => {
    const kind = parseKindName(type) ?? '';
    return before === null ? [] : [{ kind, ...identify(kind, before, { address }) }];
  });
}

/**
 * `state` has the resources of the state: without them the account of an object that is no longer configured may be
 * unknown, if there are several accounts.
 */
export function movesFromPlan(plan: PlanJson, stack: string, state: readonly StateResource[] = []): MovesSource {
  const findAccount = createPlanAccountFinder(plan, state);
  const withoutId = ({ address, type, change }: ResourceChange, values: KnownObject): Omit<Placed, 'id'> => {
    const place = { stack, address, account: findAccount(address) };
    return { kind: parseKindName(type) ?? '', values, place, change: change.actions };
  };
  const changes = listOwnChanges(plan.resource_changes).filter(({ deposed }) => deposed === undefined);
  const before = changes.flatMap((resource): Placed[] => {
    const { before: values, actions } = resource.change;
    // The configuration wants the object to stay in the account without an address: a `removed` block with
    // `destroy = false`, or `lifecycle { destroy = false }` of OpenTofu. So no other address may get it.
    if (values === null || actions.includes('forget')) return [];
    const object = withoutId(resource, values as KnownObject);
    return [{ ...object, ...identify(object.kind, values, object.place) }];
  });
  const after = changes.flatMap((resource): Placed[] => {
    if (resource.change.after === null) return [];
    // If the rotation has a new address, the planned value is that of a new rotation. So the reference stands for it,
    // which `rotations.ts` compares.
    const slot = findReference(plan, resource, ROTATION_ATTRIBUTE, stack);
    const values = readPlannedValues(plan, resource, stack);
    const object = withoutId(resource, slot ? { ...values, [ROTATION_ATTRIBUTE]: slot } : values);
    // An address that appears has no object yet, and of one that stays only the id in `before` is read.
    return [{ ...object, id: formatPlace(object.place), isNew: true }];
  });
  return { before, after, notEvaluated: [] };
}
