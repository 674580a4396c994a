/**
 * Finds writes of a plan that may be refused: by the service, or, of a rule set, by the provider before it sends them.
 * The apply then stops in the middle, so the access after it is not that of the plan.
 *
 * A *key* is what two objects of an account cannot both have. It is the natural key of each kind whose natural key is
 * unique: of a rule its policy and network, of a restriction its type, of a vault its name. It is also the URL of a
 * cloud endpoint, which only endpoints that are all pooled share. Objects of other kinds have no key here.
 */

import { groupBy } from '../model/arrays';
import { RULE_ATTRIBUTES } from '../model/composites/ip-policy-rules';
import { findRuleGrant } from '../model/grants/grant';
import { getKind } from '../model/kinds';
import { memoizeObject } from '../model/memoize';
import { findNaturalKey } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import { type KindReference, listBlockingReferences, refersTo } from '../model/references';
import { updateBody } from '../model/request';
import { mayShareAccount } from '../objects/accounts';
import type { PlannedObjects } from '../objects/from-plan';
import { deletesFirst, isKept, type Obj, type ObjectList, type Placed } from '../objects/objects';
import type { Cause, WriteRisk } from '../values/cause';
import type { JsonObject } from '../values/json';
import { isFullyKnown, type KnownJson, type KnownObject } from '../values/known';

/** An object that the plan has read, and what the account has in its place now. */
export interface FoundObject {
  readonly planned: Placed;
  /** Of the lists of the account, not a copy: it is compared by identity. */
  readonly object: Obj | undefined;
}

export function findPossibleRefusals(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): WriteRisk[] {
  return [
    ...findTakenKeys(lists, plan, found),
    ...findUsedObjects(lists, plan),
    ...findSetsOnUsedPolicies(lists, plan, found),
    ...found.flatMap((each) => findGrant(each, plan)),
  ];
}

/** An import may give an object a second address, and a rule may be in a set and have an address of its own. */
export function findDuplicateObjects(found: readonly FoundObject[]): Cause[] {
  const addresses = new Map<Obj, Set<string>>();
  for (const { planned, object } of found)
    if (object) addresses.set(object, (addresses.get(object) ?? new Set()).add(planned.place.address));
  return [...addresses.values()]
    .filter(({ size }) => size > 1)
    .map((addresses) => ({ kind: 'one_object', addresses: [...addresses] }));
}

/**
 * Finds objects that get a key which an object at another address has before the apply, if the apply changes or deletes
 * that object. Terraform may write them first, which the service refuses. Returns clauses.
 */
export function findPassedKeys({ before, after }: Pick<PlannedObjects, 'before' | 'after'>): string[] {
  const beforeByKey = groupByKey(before);
  const isChanged = createIsChanged({ before, after });
  return after
    .filter((each) => !isKept(each))
    .flatMap((second) => {
      const first = listWithKey(beforeByKey, second).find(
        (each) => addressOf(each) !== addressOf(second) && mayShareAccount(each, second),
      );
      const passes = first && isChanged(first);
      const keys = listKeyAttributes(second.kind).join(' and ');
      return passes
        ? [
            `${addressOf(second)} gets the ${keys} of ${addressOf(first)}, which the service refuses as long as ${addressOf(first)} has them`,
          ]
        : [];
    });
}

type Side = Pick<PlannedObjects, 'before' | 'after'>;

/** If one of two plans changes an object of both, the result depends on their order. Returns pairs of addresses. */
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
      return isShared ? [[addressOf(other), addressOf(each)] as const] : [];
    }),
  );
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

function addressOf({ place }: Placed): string {
  return place.address;
}

type IsChanged = (object: Obj) => boolean;

function createIsChanged({ after }: Side): IsChanged {
  const kept = new Set(after.filter(isKept).map(({ kind, id }) => objectKey(kind, id)));
  return ({ kind, id }) => !kept.has(objectKey(kind, id));
}

/** The id unless the object is new, and the key (see above) unless it names an object that the plan creates. */
function listNames(created: ReadonlySet<string>, object: Placed): string[] {
  const { kind, id, isNew, values } = object;
  const { key } = findKey(object);
  const isOfCreated = getKind(kind).naturalKey?.attributes.some((name) => created.has(String(values[name])));
  return [...(isNew ? [] : [`${kind} id ${id}`]), ...(key === undefined || isOfCreated ? [] : [`${kind} key ${key}`])];
}

/** The ids of new objects, which are addresses, and of all rules of sets, which nothing refers to. */
function listCreated({ after }: Side): ReadonlySet<string> {
  return new Set(after.filter(({ isNew }) => isNew).map(({ id }) => id));
}

/** The key belongs to an object of the account, or two addresses of the plan get it. */
function findTakenKeys(lists: readonly ObjectList[], plan: PlannedObjects, found: readonly FoundObject[]): WriteRisk[] {
  const changed = plan.after.filter((each) => !isKept(each));
  const changedByKey = groupByKey(changed);
  const ownersByKey = groupByKey(lists.flatMap(({ objects }) => objects));
  return changed.flatMap((after): WriteRisk[] => {
    const attributes = listKeyAttributes(after.kind);
    const address = addressOf(after);
    const same = listWithKey(changedByKey, after);
    const other = same.slice(same.indexOf(after) + 1).find((each) => addressOf(each) !== address);
    const addresses = other && ([address, addressOf(other)] as const);
    const owners = listWithKey(ownersByKey, after);
    const taken = owners.filter((owner) => !mayReplace(found, after, owner) && !isAdopted(plan, found, after, owner));
    return [
      ...(addresses ?? []).map((each) => ({ kind: 'same_key', address: each, addresses, attributes }) as WriteRisk),
      ...taken.map(({ id }): WriteRisk => ({ kind: 'taken_key', address, owner: id, attributes })),
    ];
  });
}

/** The owner of the key is the object itself, or the one that is deleted before its replacement is created. */
function mayReplace(found: readonly FoundObject[], after: Placed, owner: Obj): boolean {
  return found.some(
    ({ planned, object }) =>
      object === owner &&
      addressOf(planned) === addressOf(after) &&
      (planned.id === after.id || deletesFirst(planned.change)),
  );
}

type ByKey<Item extends Obj> = ReadonlyMap<string, readonly Item[]>;

function groupByKey<Item extends Obj>(objects: readonly Item[]): ByKey<Item> {
  return groupBy(
    objects.filter((object) => findKey(object).key !== undefined),
    (object) => objectKey(object.kind, String(findKey(object).key)),
  );
}

/** Also the object itself if it is among them. Pooled endpoints share URLs, so they are no match for each other. */
function listWithKey<Item extends Obj>(byKey: ByKey<Item>, object: Obj): readonly Item[] {
  const { key } = findKey(object);
  const found = key === undefined ? [] : (byKey.get(objectKey(object.kind, key)) ?? []);
  return found.filter((each) => (each as Obj) === object || !arePooled(each, object));
}

function arePooled(a: Obj, b: Obj): boolean {
  return a.values['pooling_enabled'] === true && b.values['pooling_enabled'] === true;
}

/**
 * Undefined while a part of the key is not known, and for the kinds without a key. The URL of a cloud endpoint is one
 * although `naturalKey.unique` is false, because pooled endpoints share URLs: callers exclude these by `arePooled`.
 */
const findKey = memoizeObject(({ kind: name, values }: Obj): { readonly key: string | undefined } => {
  const kind = getKind(name);
  if (!kind.naturalKey?.unique && name !== 'cloud_endpoint') return { key: undefined };
  const known = Object.entries(values).filter(([, value]) => isFullyKnown(value));
  return { key: findNaturalKey(kind, Object.fromEntries(known) as JsonObject) };
});

function listKeyAttributes(kind: string): readonly string[] {
  return getKind(kind).naturalKey?.attributes ?? ['id'];
}

/** Terraform destroys an object before it updates what names it, unless its replacement is created first. */
export function findUsedObjects(lists: readonly ObjectList[], plan: PlannedObjects): WriteRisk[] {
  const isIn = (objects: readonly Obj[], { kind, id }: Obj): boolean =>
    objects.some((each) => each.kind === kind && each.id === id);
  const deleted = plan.before.filter((before) => !isIn(plan.after, before));
  const names = (reference: KindReference, user: Obj, target: Obj): boolean =>
    refersTo(reference, user.values, target) !== false;
  const isReplaced = (target: Placed): boolean => plan.after.some((after) => addressOf(after) === addressOf(target));
  return deleted.flatMap((target) =>
    listBlockingReferences(target.kind).flatMap((reference) =>
      lists
        .filter(({ kind }) => kind === reference.kind.name)
        .flatMap(({ kind, objects }) =>
          objects.flatMap((user): WriteRisk[] => {
            if (!names(reference, user, target) || isIn(deleted, user)) return [];
            const after = plan.after.find((each) => each.kind === kind && each.id === user.id);
            const isLast = isReplaced(target) && !plan.deletedFirst.includes(addressOf(target));
            if (after && isLast && !names(reference, after, target)) return [];
            return [{ kind: 'used', address: addressOf(target), user: user.id }];
          }),
        ),
    ),
  );
}

/**
 * Whether the owner of the key is a rule that a rule set takes over: it equals the declared one, and the plan does not
 * delete it.
 */
function isAdopted({ after }: PlannedObjects, found: readonly FoundObject[], declared: Placed, owner: Obj): boolean {
  if (!isOfSet(declared)) return false;
  const [planned, actual] = [declared, owner].map(({ values }) =>
    Object.fromEntries(Object.keys(RULE_ATTRIBUTES).map((name) => [name, values[name] ?? null])),
  ) as [KnownObject, KnownObject];
  if (!isFullyKnown(planned) || !isFullyKnown(actual)) return false;
  if (updateBody(RULE_ATTRIBUTES, planned as JsonObject, actual as JsonObject) !== undefined) return false;
  const read = found.filter(({ object }) => object === owner);
  return read.every((each) => after.some(({ kind, id }) => kind === each.planned.kind && id === each.planned.id));
}

/**
 * The provider does not create a rule set for a policy with a rule that the set neither adopts nor keeps as a grant.
 */
function findSetsOnUsedPolicies(
  lists: readonly ObjectList[],
  plan: PlannedObjects,
  found: readonly FoundObject[],
): WriteRisk[] {
  const { before, after, grantsOfSets } = plan;
  const rules = lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects ?? [];
  const policyOf = ({ values }: Obj): KnownJson | undefined => values['ip_policy_id'];
  const created = after.filter(
    (rule) =>
      isOfSet(rule) && !before.some((each) => addressOf(each) === addressOf(rule) && policyOf(each) === policyOf(rule)),
  );
  const createdByKey = groupByKey(created);
  // A set has one policy.
  const sets = new Map(created.map((rule) => [addressOf(rule), policyOf(rule)]));
  const conflicts = [...sets].filter(([address, policy]) => {
    const own = new Set(found.filter(({ planned }) => addressOf(planned) === address).map(({ object }) => object));
    const keepsGrants = grantsOfSets.get(address) === 'keep';
    const isInSet = (rule: Obj): boolean =>
      listWithKey(createdByKey, rule).some((each) => addressOf(each) === address && isAdopted(plan, found, each, rule));
    return rules.some(
      (rule) =>
        !own.has(rule) && policyOf(rule) === policy && !(keepsGrants && findRuleGrant(rule.values)) && !isInSet(rule),
    );
  });
  return conflicts.map(([address]) => ({ kind: 'set_beside_rules', address }));
}

/**
 * A rule set that keeps grants leaves a live one alone. One that was overdue when the plan was made may have been
 * extended since.
 */
function findGrant({ planned, object }: FoundObject, { after, grantsOfSets }: PlannedObjects): WriteRisk[] {
  if (!object || !isOfSet(planned) || !findRuleGrant(object.values)) return [];
  if (grantsOfSets.get(addressOf(planned)) === 'refuse') return [];
  const isDeleted = !after.some(({ kind, id }) => kind === planned.kind && id === planned.id);
  const address = addressOf(planned);
  return isDeleted ? [{ kind: 'grant', address, id: object.id }] : [];
}

/** Whether a rule is one of a rule set: its id is the address of the set with a key, `...rules.x["203.0.113.0/24"]`. */
export function isOfSet({ kind, id, place }: Placed): boolean {
  return kind === 'ip_policy_rule' && id.startsWith(`${place.address}[`);
}
