/**
 * Which objects of a plan exist after an apply that may stop. A write that the plan does not prove is one variable, and what
 * waits for it is applied only if it is. A deletion waits for other deletions, which a plan does not say.
 */
import type { PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type Placed, type Presence } from '../objects/objects';
import type { WriteRisk } from '../values/cause';
import { Unknown } from '../values/known';
import { isOfSet } from './plan-refusals';

export interface PlannedPresence {
  /** An object of the account that the plan deletes or replaces, or that is deleted with it: none if it surely is. */
  ofOld<T extends Obj>(planned: Placed, object: T): T[];
  /** An object that the plan creates or changes. */
  ofNew<T extends Obj>(planned: Placed, object: T): T;
}

/** `unproved`: why writes may fail, by their addresses. */
export function createPlannedPresence(
  { writes, deletedFirst, after }: PlannedObjects,
  unproved: ReadonlyMap<string, readonly WriteRisk[]>,
): PlannedPresence {
  const byAddress = new Map(writes.map((write) => [write.address, write]));
  const [writing, deleting] = [new Map<string, Unknown>(), new Map<string, Unknown>()];
  const variableOf = (address: string, risks: readonly WriteRisk[] = [], isDeletion = false): Unknown => {
    const variables = isDeletion ? deleting : writing;
    const variable = variables.get(address) ?? new Unknown({ kind: 'may_stop', address, isDeletion, risks });
    variables.set(address, variable);
    return variable;
  };
  const closures = new Map<string, ReadonlySet<string>>();
  /** What Terraform surely finishes before. */
  const listBefore = (address: string): ReadonlySet<string> => {
    const known = closures.get(address);
    if (known) return known;
    const found = new Set<string>();
    closures.set(address, found);
    const pending = [...(byAddress.get(address)?.waitsFor ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...(byAddress.get(next)?.waitsFor ?? []));
    }
    return found;
  };
  const isDeleted = (address: string): boolean => byAddress.get(address)?.actions.includes('delete') ?? false;
  const deletions = new Set([...unproved.keys()].filter(isDeleted));
  const checks = [...unproved.keys()].filter((address) => byAddress.get(address)?.hasCheck);
  /** Whether the deletion of an object may wait for one that may fail. */
  const waitsForDeletion = (address: string): boolean => deletions.size > (deletions.has(address) ? 1 : 0);
  const hasOwnVariable = (address: string): boolean =>
    unproved.has(address) ||
    waitsForDeletion(address) ||
    (unproved.size > 0 && (byAddress.get(address)?.mayWaitForMore ?? false)) ||
    checks.some((check) => listBefore(address).has(check));
  /** The object itself, which may be one of several rules that a set writes or deletes. */
  const listOwn = (planned: Placed, { isDeletion = false } = {}): Unknown[] => {
    const { address } = planned.place;
    const name = isOfSet(planned) && unproved.has(address) ? planned.id : address;
    return [variableOf(name, unproved.get(address), isDeletion)];
  };
  const listDeleting = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    return unproved.has(address) || waitsForDeletion(address) ? listOwn(planned, { isDeletion: true }) : [];
  };
  const isReplaced = (address: string): boolean => after.some(({ place, isNew }) => place.address === address && isNew);

  /** The writes that end the existence of an old object. */
  const listEnding = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    if (!isDeleted(address)) return listCreating(planned);
    if (deletedFirst.includes(address) || !isReplaced(address)) return listDeleting(planned);
    // The old object is deleted after everything that named it names the new one.
    const isLast = unproved.size > 0;
    return [...listCreating(planned), ...(isLast ? listOwn(planned, { isDeletion: true }) : [])];
  };
  const listCreating = (planned: Placed): Unknown[] => {
    const { address } = planned.place;
    const before = [...listBefore(address)].filter(hasOwnVariable).map((each) => variableOf(each, unproved.get(each)));
    const own = hasOwnVariable(address) ? listOwn(planned) : [];
    const isDeletedFirst = isDeleted(address) && deletedFirst.includes(address);
    return [...own, ...before, ...(isDeletedFirst ? listDeleting(planned) : [])];
  };
  const add = <T extends Obj>(object: T, writes: readonly Unknown[], isApplied: boolean): T => {
    const more: Presence = { writes, isApplied };
    return writes.length === 0 ? object : { ...object, presence: [...(object.presence ?? []), more] };
  };
  return {
    ofOld(planned, object) {
      if (unproved.size === 0) return [];
      const ending = listEnding(planned);
      return ending.length === 0 ? [] : [add(object, ending, false)];
    },
    ofNew: (planned, object) =>
      isKept(planned) || unproved.size === 0 ? object : add(object, listCreating(planned), true),
  };
}
