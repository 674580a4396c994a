/**
 * Changes of a plan that the service would refuse. The apply then stops in the middle, so the access after it is not that
 * of the plan. `applyPlan` calls it.
 */
import { parseGrant } from '../model/grants/grant';
import type { Json, JsonObject } from '../model/json';
import type { Attribute, Reference } from '../model/kind';
import { getKind } from '../model/kinds';
import { isFullyKnown, isUnknown, type KnownJson, type KnownObject } from '../model/known';
import { getNaturalKey } from '../model/natural-key';
import type { FactList, FactObject } from './facts';
import type { FoundObject, PlannedFact, PlannedFacts } from './planned-facts';

/** Clauses. `found`: the objects of the account that the plan has read. */
export function findRefusals(lists: readonly FactList[], plan: PlannedFacts, found: readonly FoundObject[]): string[] {
  return [
    ...findTwice(plan),
    ...findTakenKeys(lists, plan, found),
    ...findUsedObjects(lists, plan),
    ...findOtherRules(lists, plan, found),
    ...found.flatMap((each) => findGrant(each, plan)),
  ];
}

/** An import may give one object a second address. */
function findTwice({ before }: PlannedFacts): string[] {
  const addresses = new Map<string, Set<string>>();
  for (const { kind, id, address } of before) {
    const key = `${kind} ${id}`;
    addresses.set(key, (addresses.get(key) ?? new Set()).add(address));
  }
  return [...addresses.values()]
    .filter(({ size }) => size > 1)
    .map((names) => `${[...names].join(' and ')} are one object`);
}

/** `ip_policy_rule b` gets the network that a rule of the account has, or that another address of the plan gets. */
function findTakenKeys(lists: readonly FactList[], plan: PlannedFacts, found: readonly FoundObject[]): string[] {
  const changed = plan.after.filter(({ isKept }) => !isKept);
  return changed.flatMap((after, index) => {
    const key = keyOf(after);
    if (key === undefined) return [];
    const isSame = (other: FactObject): boolean => other.kind === after.kind && keyOf(other) === key;
    const parts = getKind(after.kind).naturalKey?.attributes.join(' and ');
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
  { deletedFirst }: PlannedFacts,
  found: readonly FoundObject[],
  after: PlannedFact,
  owner: FactObject,
): boolean {
  return found.some(
    ({ planned, object }) =>
      object === owner &&
      planned.address === after.address &&
      (planned.id === after.id || deletedFirst.includes(after.address)),
  );
}

/** Undefined for kinds of which several objects may have one key, and while a part is not known. */
function keyOf({ kind: name, values }: FactObject): string | undefined {
  const kind = getKind(name);
  if (!kind.naturalKey?.unique) return undefined;
  const known = Object.entries(values).filter(([, value]) => isFullyKnown(value));
  return getNaturalKey(kind, Object.fromEntries(known) as JsonObject);
}

/** The service does not delete an IP policy that a restriction names. */
function findUsedObjects(lists: readonly FactList[], plan: PlannedFacts): string[] {
  const isIn = (objects: readonly FactObject[], { kind, id }: FactObject): boolean =>
    objects.some((each) => each.kind === kind && each.id === id);
  const deleted = plan.before.filter((before) => !isIn(plan.after, before));
  const isReplaced = ({ address }: PlannedFact): boolean => plan.after.some((after) => after.address === address);
  return deleted.flatMap((target) =>
    lists.flatMap(({ kind, objects }) =>
      listReferences(kind, target.kind).flatMap((name) =>
        objects.flatMap((user) => {
          if (!mayName(user.values[name] ?? null, target.id) || isIn(deleted, user)) return [];
          const after = plan.after.find((each) => each.kind === kind && each.id === user.id);
          const isFirst = isReplaced(target) && plan.deletedFirst.includes(target.address);
          if (after && !isFirst && !mayName(after.values[name] ?? null, target.id)) return [];
          return [`${target.address} cannot be deleted while ${user.id} names it, which the service refuses`];
        }),
      ),
    ),
  );
}

/** Attributes whose target cannot be deleted while the object names it. */
function listReferences(kind: string, target: string): string[] {
  return Object.entries(getKind(kind).attributes).flatMap(([name, attribute]) => {
    const ref = referenceOf(attribute);
    return ref?.kind === target && ref.onDelete !== 'cascade' ? [name] : [];
  });
}

function referenceOf(attribute: Attribute): Reference | undefined {
  return 'ref' in attribute ? attribute.ref : undefined;
}

function mayName(value: KnownJson, id: string): boolean {
  if (isUnknown(value)) return true;
  return Array.isArray(value) ? value.some((item: KnownJson) => mayName(item, id)) : value === id;
}

/** A rule set is not created for a policy that has rules other than grants. */
function findOtherRules(
  lists: readonly FactList[],
  { before, after }: PlannedFacts,
  found: readonly FoundObject[],
): string[] {
  const rules = lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects ?? [];
  const managed = new Set(found.map(({ object }) => object));
  const created = after.filter((rule) => isOfSet(rule) && !before.some(({ address }) => address === rule.address));
  const conflicts = created.filter(({ values }) =>
    rules.some(
      (rule) => !managed.has(rule) && rule.values['ip_policy_id'] === values['ip_policy_id'] && !isGrant(rule.values),
    ),
  );
  return [...new Set(conflicts.map(({ address }) => address))].map(
    (address) => `${address} is created for a policy that has other rules, which the provider refuses`,
  );
}

/** A rule set leaves a grant alone while it is live, also one that was overdue when the plan was made. */
function findGrant({ planned, object }: FoundObject, { after }: PlannedFacts): string[] {
  if (!object || !isOfSet(planned) || !isGrant(object.values)) return [];
  const isKept = after.some(({ kind, id }) => kind === planned.kind && id === planned.id);
  return isKept ? [] : [`${object.id} is a grant, which ${planned.address} deletes only after its end`];
}

function isOfSet({ kind, id, address }: PlannedFact): boolean {
  return kind === 'ip_policy_rule' && id.startsWith(`${address}[`);
}

function isGrant({ metadata = null }: KnownObject): boolean {
  return isFullyKnown(metadata) && parseGrant(metadata as Json) !== undefined;
}
