/** The objects of an account after a plan, as far as the plan says. `access check --plan` calls it. */
import { ACCESS_ATTRIBUTES } from '../model/access-attributes';
import { canonicalCidr } from '../model/ip/cidr';
import { isFullyKnown, isUnknown, type Known, type KnownJson, type KnownObject } from '../model/known';
import type { PlannedObject, PlannedObjects } from '../terraform/configuration/planned-objects';
import type { FactList, FactObject } from './facts';
import { findGuardRefusals } from './plan-guards';
import { type FoundObject, findRefusals } from './plan-refusals';

export interface AccountAfterPlan {
  readonly lists: readonly FactList[];
  /** Why the access after the apply is not decided. */
  readonly undecided: readonly string[];
}

/**
 * Replaces what the plan has read by what it plans. The plan must be one of this account: of the objects that it has read
 * and those of `account_object` at least one is in the account, none is missing, and none was changed since. `hasObject`
 * says whether the account has an object of `account_object`.
 */
export function applyPlan(
  lists: readonly FactList[],
  planned: PlannedObjects,
  hasObject: (id: string) => Known<boolean>,
): AccountAfterPlan {
  const { plan, found } = findObjects(lists, planned);
  return {
    lists: lists.map((list) => ({ ...list, objects: listAfter(list, plan, found) })),
    undecided: [
      ...plan.undecided,
      ...describeAccount(lists, plan, found, hasObject),
      ...describeUnread(lists, plan),
      ...found.flatMap(describeChanged),
      ...findRefusals(lists, plan, found),
      ...findGuardRefusals(lists, plan, found),
    ],
  };
}

/**
 * What `must_admit` refuses if Terraform writes what the plan leaves unordered in another order than a preview did. Returns
 * clauses. `lists`: the account before the apply.
 */
export function findOtherOrders(lists: readonly FactList[], planned: PlannedObjects): string[] {
  const { plan, found } = findObjects(lists, planned);
  return findGuardRefusals(lists, plan, found);
}

function findObjects(lists: readonly FactList[], planned: PlannedObjects) {
  return omitForgotten(
    planned,
    planned.before.map((each): FoundObject => ({ planned: each, object: findObject(lists, each) })),
  );
}

/** A plan that forgets an object may import it at another address, which then says what becomes of it. */
function omitForgotten(
  plan: PlannedObjects,
  found: readonly FoundObject[],
): { readonly plan: PlannedObjects; readonly found: readonly FoundObject[] } {
  const isForgotten = ({ address }: PlannedObject): boolean => plan.forgotten.includes(address);
  const imported = new Set(found.flatMap(({ planned, object }) => (object && !isForgotten(planned) ? [object] : [])));
  const twice = found.filter(({ planned, object }) => isForgotten(planned) && object && imported.has(object));
  const isOmitted = (each: PlannedObject): boolean =>
    twice.some(({ planned }) => planned.address === each.address && planned.id === each.id);
  return {
    plan: {
      ...plan,
      before: plan.before.filter((each) => !isOmitted(each)),
      after: plan.after.filter((each) => !isOmitted(each)),
    },
    found: found.filter(({ planned }) => !isOmitted(planned)),
  };
}

/** Objects that the plan leaves as they are have more members in the account than in the plan. */
function listAfter({ kind, objects }: FactList, plan: PlannedObjects, found: readonly FoundObject[]): FactObject[] {
  const same = (a: PlannedObject, b: PlannedObject): boolean => a.kind === b.kind && a.id === b.id;
  const kept = new Map(
    plan.after
      .filter(({ isKept }) => isKept)
      .map((after) => [after, found.find(({ planned }) => same(planned, after))?.object]),
  );
  const replaced = new Set(found.map(({ object }) => object));
  const after = [
    ...objects.filter((object) => !replaced.has(object)),
    ...plan.after.filter((each) => each.kind === kind).map((each) => kept.get(each) ?? toChanged(each)),
  ];
  if (kind !== 'ip_policy_rule') return after;
  // The service deletes the rules of a policy with it, also those that the plan does not contain.
  const deleted = plan.before.filter(
    (before) => before.kind === 'ip_policy' && !plan.after.some((each) => same(each, before)),
  );
  return after.filter(({ values }) => deleted.every(({ id }) => values['ip_policy_id'] !== id));
}

/** A plan does not say whether a secret value changes, so an object that it changes is another version of it. */
function toChanged(planned: PlannedObject): FactObject {
  if (planned.isKept || ACCESS_ATTRIBUTES[planned.kind]) return planned;
  return { ...planned, values: { ...planned.values, 'changed by': planned.address } };
}

function describeAccount(
  lists: readonly FactList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
  hasObject: (id: string) => Known<boolean>,
): string[] {
  const missing = found.filter(({ planned, object }) => !object && isRead(lists, planned.kind));
  const named = plan.accountObjects.map((id) => ({ id, isThere: hasObject(id) }));
  const isProved = found.some(({ object }) => object) || named.some(({ isThere }) => isThere === true);
  const gone = [
    ...missing.map(({ planned }) => planned.id),
    ...named.flatMap((each) => (each.isThere === false ? each.id : [])),
  ];
  return [
    ...(isProved ? [] : ['no object of the plan is in the account, so the plan may be one of another account']),
    ...gone.map(
      (id) => `${id} of the plan is not in the account: it was deleted, or the plan is one of another account`,
    ),
    ...named.flatMap(({ id, isThere }) =>
      isUnknown(isThere) ? [`whether the account has ${id} of account_object is not known: ${isThere.why}`] : [],
    ),
  ];
}

/** What a plan changes must have been read. The profile of the plan may have endpoints, and that of the command none. */
function describeUnread(lists: readonly FactList[], { before, after }: PlannedObjects): string[] {
  const kinds = new Set([...before, ...after].map(({ kind }) => kind));
  const deleted = before.filter(({ kind, id }) => !after.some((each) => each.kind === kind && each.id === id));
  const changed = new Set([...deleted, ...after.filter(({ isKept }) => !isKept)].map(({ kind }) => kind));
  // The service deletes the rules of a policy with it.
  if (changed.has('ip_policy')) changed.add('ip_policy_rule');
  return [
    ...Object.keys(ACCESS_ATTRIBUTES)
      .filter((kind) => kinds.has(kind) && !lists.some((list) => list.kind === kind))
      .map((kind) => `the plan has objects of ${kind}, which the profile of this command does not have`),
    ...lists.flatMap(({ kind, incomplete }) =>
      incomplete && changed.has(kind) ? [`the plan changes objects of ${kind}, and ${incomplete.why}`] : [],
    ),
  ];
}

function describeChanged({ planned, object }: FoundObject): string[] {
  const changed =
    object && (ACCESS_ATTRIBUTES[planned.kind] ?? []).find((name) => !isSame(name, planned.values, object.values));
  return changed === undefined ? [] : [`${changed} of ${object?.id} was changed since the plan was made`];
}

function isRead(lists: readonly FactList[], kind: string): boolean {
  return lists.some((list) => list.kind === kind && !list.incomplete);
}

/** A state has no ids of the rules of a set: policy and network identify them. */
function findObject(lists: readonly FactList[], { kind, id, values }: FactObject): FactObject | undefined {
  const objects = lists.find((list) => list.kind === kind)?.objects ?? [];
  const byId = objects.find((object) => object.id === id);
  if (byId || kind !== 'ip_policy_rule') return byId;
  return objects.find((object) => ['ip_policy_id', 'cidr'].every((name) => isSame(name, values, object.values)));
}

function isSame(name: string, planned: KnownObject, object: KnownObject): boolean {
  const [a, b] = [planned[name] ?? null, object[name] ?? null];
  // What the state does not have, the service chose.
  if (a === null) return true;
  return isFullyKnown(a) && isFullyKnown(b) && canonical(name, a) === canonical(name, b);
}

function canonical(name: string, value: KnownJson): string {
  if (name === 'cidr') return canonicalCidr(String(value));
  return JSON.stringify(Array.isArray(value) ? [...(value as readonly KnownJson[])].sort() : value);
}
