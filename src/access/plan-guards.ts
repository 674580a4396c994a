/**
 * What `must_admit` of a plan refuses. The provider checks a restriction before it writes it, and a rule set before it
 * changes or deletes rules; a refusal stops the apply in the middle. Other rules of the plan may be written before or after
 * the check, so the worst order is judged: without allow rules that may not be there yet, with deny rules that may still be
 * there. `applyPlan` and `findOtherOrders` call it.
 */
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { findRuleGrant } from '../model/grants/grant';
import type { PlannedGuard, PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { DestroyOrder } from '../values/address';
import type { WriteRisk } from '../values/cause';
import { isFullyKnown, isUnknown, type Known, type KnownJson, stringifyKnown } from '../values/known';
import {
  type CombinedPolicies,
  deniesEveryAddress,
  findShortfalls,
  formatShortfall,
  type Shortfall,
} from './must-admit';
import type { FoundObject } from './plan-refusals';

/** `found`: the objects of the account that the plan has read. */
export function findGuardRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  orderOf: DestroyOrder = () => undefined,
): WriteRisk[] {
  return plan.guards.flatMap((guard): WriteRisk[] => {
    const { address, mustAdmit } = guard;
    if (!isFullyKnown(mustAdmit)) return [{ kind: 'must_admit_unknown', address }];
    const networks = (mustAdmit ?? []) as readonly string[];
    const judge = guard.of === 'restriction' ? judgeRestriction : guard.isDeleted ? judgeDeletion : judgeSet;
    const isExempt = mustAdmit !== null && networks.length === 0;
    return judge({ lists, plan, found, guard, networks, isExempt, orderOf });
  });
}

interface Check {
  readonly lists: readonly ObjectList[];
  readonly plan: PlannedObjects;
  readonly found: readonly FoundObject[];
  readonly guard: PlannedGuard;
  readonly networks: readonly string[];
  /** `must_admit = []`: nothing is checked. */
  readonly isExempt: boolean;
  readonly orderOf: DestroyOrder;
}

function judgeRestriction({ lists, plan, found, guard, networks, isExempt }: Check): WriteRisk[] {
  const { address, waitsFor } = guard;
  const restriction = plan.after.find((each) => each.kind === 'ip_restriction' && each.place.address === address);
  if (!restriction || isKept(restriction) || restriction.values['enforced'] === false || isExempt) return [];
  const policyIds = readIds(restriction.values['ip_policy_ids'] ?? null);
  const isBefore = ({ place }: Placed): boolean => waitsFor.includes(place.address);
  const worst = listRulesAt('worst', lists, plan, found, isBefore);
  const missing = findMissingPolicies(lists, plan, policyIds);
  if (networks.length > 0 && missing.length > 0) return [{ kind: 'policies_missing', address, ids: missing }];
  if (deniesEveryAddress({ facts: worst, policyIds })) return [{ kind: 'admits_nothing', address }];
  return toRisks(address, findShortfalls({ facts: worst, policyIds, networks }));
}

/** The declared rules, and those that only the account has, if they may deny. */
function judgeSet({ lists, plan, found, guard, networks }: Check): WriteRisk[] {
  const declared = plan.after.filter(({ place }) => place.address === guard.address);
  if (declared.length === 0 || declared.every(isKept)) return [];
  const policy = declared[0]?.values['ip_policy_id'] ?? null;
  const read = new Set(found.map(({ object }) => object));
  const others = listRules(lists).filter(
    (rule) => !read.has(rule) && rule.values['ip_policy_id'] === policy && rule.values['action'] !== 'allow',
  );
  const rules = [...declared, ...others].map((rule) => ({ ...rule, values: { ...rule.values, ip_policy_id: SET } }));
  const facts = [{ kind: 'ip_policy_rule', objects: rules }];
  return toRisks(guard.address, findShortfalls({ facts, policyIds: [SET], networks }));
}

/** Stands for the policy of the set, which may not be known. */
const SET = 'the policy of the set';

/** A restriction may be changed before or after the rules are deleted, unless the state says that it is changed before. */
function judgeDeletion({ lists, plan, found, guard, networks, orderOf }: Check): WriteRisk[] {
  const policy = plan.before.find(({ place }) => place.address === guard.address)?.values['ip_policy_id'];
  const changedBefore = new Set(
    found.flatMap(({ planned: { change, place }, object }) =>
      change?.includes('update') && orderOf(guard.address, place.address) === 'after' ? [object] : [],
    ),
  );
  const nameOf = (restriction: Obj): string =>
    found.find(({ object }) => object === restriction)?.planned.place.address ?? restriction.id;
  const restrictions = [
    ...(lists.find(({ kind }) => kind === 'ip_restriction')?.objects ?? [])
      .filter((each) => !changedBefore.has(each))
      .map((each) => ({ name: nameOf(each), values: each.values })),
    ...plan.after
      .filter(({ kind }) => kind === 'ip_restriction')
      .map(({ place, values }) => ({ name: place.address, values })),
  ];
  const worst = listRulesAt('worst', lists, plan, found, () => false);
  const short = restrictions.flatMap(({ name, values }) => {
    const policyIds = readIds(values['ip_policy_ids'] ?? null);
    const isNamed = isUnknown(policyIds) || policyIds.some((each) => isUnknown(each) || each === policy);
    if (values['enforced'] === false || !isNamed) return [];
    return findShortfalls({ facts: worst, policyIds, networks }).map((shortfall) => ({ name, shortfall }));
  });
  // A restriction of the account is in the plan, too.
  const byData = new Map(
    short.map((each) => {
      const { network, denied, notKnown, denyRule } = each.shortfall;
      return [JSON.stringify([each.name, network, denied, notKnown, denyRule?.id]), each] as const;
    }),
  );
  return [...byData.values()].map(({ name, shortfall }) => ({
    kind: 'deletion_shortfall',
    address: guard.address,
    restriction: name,
    problem: formatShortfall(shortfall),
  }));
}

/** Why the guard refuses its write in every order that Terraform may choose; empty if it may not. */
export function findCertainRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  guard: PlannedGuard,
  orderOf: DestroyOrder,
): WriteRisk[] {
  return guard.isDeleted
    ? findDeletionRefusals(lists, plan, found, guard, orderOf)
    : findRestrictionRefusals(lists, plan, found, guard);
}

/** The rules are deleted before the restriction is changed, or it is not changed, and nothing else admits the networks. */
function findDeletionRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  { address, mustAdmit }: PlannedGuard,
  orderOf: DestroyOrder,
): WriteRisk[] {
  if (!isFullyKnown(mustAdmit)) return [];
  const own = found.filter(({ planned }) => planned.place.address === address);
  const policy = own[0]?.planned.values['ip_policy_id'];
  const deleted = new Set(own.map(({ object }) => object));
  const others = lists.map((list) => ({ ...list, objects: list.objects.filter((each) => !deleted.has(each)) }));
  const facts = listRulesAt('best', others, plan, found, () => false);
  const restrictions = lists.find(({ kind }) => kind === 'ip_restriction')?.objects ?? [];
  return restrictions.flatMap((restriction) => {
    const { enforced, ip_policy_ids: ids = null } = restriction.values;
    const policyIds = readIds(ids);
    if (enforced !== true || isUnknown(policyIds) || !policyIds.some((each) => each === policy)) return [];
    const planned = found.find(({ object }) => object === restriction)?.planned;
    if (planned && !isKept(planned) && orderOf(address, planned.place.address) !== 'before') return [];
    const name = planned?.place.address ?? restriction.id;
    return findDenials({ facts, policyIds, mustAdmit }).map((shortfall): WriteRisk => {
      const problem = formatShortfall(shortfall);
      return { kind: 'deletion_shortfall', address, restriction: name, problem, isCertain: true };
    });
  });
}

/** `must_admit` of the restriction, or that it admits no address, refuses it. */
function findRestrictionRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  { address, mustAdmit, waitsFor }: PlannedGuard,
): WriteRisk[] {
  const restriction = plan.after.find((each) => each.kind === 'ip_restriction' && each.place.address === address);
  if (!restriction || isKept(restriction) || restriction.values['enforced'] !== true) return [];
  if (!isFullyKnown(mustAdmit) || (Array.isArray(mustAdmit) && mustAdmit.length === 0)) return [];
  const facts = listRulesAt('best', lists, plan, found, ({ place }) => waitsFor.includes(place.address));
  const policyIds = readIds(restriction.values['ip_policy_ids'] ?? null);
  if (deniesEveryAddress({ facts, policyIds })) return [{ kind: 'admits_nothing', address, isCertain: true }];
  return toRisks(address, findDenials({ facts, policyIds, mustAdmit })).map((risk) => ({ ...risk, isCertain: true }));
}

/** The networks of `must_admit` with an address that is denied whatever the unknown values are. */
function findDenials({ mustAdmit, ...policies }: CombinedPolicies & Pick<PlannedGuard, 'mustAdmit'>): Shortfall[] {
  const networks = (mustAdmit ?? []) as readonly string[];
  return findShortfalls({ ...policies, networks }).filter(({ denied }) => denied.length > 0);
}

/**
 * The policies; the rules that surely exist when a guard is judged, and those that may exist and may deny, or may allow in
 * the best order. Grants do not count: they end.
 */
export function listRulesAt(
  order: 'worst' | 'best',
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  isBefore: (rule: Placed) => boolean,
): ObjectList[] {
  const absent = order === 'worst' ? 'allow' : 'deny';
  const decisive = ({ kind, values }: Obj): string =>
    stringifyKnown((ACCESS_ATTRIBUTES[kind] ?? []).map((name) => values[name]));
  const read = new Map(found.flatMap(({ planned, object }) => (object ? [[object, planned] as const] : [])));
  const after = plan.after.filter(({ kind }) => kind === 'ip_policy_rule');
  const afterById = new Map([...after].reverse().map((rule) => [rule.id, rule]));
  const old = listRules(lists).filter((rule) => {
    const planned = read.get(rule);
    if (!planned) return true;
    const next = afterById.get(planned.id);
    if (next && (isKept(next) || decisive(next) === decisive(planned))) return true;
    const isReplaced = next !== undefined && isBefore(next);
    return !isReplaced && rule.values['action'] !== absent;
  });
  const now = after.filter((rule) => !isKept(rule) && (isBefore(rule) || rule.values['action'] !== absent));
  const incomplete = lists.find(({ kind }) => kind === 'ip_policy_rule')?.incomplete;
  const objects = [...old, ...now].filter(({ values }) => !findRuleGrant(values));
  // A policy that the plan creates has no id yet. It is one of these, so it has none but the rules above.
  const policies = lists.find(({ kind }) => kind === 'ip_policy');
  const planned = plan.after.filter(({ kind }) => kind === 'ip_policy');
  return [
    { kind: 'ip_policy_rule', objects, ...(incomplete && { incomplete }) },
    ...(policies ? [{ ...policies, objects: [...policies.objects, ...planned] }] : []),
  ];
}

function listRules(lists: readonly ObjectList[]): readonly Obj[] {
  return lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects ?? [];
}

function findMissingPolicies(
  lists: readonly ObjectList[],
  { after }: PlannedObjects,
  policyIds: Known<readonly Known<string>[]>,
): string[] {
  const policies = lists.find(({ kind }) => kind === 'ip_policy');
  if (isUnknown(policyIds) || !policies || policies.incomplete) return [];
  const existing = new Set(
    [...policies.objects, ...after.filter(({ kind }) => kind === 'ip_policy')].map(({ id }) => id),
  );
  return policyIds.flatMap((id) => (isUnknown(id) || existing.has(id) ? [] : [id]));
}

function toRisks(address: string, shortfalls: readonly Shortfall[]): Extract<WriteRisk, { kind: 'shortfall' }>[] {
  return shortfalls.map((shortfall) => ({ kind: 'shortfall', address, problem: formatShortfall(shortfall) }));
}

export function readIds(value: KnownJson): Known<readonly Known<string>[]> {
  return isUnknown(value) ? value : ((Array.isArray(value) ? value : []) as readonly Known<string>[]);
}
