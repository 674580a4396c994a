/**
 * What the provider refuses of a plan because of `must_admit`, or because an enforced restriction admits no address. It
 * checks a restriction before it writes it, and a rule set with `must_admit` before it changes or deletes rules. Other
 * rules of the plan may be written before or after the check. In the worst order, allow rules that may not be there yet
 * are missing, and deny rules that may still be there deny: what is refused then may be refused. In the best order it
 * is the other way round: what is refused then is refused for certain.
 */
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { distinct } from '../model/arrays';
import { findRuleGrant } from '../model/grants/grant';
import type { PlannedGuard, PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { DestroyOrder } from '../values/address';
import type { Shortfall, WriteRisk } from '../values/cause';
import { isFullyKnown, isUnknown, type Known, type KnownJson, stringifyKnown } from '../values/known';
import { type CombinedPolicies, deniesEveryAddress, findShortfalls } from './combined-policies';
import type { FoundObject } from './plan-refusals';

/** In which order Terraform writes what the plan leaves unordered: the worst one for a guard, or the best one. */
type Order = 'worst' | 'best';

/** `found`: the objects of the account that the plan has read. */
export function findGuardRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  order: Order,
  orderOf: DestroyOrder = () => undefined,
): WriteRisk[] {
  return plan.guards.flatMap((guard): WriteRisk[] => {
    const { address, mustAdmit } = guard;
    if (!isFullyKnown(mustAdmit)) return order === 'worst' ? [{ kind: 'must_admit_unknown', address }] : [];
    const networks = (mustAdmit ?? []) as readonly string[];
    const judge = guard.of === 'restriction' ? judgeRestriction : guard.isDeleted ? judgeDeletion : judgeSet;
    const isExempt = mustAdmit !== null && networks.length === 0;
    const risks = judge({ lists, plan, found, guard, networks, isExempt, order, orderOf });
    return order === 'worst' ? risks : risks.map((risk) => ({ ...risk, isCertain: true }));
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
  readonly order: Order;
  readonly orderOf: DestroyOrder;
}

function isEnforced({ order }: Check, { values: { enforced } }: Pick<Obj, 'values'>): boolean {
  return order === 'worst' ? enforced !== false : enforced === true;
}

/** In the best order a shortfall has addresses that are denied whatever the unknown values are. */
function findShortfallsIn({ networks, order }: Check, policies: CombinedPolicies): Shortfall[] {
  const shortfalls = findShortfalls({ ...policies, networks });
  return order === 'worst' ? shortfalls : shortfalls.filter(({ denied }) => denied.length > 0);
}

function judgeRestriction(check: Check): WriteRisk[] {
  const { lists, plan, found, networks, order } = check;
  const { address, waitsFor } = check.guard;
  const restriction = plan.after.find((each) => each.kind === 'ip_restriction' && each.place.address === address);
  if (!restriction || isKept(restriction) || !isEnforced(check, restriction) || check.isExempt) return [];
  const policyIds = readIds(restriction.values['ip_policy_ids'] ?? null);
  const facts = listRulesAt(order, lists, plan, found, ({ place }) => waitsFor.includes(place.address));
  const missing = order === 'worst' && networks.length > 0 ? findMissingPolicies(lists, plan, policyIds) : [];
  if (missing.length > 0) return [{ kind: 'policies_missing', address, ids: missing }];
  if (deniesEveryAddress({ facts, policyIds })) return [{ kind: 'admits_nothing', address }];
  return toRisks(address, findShortfallsIn(check, { facts, policyIds }));
}

/** In the best order nothing is refused: declared rules that surely fall short are an error of the plan itself. */
function judgeSet({ lists, plan, found, guard, networks, order }: Check): WriteRisk[] {
  const declared = plan.after.filter(({ place }) => place.address === guard.address);
  if (order === 'best' || declared.length === 0 || declared.every(isKept)) return [];
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

/** A restriction may be changed before or after the rules are deleted, unless the state says which. */
function judgeDeletion(check: Check): WriteRisk[] {
  const { lists, plan, found, guard, order, orderOf } = check;
  const isWorst = order === 'worst';
  const own = found.filter(({ planned }) => planned.place.address === guard.address);
  const policy = own[0]?.planned.values['ip_policy_id'];
  // In the worst order, `listRulesAt` leaves out those that allow, and keeps those that deny.
  const deleted = new Set(isWorst ? [] : own.map(({ object }) => object));
  const left = lists.map((list) => ({ ...list, objects: list.objects.filter((each) => !deleted.has(each)) }));
  const facts = listRulesAt(order, left, plan, found, () => false);
  const inAccount = (lists.find(({ kind }) => kind === 'ip_restriction')?.objects ?? []).flatMap((object) => {
    const planned = found.find((each) => each.object === object)?.planned;
    if (!planned) return [{ name: object.id, values: object.values }];
    const place = orderOf(guard.address, planned.place.address);
    const isJudged = isWorst
      ? place !== 'after' || !planned.change?.includes('update')
      : place === 'before' || isKept(planned);
    return isJudged ? [{ name: planned.place.address, values: object.values }] : [];
  });
  const inPlan = plan.after
    .filter(({ kind }) => isWorst && kind === 'ip_restriction')
    .map(({ place, values }) => ({ name: place.address, values }));
  const short = [...inAccount, ...inPlan].flatMap((restriction) => {
    const policyIds = readIds(restriction.values['ip_policy_ids'] ?? null);
    const isNamed = isUnknown(policyIds)
      ? isWorst
      : policyIds.some((id) => id === policy || (isWorst && isUnknown(id)));
    if (!isNamed || !isEnforced(check, restriction)) return [];
    const shortfalls = findShortfallsIn(check, { facts, policyIds });
    return shortfalls.map((shortfall) => ({ name: restriction.name, shortfall }));
  });
  // A restriction of the account may be in the plan, too.
  return distinct(short).map(({ name, shortfall }) => ({
    kind: 'deletion_shortfall',
    address: guard.address,
    restriction: name,
    shortfall,
  }));
}

/**
 * The policies; the rules that surely exist when a guard is judged, and those that may exist and may deny, or may allow
 * in the best order. Grants do not count: they end. `isBefore` says which rules of the plan are surely written before.
 */
export function listRulesAt(
  order: Order,
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  isBefore: (rule: Placed) => boolean,
): ObjectList[] {
  const absent = order === 'worst' ? 'allow' : 'deny';
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

/** Equal for objects that decide the same. */
export function decisive({ kind, values }: Obj): string {
  return stringifyKnown((ACCESS_ATTRIBUTES[kind] ?? []).map((name) => values[name]));
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
  return shortfalls.map((shortfall) => ({ kind: 'shortfall', address, shortfall }));
}

export function readIds(value: KnownJson): Known<readonly Known<string>[]> {
  return isUnknown(value) ? value : ((Array.isArray(value) ? value : []) as readonly Known<string>[]);
}
