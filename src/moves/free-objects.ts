/** The objects of an account that no state has: a lost state or a killed apply may have left them. */
import { groupBy } from '../model/arrays';
import { ipPolicyRules } from '../model/composites';
import type { AccountInventory, AccountObject } from '../model/inventory';
import { objectKey } from '../model/object-key';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import { DEFAULT_ACCOUNT } from '../objects/accounts';
import { toList } from '../objects/from-account';
import type { AccountRef, Obj } from '../objects/objects';
import type { MovesSource } from './read-instances';

/** An object that has an address already: in a state, or in a plan before its changes. */
export type Owner = Pick<Obj, 'kind' | 'id' | 'isNew'>;

/**
 * Appends to `source.before` the objects of the account that have no address yet. `owners`, and the objects of `moved`
 * and `import` blocks (`source.known`), have one. `isDerived` returns whether an object needs no configuration:
 * such a one is left out.
 */
export function addFreeObjects(
  source: MovesSource,
  account: AccountInventory,
  owners: readonly Owner[],
  isDerived: (kind: string, object: AccountObject) => boolean,
  ref: AccountRef = DEFAULT_ACCOUNT,
): MovesSource {
  const free = listFreeObjects(account, [...owners, ...(source.known?.values() ?? [])], isDerived);
  return { ...source, before: [...source.before, ...free.map((object) => ({ ...object, account: ref }))] };
}

function listFreeObjects(
  account: AccountInventory,
  owners: readonly Owner[],
  isDerived: (kind: string, object: AccountObject) => boolean,
): Obj[] {
  // A new object has its place as id, and no id of the service.
  const owned = new Set(owners.filter(({ isNew }) => !isNew).map(({ kind, id }) => objectKey(kind, id)));
  const isOwnedRule = ({ id, values }: AccountObject): boolean =>
    owned.has(objectKey(ipPolicyRule.name, id)) ||
    owned.has(objectKey(ipPolicyRules.name, String(values['ip_policy_id'])));
  return account.kinds.flatMap(({ kind, objects }) => {
    if (kind !== ipPolicyRule.name) {
      const free = objects.filter((object) => !owned.has(objectKey(kind, object.id)) && !isDerived(kind, object));
      return toObjects(kind, free);
    }
    const free = objects.filter((object) => !isOwnedRule(object) && !isDerived(kind, object));
    return [...toObjects(kind, free), ...listFreeSets(objects, isOwnedRule)];
  });
}

/** The rules of a policy may be those of a lost set, unless one of them is owned. */
function listFreeSets(rules: readonly AccountObject[], isOwned: (rule: AccountObject) => boolean): Obj[] {
  const byPolicy = groupBy(rules, ({ values }) => String(values['ip_policy_id']));
  return [...byPolicy].flatMap(([id, ofPolicy]) =>
    ofPolicy.some(isOwned) ? [] : toObjects(ipPolicyRules.name, [{ id, values: { ip_policy_id: id } }]),
  );
}

/** Adds the id to the values, because references to an object are compared with its id. */
function toObjects(kind: string, objects: readonly AccountObject[]): Obj[] {
  return toList(kind, objects).objects.map((object) => ({ ...object, values: { ...object.values, id: object.id } }));
}
