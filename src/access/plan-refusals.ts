/**
 * Changes of a plan that the service would refuse. The apply then stops in the middle, so the access after it is not that
 * of the plan. `applyPlan` calls {@link findRefusals}, and a preview {@link findPassedKeys}.
 */
import { findRuleGrant } from '../model/grants/grant';
import type { JsonObject } from '../model/json';
import { getKind } from '../model/kinds';
import { isFullyKnown, isUnknown, type KnownJson } from '../model/known';
import { memoizeObject } from '../model/memoize';
import { getNaturalKey } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import type { PlannedObject, PlannedObjects } from '../terraform/configuration/planned-objects';
import type { FactList, FactObject } from './facts';

/** An object that the plan has read, and what the account has in its place now. */
export interface FoundObject {
  readonly planned: PlannedObject;
  readonly object: FactObject | undefined;
}

/** Clauses. `found`: the objects of the account that the plan has read. */
export function findRefusals(
  lists: readonly FactList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): string[] {
  return [
    ...findDuplicateObjects(found),
    ...findTakenKeys(lists, plan, found),
    ...findUsedObjects(lists, plan),
    ...findSetsOnUsedPolicies(lists, plan, found),
    ...found.flatMap((each) => findGrant(each, plan)),
  ];
}

/** An import may give one object a second address; a rule may be in a set and have an address of its own. */
function findDuplicateObjects(found: readonly FoundObject[]): string[] {
  const addresses = new Map<FactObject, Set<string>>();
  for (const { planned, object } of found)
    if (object) addresses.set(object, (addresses.get(object) ?? new Set()).add(planned.address));
  return [...addresses.values()]
    .filter(({ size }) => size > 1)
    .map((names) => `${[...names].join(' and ')} are one object`);
}

/**
 * Keys that pass from one resource to another, such as the network of a rule. Terraform may create or change the second
 * one before the first, which the service refuses. A rule set is one resource. Returns clauses.
 */
export function findPassedKeys({ before, after }: Pick<PlannedObjects, 'before' | 'after'>): string[] {
  return after
    .filter(({ isKept }) => !isKept)
    .flatMap((second) => {
      const first = before.find((each) => each.address !== second.address && haveSameKey(each, second));
      // The first one is deleted or changed.
      const passes = first && !after.some(({ kind, id, isKept }) => isKept && kind === first.kind && id === first.id);
      const keys = describeKey(second.kind);
      return passes
        ? [
            `${second.address} gets the ${keys} of ${first.address}, which the service refuses as long as ${first.address} has them`,
          ]
        : [];
    });
}

type Side = Pick<PlannedObjects, 'before' | 'after'>;

/**
 * Objects that two plans have, and that at least one of them changes. What is true after both were applied depends on
 * their order. Returns pairs of addresses.
 */
export function findSharedObjects(first: Side, second: Side): (readonly [string, string])[] {
  const [isChangedByFirst, isChangedBySecond] = [first, second].map(createIsChanged) as [IsChanged, IsChanged];
  const [createdByFirst, createdBySecond] = [listCreated(first), listCreated(second)];
  const byName = new Map(
    [...first.before, ...first.after].flatMap((each) =>
      listNames(createdByFirst, each).map((name) => [name, each] as const),
    ),
  );
  const pairs = [...second.before, ...second.after].flatMap((each) =>
    listNames(createdBySecond, each).flatMap((name) => {
      const other = byName.get(name);
      const isShared = other && (isChangedByFirst(other) || isChangedBySecond(each)) && !arePooled(other, each);
      return isShared ? [[other.address, each.address] as const] : [];
    }),
  );
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

type IsChanged = (object: PlannedObject) => boolean;

function createIsChanged({ after }: Side): IsChanged {
  const kept = new Set(after.filter(({ isKept }) => isKept).map(({ kind, id }) => objectKey(kind, id)));
  return ({ kind, id }) => !kept.has(objectKey(kind, id));
}

/** The id in the account, and the natural key unless it names an object that the plan creates. */
function listNames(created: ReadonlySet<string>, object: PlannedObject): string[] {
  const { kind, id, address, values } = object;
  const { key } = findKey(object);
  const isOfCreated = getKind(kind).naturalKey?.attributes.some((name) => created.has(String(values[name])));
  return [
    ...(id === address || isOfSet(object) ? [] : [`${kind} id ${id}`]),
    ...(key === undefined || isOfCreated ? [] : [`${kind} key ${key}`]),
  ];
}

/** An object that does not exist yet has its address as id. */
function listCreated({ after }: Side): ReadonlySet<string> {
  return new Set(after.filter(({ id, address }) => id === address).map(({ id }) => id));
}

/** A rule gets the network that a rule of the account has, or that another address of the plan gets. */
function findTakenKeys(lists: readonly FactList[], plan: PlannedObjects, found: readonly FoundObject[]): string[] {
  const changed = plan.after.filter(({ isKept }) => !isKept);
  return changed.flatMap((after, index) => {
    const isSame = (other: FactObject): boolean => haveSameKey(other, after);
    const parts = describeKey(after.kind);
    const other = changed.slice(index + 1).find((each) => each.address !== after.address && isSame(each));
    const twice = other
      ? [`${after.address} and ${other.address} get the same ${parts}, which the service refuses`]
      : [];
    const owners = (lists.find(({ kind }) => kind === after.kind)?.objects ?? []).filter(isSame);
    const taken = owners.filter((owner) => !mayReplace(plan, found, after, owner));
    return [
      ...twice,
      ...taken.map(
        ({ id }) => `${after.address} gets the ${parts} of ${id}, which the service refuses while ${id} exists`,
      ),
    ];
  });
}

/** The owner of the key is the object itself, or the one that is deleted before its replacement is created. */
function mayReplace(
  { deletedFirst }: PlannedObjects,
  found: readonly FoundObject[],
  after: PlannedObject,
  owner: FactObject,
): boolean {
  return found.some(
    ({ planned, object }) =>
      object === owner &&
      planned.address === after.address &&
      (planned.id === after.id || deletedFirst.includes(after.address)),
  );
}

/** Whether the service has at most one of the two objects. Several endpoints may have one URL if all of them are pooled. */
function haveSameKey(a: FactObject, b: FactObject): boolean {
  if (a.kind !== b.kind) return false;
  const { key } = findKey(a);
  return key !== undefined && key === findKey(b).key && !arePooled(a, b);
}

function arePooled(a: FactObject, b: FactObject): boolean {
  return a.values['pooling_enabled'] === true && b.values['pooling_enabled'] === true;
}

/**
 * Undefined for kinds of which several objects may have one key, and while a part is not known. Remembered, because each
 * object is compared with all others.
 */
const findKey = memoizeObject(({ kind: name, values }: FactObject): { readonly key: string | undefined } => {
  const kind = getKind(name);
  if (!kind.naturalKey?.unique && name !== 'cloud_endpoint') return { key: undefined };
  const known = Object.entries(values).filter(([, value]) => isFullyKnown(value));
  return { key: getNaturalKey(kind, Object.fromEntries(known) as JsonObject) };
});

/** `ip_policy_id and cidr`. */
function describeKey(kind: string): string {
  return getKind(kind).naturalKey?.attributes.join(' and ') ?? 'id';
}

/**
 * The service does not delete an IP policy that a restriction names. Terraform destroys a policy before it updates the
 * restriction, unless the replacement of the policy is created first.
 */
export function findUsedObjects(lists: readonly FactList[], plan: PlannedObjects): string[] {
  const isIn = (objects: readonly FactObject[], { kind, id }: FactObject): boolean =>
    objects.some((each) => each.kind === kind && each.id === id);
  const deleted = plan.before.filter((before) => !isIn(plan.after, before));
  const isReplaced = ({ address }: PlannedObject): boolean => plan.after.some((after) => after.address === address);
  return deleted.flatMap((target) =>
    lists.flatMap(({ kind, objects }) =>
      listReferences(kind, target.kind).flatMap((name) =>
        objects.flatMap((user) => {
          if (!mayName(user.values[name] ?? null, target.id) || isIn(deleted, user)) return [];
          const after = plan.after.find((each) => each.kind === kind && each.id === user.id);
          const isLast = isReplaced(target) && !plan.deletedFirst.includes(target.address);
          if (after && isLast && !mayName(after.values[name] ?? null, target.id)) return [];
          return [`${target.address} cannot be deleted while ${user.id} names it, which the service refuses`];
        }),
      ),
    ),
  );
}

/** Attributes whose target cannot be deleted while the object names it. */
function listReferences(kind: string, target: string): string[] {
  return Object.entries(getKind(kind).attributes).flatMap(([name, attribute]) => {
    const ref = 'ref' in attribute ? attribute.ref : undefined;
    return ref?.kind === target && ref.onDelete !== 'cascade' ? [name] : [];
  });
}

function mayName(value: KnownJson, id: string): boolean {
  if (isUnknown(value)) return true;
  return Array.isArray(value) ? value.some((item: KnownJson) => mayName(item, id)) : value === id;
}

/** The provider does not create a rule set for a policy that has rules other than the grants that the set keeps. */
function findSetsOnUsedPolicies(
  lists: readonly FactList[],
  { before, after, grantsOfSets }: PlannedObjects,
  found: readonly FoundObject[],
): string[] {
  const rules = lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects ?? [];
  const policyOf = ({ values }: FactObject): KnownJson | undefined => values['ip_policy_id'];
  const created = after.filter(
    (rule) =>
      isOfSet(rule) && !before.some((each) => each.address === rule.address && policyOf(each) === policyOf(rule)),
  );
  // A set has one policy.
  const sets = new Map(created.map((rule) => [rule.address, policyOf(rule)]));
  const conflicts = [...sets].filter(([address, policy]) => {
    const own = new Set(found.filter(({ planned }) => planned.address === address).map(({ object }) => object));
    const keepsGrants = grantsOfSets.get(address) === 'keep';
    return rules.some(
      (rule) => !own.has(rule) && policyOf(rule) === policy && !(keepsGrants && findRuleGrant(rule.values)),
    );
  });
  return conflicts.map(
    ([address]) => `${address} is created for a policy that has other rules, which the provider refuses`,
  );
}

/** A rule set that keeps grants leaves a live one alone, also one that was overdue when the plan was made. */
function findGrant({ planned, object }: FoundObject, { after, grantsOfSets }: PlannedObjects): string[] {
  if (!object || !isOfSet(planned) || !findRuleGrant(object.values)) return [];
  if (grantsOfSets.get(planned.address) === 'refuse') return [];
  const isKept = after.some(({ kind, id }) => kind === planned.kind && id === planned.id);
  return isKept ? [] : [`${object.id} is a grant, which ${planned.address} deletes only after its end`];
}

function isOfSet({ kind, id, address }: PlannedObject): boolean {
  return kind === 'ip_policy_rule' && id.startsWith(`${address}[`);
}
