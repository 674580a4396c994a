/** The objects of an account after a plan, as far as the plan says. `access check --plan` calls it. */
import { canonicalCidr } from '../model/ip/cidr';
import { isFullyKnown, isUnknown, type Known, type KnownJson, type KnownObject } from '../model/known';
import type { FactList, FactObject } from './facts';

/** What a plan says of the objects that it has read or will create. */
export interface PlannedFacts {
  readonly before: readonly FactObject[];
  readonly after: readonly FactObject[];
  /** Ids of objects of the account, as the plan's provider configurations name them. */
  readonly accountObjects: readonly string[];
  /** Why the plan does not say everything that its apply would do. */
  readonly undecided: readonly string[];
}

export interface AccountAfterPlan {
  readonly lists: readonly FactList[];
  /** Why the access after the apply is not decided. */
  readonly undecided: readonly string[];
}

/** Members that decide about access, by kind. Only these must be equal in the account and in the plan. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  ip_policy_rule: ['ip_policy_id', 'cidr', 'action'],
  ip_restriction: ['type', 'enforced', 'ip_policy_ids'],
  cloud_endpoint: ['url', 'bindings', 'pooling_enabled', 'traffic_policy'],
};

/**
 * Replaces what the plan has read by what it plans. The plan must be one of this account: of the objects that it has read
 * and those of `account_object` at least one is in the account, none is missing, and none was changed since. `hasObject`
 * says whether the account has an object of `account_object`.
 */
export function applyPlan(
  lists: readonly FactList[],
  plan: PlannedFacts,
  hasObject: (id: string) => Known<boolean>,
): AccountAfterPlan {
  const undecided = [...plan.undecided];
  const found = plan.before.map((planned) => ({ planned, object: findObject(lists, planned) }));
  const missing = found.filter(({ planned, object }) => !object && isRead(lists, planned.kind));
  const named = plan.accountObjects.map((id) => ({ id, isThere: hasObject(id) }));
  if (!found.some(({ object }) => object) && !named.some(({ isThere }) => isThere === true)) {
    undecided.push('no object of the plan is in the account, so the plan may be one of another account');
  }
  const gone = [
    ...missing.map(({ planned }) => planned.id),
    ...named.flatMap((each) => (each.isThere === false ? each.id : [])),
  ];
  for (const id of gone) {
    undecided.push(`${id} of the plan is not in the account: it was deleted, or the plan is one of another account`);
  }
  for (const { id, isThere } of named) {
    if (isUnknown(isThere))
      undecided.push(`whether the account has ${id} of account_object is not known: ${isThere.why}`);
  }
  for (const { planned, object } of found) {
    const changed =
      object && (COMPARED[planned.kind] ?? []).find((name) => !isSame(name, planned.values, object.values));
    if (changed !== undefined) undecided.push(`${changed} of ${object?.id} was changed since the plan was made`);
  }
  const replaced = new Set(found.map(({ object }) => object));
  return {
    lists: lists.map((list) => ({
      ...list,
      objects: [
        ...list.objects.filter((object) => !replaced.has(object)),
        ...plan.after.filter(({ kind }) => kind === list.kind),
      ],
    })),
    undecided,
  };
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
