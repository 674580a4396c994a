/**
 * Which objects of a plan exist after an apply that may stop. If it is not proved that a write succeeds, a variable
 * says whether it is applied. A write that surely waits for it is applied only if that variable is true. A write that
 * only may wait for it has a variable of its own.
 *
 * Example: the creation of `netingress_ip_policy.office` is not proved, and a restriction refers to it -> the policy
 * exists if its write is applied, and so does the restriction, which needs no variable of its own.
 */

import { memoize } from '../model/memoize';
import type { PlannedObjects } from '../objects/from-plan';
import { deletesFirst, isKept, type Obj, type Placed, type Presence } from '../objects/objects';
import type { WriteRisk } from '../values/cause';
import { Unknown } from '../values/known';
import { createDeletionOrder } from './deletion-order';
import { isOfSet } from './plan-refusals';

export interface PlannedPresence {
  /**
   * What is left of an object as it was before an apply that deletes, replaces or changes it: nothing if all of these
   * writes are surely applied, otherwise the object, with the condition that one of them is not. Do not ask for an
   * object that the plan keeps: the result does not depend on whether it is kept, so it may be nothing.
   */
  ofOld<T extends Obj>(planned: Placed, object: T): T[];
  /** An object as the plan creates or changes it, with the condition that its writes are applied. */
  ofNew<T extends Obj>(planned: Placed, object: T): T;
}

/** `unproved`: why writes may fail, by their addresses. */
export function createPlannedPresence(
  { writes, after }: PlannedObjects,
  unproved: ReadonlyMap<string, readonly WriteRisk[]>,
): PlannedPresence {
  if (unproved.size === 0) return { ofOld: () => [], ofNew: (_, object) => object };
  const byAddress = new Map(writes.map((write) => [write.address, write]));
  const [writing, deleting] = [new Map<string, Unknown>(), new Map<string, Unknown>()];
  /**
   * `write` is the address of a resource, or the id of a rule of a set: if the write of a rule set is not proved, each
   * of its rules also has a variable, `netingress_ip_policy_rules.office["203.0.113.0/24"]`. What waits for the set
   * depends on the variable of its address alone, so it also counts as applied in cases in which rules of the set are
   * not.
   */
  const variableOf = (write: string, risks: readonly WriteRisk[] = [], isDeletion = false): Unknown => {
    const variables = isDeletion ? deleting : writing;
    const variable = variables.get(write) ?? new Unknown({ kind: 'may_stop', address: write, isDeletion, risks });
    variables.set(write, variable);
    return variable;
  };
  /** What Terraform surely finishes before it writes `address`, directly or not. */
  const listBefore = memoize(Number.POSITIVE_INFINITY, (address: string): ReadonlySet<string> => {
    const found = new Set(byAddress.get(address)?.waitsFor);
    // A loop over a set also gets what is added meanwhile.
    for (const each of found) for (const next of byAddress.get(each)?.waitsFor ?? []) found.add(next);
    return found;
  });
  const isDeleted = (address: string): boolean => byAddress.get(address)?.actions.includes('delete') ?? false;
  /** Not for a deposed object: its address may have a current object that is replaced in the other order. */
  const isDeletedFirst = (address: string): boolean => deletesFirst(byAddress.get(address)?.actions);
  /**
   * Whether the apply may stop at the write (it is not proved), before it (it may wait for writes that are not known),
   * or right after it (its condition may fail).
   */
  const mayStop = (address: string): boolean => {
    const { mayWaitForMore = false, hasCheck = false } = byAddress.get(address) ?? {};
    return unproved.has(address) || mayWaitForMore || hasCheck;
  };
  const { mayBeLeft, waitsForDeletion } = createDeletionOrder(writes, mayStop);
  const checks = [...unproved.keys()].filter((address) => byAddress.get(address)?.hasCheck);
  /** Whether it is not proved that the write is applied once all that it surely waits for is. */
  const hasOwnVariable = (address: string): boolean =>
    unproved.has(address) ||
    waitsForDeletion(address) ||
    (byAddress.get(address)?.mayWaitForMore ?? false) ||
    (isDeletedFirst(address) && mayBeLeft(address)) ||
    // A write may be applied and its condition then stop what waits for it.
    checks.some((check) => listBefore(address).has(check));
  const listOwn = (planned: Placed, { isDeletion = false } = {}): Unknown[] => {
    const { address } = planned.place;
    const name = isOfSet(planned) && unproved.has(address) ? planned.id : address;
    return [variableOf(name, unproved.get(address), isDeletion)];
  };
  const listDeleting = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    return mayBeLeft(address) ? listOwn(planned, { isDeletion: true }) : [];
  };
  const isReplaced = (address: string): boolean => after.some(({ place, isNew }) => place.address === address && isNew);

  const listEnding = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    if (!isDeleted(address)) return listWriting(planned);
    if (isDeletedFirst(address) || !isReplaced(address)) return listDeleting(planned);
    // The old object is deleted after everything that named it names the new one, so its deletion may wait for any
    // write.
    return [...listWriting(planned), ...listOwn(planned, { isDeletion: true })];
  };
  const listWriting = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    const before = [...listBefore(address)].filter(hasOwnVariable).map((each) => variableOf(each, unproved.get(each)));
    const own = hasOwnVariable(address) ? listOwn(planned) : [];
    return [...own, ...before, ...(isDeletedFirst(address) ? listDeleting(planned) : [])];
  };
  const add = <T extends Obj>(object: T, writes: readonly Unknown[], isApplied: boolean): T => {
    const more: Presence = { writes, isApplied };
    return writes.length === 0 ? object : { ...object, presence: [...(object.presence ?? []), more] };
  };
  return {
    ofOld(planned, object) {
      const ending = listEnding(planned);
      return ending.length === 0 ? [] : [add(object, ending, false)];
    },
    ofNew: (planned, object) => (isKept(planned) ? object : add(object, listWriting(planned), true)),
  };
}
