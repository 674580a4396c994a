/**
 * Instances of a plan, as the input of {@link findMoves}. A plan also contains the resources of modules, and those whose
 * `count` or `for_each` only Terraform can evaluate.
 */
import type { KnownObject } from '../model/known';
import { ROTATION } from '../model/variants/sealed-attributes';
import { listOwnChanges } from '../terraform/configuration/planned-objects';
import { findReference, readPlannedValues } from '../terraform/configuration/planned-values';
import type { PlanJson } from '../terraform/plan-json';
import type { Instance } from './instances';
import type { MovesSource } from './read-instances';

/** Compares the objects before and after a plan, which `terraform show -json` prints. */
export function fromPlan(plan: PlanJson, stack: string): MovesSource {
  const changes = listOwnChanges(plan.resource_changes).filter(({ deposed }) => deposed === undefined);
  const before = changes.flatMap(({ address, type, change }): Instance[] => {
    // A `removed` block keeps the object, so no other address may get it.
    if (change.before === null || change.actions.includes('forget')) return [];
    const values = change.before as KnownObject;
    const { id } = values;
    return [{ stack, address, type, values, ...(typeof id === 'string' && { id }) }];
  });
  const after = changes.flatMap((resource): Instance[] => {
    const { address, type, change } = resource;
    if (change.after === null) return [];
    // The planned value is that of a new rotation, if the rotation has a new address.
    const slot = findReference(plan, resource, ROTATION, stack);
    const values = readPlannedValues(plan, resource, stack);
    return [{ stack, address, type, values: slot ? { ...values, [ROTATION]: slot } : values }];
  });
  return { before, after, notEvaluated: [] };
}
