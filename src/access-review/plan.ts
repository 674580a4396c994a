/**
 * The objects of an account after a plan, as far as the plan says.
 *
 * `plan.before` and `plan.after` may have several objects of one address: the rules of a set, or an object and a
 * deposed one. `found` pairs each of `before` with the object that the account has now. An object is *kept* if the
 * apply leaves it as it is.
 *
 * Example: the account has the policy ipp_1 with the rule ipr_1, `allow 203.0.113.0/24`. The plan changes the
 * description of the rule, and enforces a restriction of this policy with `must_admit = ["8.8.8.8"]`.
 * - `lists`: the rule as planned; the restriction as it was and as planned, each with a `presence`, since its write may
 *   fail.
 * - `undecided`: nothing. If the account has neither ipr_1 any more nor another rule of its policy and network, it is
 *   `gone`; if ipr_1 has another network, it is `changed_since`.
 * - `refused`: the write of the restriction, since no rule admits 8.8.8.8, in whatever order Terraform writes.
 */

import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { semanticallyEqual } from '../model/canonical';
import { canonicalCidr } from '../model/ip/cidr';
import { getKind } from '../model/kinds';
import { memoizeObject } from '../model/memoize';
import { attributeAt } from '../model/natural-key';
import type { PlannedGuard, PlannedObjects } from '../objects/from-plan';
import { isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { DestroyOrder } from '../values/address';
import type { Cause, WriteRisk } from '../values/cause';
import { isFullyKnown, isUnknown, type Known } from '../values/known';
import { findGuardRefusals } from './plan-guards';
import { type FoundObject, findDuplicateObjects } from './plan-refusals';
import { createPlannedPresence, type PlannedPresence } from './planned-presence';
import { findUnproved } from './unproved-writes';

export interface AccountAfterPlan {
  /** If the apply may stop before a write, the `presence` of the object says on which writes its existence depends. */
  readonly lists: readonly ObjectList[];
  /** Why `lists` may be wrong: the account may not be the one of the plan, for example, or was not read completely. */
  readonly undecided: readonly Cause[];
  /** What the guards make the provider refuse in every order of the writes. Empty if `undecided` is not. */
  readonly refused: readonly WriteRisk[];
}

/** `hasObject` says whether the account has an object of `account_object`. */
export function applyPlan(
  lists: readonly ObjectList[],
  planned: PlannedObjects,
  hasObject: (id: string) => Known<boolean>,
): AccountAfterPlan {
  const { plan, found } = findObjects(lists, planned);
  const presence = createPlannedPresence(plan, findUnproved(lists, plan, found));
  const undecided = [
    ...plan.undecided,
    ...findOtherAccount(lists, plan, found, hasObject),
    ...findUnread(lists, plan),
    ...found.flatMap(findChanged),
    ...findDuplicateObjects(found),
  ];
  // The plan does not say in which order Terraform deletes an object and changes what named it.
  const refused = findGuardRefusals(lists, plan, found, 'best');
  return {
    lists: lists.map((list) => ({ ...list, objects: listAfter(list, plan, found, presence) })),
    undecided,
    refused: undecided.length > 0 ? [] : refused,
  };
}

/**
 * What a guard refuses if Terraform writes what the plan leaves unordered in another order than a preview did. If it
 * refuses in every order, the apply of the preview fails and reports it. `lists`: before the apply.
 */
export function findOtherOrders(
  lists: readonly ObjectList[],
  planned: PlannedObjects,
  orderOf: DestroyOrder,
): WriteRisk[] {
  const { plan, found } = findObjects(lists, planned);
  const mayPass = (guard: PlannedGuard): boolean =>
    findGuardRefusals(lists, { ...plan, guards: [guard] }, found, 'best', orderOf).length === 0;
  return findGuardRefusals(lists, { ...plan, guards: plan.guards.filter(mayPass) }, found, 'worst', orderOf);
}

function findObjects(lists: readonly ObjectList[], planned: PlannedObjects) {
  return omitForgottenAndImported(
    planned,
    planned.before.map((each): FoundObject => ({ planned: each, object: findObject(lists, each) })),
  );
}

/** If the plan forgets an object at one address and imports it at another one, the second says what becomes of it. */
function omitForgottenAndImported(
  plan: PlannedObjects,
  found: readonly FoundObject[],
): { readonly plan: PlannedObjects; readonly found: readonly FoundObject[] } {
  const isForgotten = ({ place }: Placed): boolean => plan.forgotten.includes(place.address);
  const imported = new Set(found.flatMap(({ planned, object }) => (object && !isForgotten(planned) ? [object] : [])));
  const twice = found.filter(({ planned, object }) => isForgotten(planned) && object && imported.has(object));
  const isOmitted = ({ id, place }: Placed): boolean =>
    twice.some(({ planned }) => planned.place.address === place.address && planned.id === id);
  return {
    plan: {
      ...plan,
      before: plan.before.filter((each) => !isOmitted(each)),
      after: plan.after.filter((each) => !isOmitted(each)),
    },
    found: found.filter(({ planned }) => !isOmitted(planned)),
  };
}

/** Objects that the plan keeps are taken from the account, where they have more members. */
function listAfter(
  { kind, objects }: ObjectList,
  plan: PlannedObjects,
  found: readonly FoundObject[],
  presence: PlannedPresence,
): Obj[] {
  const same = (a: Obj, b: Obj): boolean => a.kind === b.kind && a.id === b.id;
  const kept = new Map(
    plan.after
      .filter((after) => after.kind === kind && isKept(after))
      .map((after) => [after, found.find(({ planned }) => same(planned, after))?.object]),
  );
  const planned = new Map(found.map((each) => [each.object, each.planned]));
  const keptObjects = new Set(kept.values());
  const after = [
    ...objects.flatMap((object): Obj[] => {
      if (keptObjects.has(object)) return [];
      const before = planned.get(object);
      return before ? presence.ofOld(before, object) : [object];
    }),
    ...plan.after
      .filter((each) => each.kind === kind)
      .map((each) => kept.get(each) ?? presence.ofNew(each, toChanged(each))),
  ];
  if (kind !== 'ip_policy_rule') return after;
  // The service deletes the rules of a policy with it, also those that the plan does not contain.
  const deleted = plan.before.filter(
    (before) => before.kind === 'ip_policy' && !plan.after.some((each) => same(each, before)),
  );
  return after.flatMap((rule) => {
    const policy = deleted.find(({ id }) => rule.values['ip_policy_id'] === id);
    return policy ? presence.ofOld(policy, rule) : [rule];
  });
}

/**
 * A plan has the values that decide of rules, restrictions and endpoints (ACCESS_ATTRIBUTES), so these are returned as
 * planned. Of other kinds it may not say what changes, such as the value of a secret: one that it changes counts as
 * different, and `changed by` is only there to make it unequal to the object before.
 */
function toChanged(planned: Placed): Obj {
  if (isKept(planned) || ACCESS_ATTRIBUTES[planned.kind]) return planned;
  return { ...planned, values: { ...planned.values, 'changed by': planned.place.address } };
}

function findOtherAccount(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  hasObject: (id: string) => Known<boolean>,
): Cause[] {
  const missing = found.filter(({ planned, object }) => !object && isRead(lists, planned.kind));
  const named = plan.accountObjects.map((id) => ({ id, isThere: hasObject(id) }));
  const isProved = found.some(({ object }) => object) || named.some(({ isThere }) => isThere === true);
  const gone = [
    ...missing.map(({ planned }) => planned.id),
    ...named.flatMap((each) => (each.isThere === false ? each.id : [])),
  ];
  return [
    ...(isProved ? [] : [{ kind: 'other_account' } as const]),
    ...gone.map((id) => ({ kind: 'gone', id }) as const),
    ...named.flatMap(({ id, isThere }): Cause[] =>
      isUnknown(isThere)
        ? [{ kind: 'derived', value: `whether the account has ${id} of account_object`, from: isThere.cause }]
        : [],
    ),
  ];
}

/**
 * The lists of the kinds that a plan changes must be complete. A kind of the plan that decides who gets in must have a
 * list: the profile of the plan may have endpoints, and that of the command none.
 */
function findUnread(lists: readonly ObjectList[], { before, after }: PlannedObjects): Cause[] {
  const kinds = new Set([...before, ...after].map(({ kind }) => kind));
  const deleted = before.filter(({ kind, id }) => !after.some((each) => each.kind === kind && each.id === id));
  const changed = new Set([...deleted, ...after.filter((each) => !isKept(each))].map(({ kind }) => kind));
  // The service deletes the rules of a policy with it.
  if (changed.has('ip_policy')) changed.add('ip_policy_rule');
  return [
    ...Object.keys(ACCESS_ATTRIBUTES)
      .filter((kind) => kinds.has(kind) && !lists.some((list) => list.kind === kind))
      .map((list) => ({ kind: 'not_in_profile', list }) as const),
    ...lists.flatMap(({ kind, incomplete }): Cause[] =>
      incomplete && changed.has(kind) ? [{ kind: 'changes_unread', list: kind, from: incomplete.cause }] : [],
    ),
  ];
}

/** The first attribute that decides who gets in and has another value in the account than in the plan. */
function findChanged({ planned, object }: FoundObject): Cause[] {
  const changed = object && (ACCESS_ATTRIBUTES[planned.kind] ?? []).find((name) => !hasSame(name, planned, object));
  return object && changed !== undefined ? [{ kind: 'changed_since', id: object.id, attribute: changed }] : [];
}

function isRead(lists: readonly ObjectList[], kind: string): boolean {
  return lists.some((list) => list.kind === kind && !list.incomplete);
}

/** Policy and network identify a rule whose id the account does not have: a state has no ids of the rules of a set. */
function findObject(lists: readonly ObjectList[], planned: Obj): Obj | undefined {
  const list = lists.find(({ kind }) => kind === planned.kind);
  if (!list) return undefined;
  const { byId, byRule } = indexObjects(list);
  return byId.get(planned.id) ?? byRule.get(ruleKey(planned));
}

/** If several objects have one key, the first of the list counts. */
const indexObjects = memoizeObject(({ objects }: ObjectList) => {
  const inReverse = objects.map((object) => [ruleKey(object), object] as const).reverse();
  return {
    byId: new Map(inReverse.map(([, object]) => [object.id, object])),
    byRule: new Map(inReverse.filter(([rule]) => rule !== undefined)),
  };
});

/** Policy and network of a rule: `ipp_1 203.0.113.0/24`. Undefined if one is not known, and for another object. */
function ruleKey({ values: { ip_policy_id: policy, cidr } }: Obj): string | undefined {
  return typeof policy === 'string' && typeof cidr === 'string' ? `${policy} ${canonicalCidr(cidr)}` : undefined;
}

/** A state keeps the notation of the configuration, such as `HTTPS://App.internal:443` or a traffic policy in YAML. */
function hasSame(name: string, { kind, values }: Obj, object: Obj): boolean {
  const [planned, actual] = [values[name] ?? null, object.values[name] ?? null];
  // The service chose a default for what the state does not have, so a null equals any value.
  if (planned === null) return true;
  if (actual === null || !isFullyKnown(planned) || !isFullyKnown(actual)) return false;
  return semanticallyEqual(attributeAt(getKind(kind).attributes, name), planned, actual);
}
