/**
 * Writes to rules that the provider may refuse, because an enforced restriction would then admit no address, or no
 * longer a network that the plan hands over to another list. The provider checks such a write when it sends it, and
 * what else is written by then is not known. So the worst order is judged: beside what the write itself leaves, only
 * rules allow that the plan does not change.
 */
import { distinct, groupBy } from '../model/arrays';
import { type AddressRange, ALL_ADDRESSES, intersectRanges, rangeOf } from '../model/ip/address-set';
import type { PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { WriteRisk } from '../values/cause';
import { isUnknown } from '../values/known';
import { admitsAnAddress, findShortfalls } from './combined-policies';
import { decisive, listRulesAt, readIds } from './plan-guards';
import { type FoundObject, isOfSet } from './plan-refusals';

export function findLockOuts(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): WriteRisk[] {
  const writes = listRuleWrites(plan);
  if (writes.length === 0) return [];
  const worst = listRulesAt('worst', lists, plan, found, () => false);
  // A restriction that the plan changes is judged twice, and a set at each of its steps, so risks may be equal.
  const risks: WriteRisk[] = [];
  for (const { id, values } of listRestrictions(lists, plan)) {
    const policyIds = readIds(values['ip_policy_ids'] ?? null);
    const isNamed = ({ values: { ip_policy_id: policy = null } }: Obj): boolean =>
      isUnknown(policyIds) || policyIds.some((each) => isUnknown(each) || isUnknown(policy) || each === policy);
    const ofRestriction = writes.filter(({ before }) => before.some(isNamed));
    const networks = ofRestriction.flatMap(({ handedOver }) => handedOver);
    for (const { address, steps } of ofRestriction)
      for (const step of steps) {
        const facts = worst.map((list) =>
          list.kind === 'ip_policy_rule' ? { ...list, objects: [...list.objects, ...step] } : list,
        );
        if (admitsAnAddress({ facts, policyIds }))
          for (const shortfall of findShortfalls({ facts, policyIds, networks }))
            risks.push({ kind: 'shuts_out', address, restriction: id, shortfall });
        else risks.push({ kind: 'shuts_out_all', address, restriction: id });
      }
  }
  return distinct(risks);
}

interface RuleWrite {
  readonly address: string;
  readonly before: readonly Placed[];
  /** The rules that allow, after each step of the write. Those that deny are in the worst order anyway. */
  readonly steps: readonly (readonly Placed[])[];
  /** Networks that must stay admitted until the run ends. */
  readonly handedOver: readonly string[];
}

/** A create is not checked, and neither is a write that takes no allow rule away and writes no rule that may deny. */
function listRuleWrites(plan: PlannedObjects): RuleWrite[] {
  const groupRules = (objects: readonly Placed[]) =>
    groupBy(
      objects.filter(({ kind }) => kind === 'ip_policy_rule'),
      ({ place }) => place.address,
    );
  const after = groupRules(plan.after);
  return [...groupRules(plan.before)].flatMap(([address, old]) => {
    const now = after.get(address) ?? [];
    const isDeletedFirst = plan.deletedFirst.includes(address);
    const left = isDeletedFirst ? now.filter(isKept) : now;
    const names = new Set(left.map(decisive));
    const removed = old.filter((rule) => mayAllow(rule) && !names.has(decisive(rule)));
    const denies = now.some((rule) => !isKept(rule) && rule.values['action'] !== 'allow');
    if (removed.length === 0 && !denies) return [];
    // The provider creates the deny rules of an updated set first, beside its old rules.
    const isUpdatedSet = now.length > 0 && !isDeletedFirst && old.some(isOfSet);
    const steps = [left, ...(isUpdatedSet ? [old] : [])].map(listAllowing);
    return [{ address, before: old, steps, handedOver: listHandedOver(plan, removed, now) }];
  });
}

function listAllowing(rules: readonly Placed[]): readonly Placed[] {
  return rules.filter(({ values }) => values['action'] === 'allow');
}

/** The networks of the removed rules that the provider requires to stay admitted until the run ends. */
function listHandedOver(plan: PlannedObjects, removed: readonly Placed[], now: readonly Placed[]): string[] {
  const isReplaced = now.length > 0;
  if (isReplaced && !removed.some(({ change }) => change?.includes('delete'))) return [];
  const isHandedOver = (rule: Placed): boolean => {
    const policy = rule.values['ip_policy_id'];
    const isPolicy = ({ kind, id }: Obj): boolean => kind === 'ip_policy' && id === policy;
    const takes = (each: Placed): boolean =>
      each.kind === 'ip_policy_rule' &&
      !isKept(each) &&
      mayAllow(each) &&
      each.values['ip_policy_id'] !== policy &&
      intersectRanges(listRanges(rule), listRanges(each)).length > 0;
    if (isOfSet(rule)) return true;
    if (isReplaced) return now.some(takes);
    return (plan.before.some(isPolicy) && !plan.after.some(isPolicy)) || plan.after.some(takes);
  };
  return removed.filter(isHandedOver).flatMap(({ values: { cidr } }) => (typeof cidr === 'string' ? [cidr] : []));
}

function mayAllow({ values }: Placed): boolean {
  return values['action'] !== 'deny';
}

function listRanges({ values: { cidr } }: Obj): readonly AddressRange[] {
  return typeof cidr === 'string' ? [rangeOf(cidr)] : ALL_ADDRESSES;
}

/** Before and after the plan: Terraform may write the rules before or after the restriction. */
function listRestrictions(lists: readonly ObjectList[], plan: PlannedObjects): readonly Obj[] {
  const old = lists.find(({ kind }) => kind === 'ip_restriction')?.objects ?? [];
  const changed = plan.after.filter((each) => each.kind === 'ip_restriction' && !isKept(each));
  return [...old, ...changed].filter(({ values }) => values['enforced'] !== false);
}
