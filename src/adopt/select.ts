/** Which objects of an account are to be adopted: those that no state manages and that nothing else brought about. */
import { ipPolicyRules } from '../model/composites';
import { groupBy } from '../model/group-by';
import type { AccountInventory, AccountObject, StateResource } from '../model/inventory';
import type { Json, JsonObject } from '../model/json';
import { getKind } from '../model/kinds';

/** One resource that will stand for something that exists. */
export interface Adoptable {
  /** A kind, or `ip_policy_rules` for all rules of a policy. */
  readonly resource: string;
  /** Of the object, and of the policy for a rule set; what `import` is given. */
  readonly id: string;
  /** By attribute. */
  readonly values: JsonObject;
  /** When it came into being, for a rule set the newest rule; RFC 3339. */
  readonly createdAt: string;
  /** The newest object it stands for, which has the events. */
  readonly newest: string;
}

/** An object that is not adopted. */
export interface LeftOut {
  readonly kind: string;
  readonly id: string;
  /** Ends a sentence that begins with the object. */
  readonly reason: string;
}

/** What else decides. */
export interface SelectOptions {
  /** Why an object comes and goes with something else, or undefined. */
  readonly derived?: (kind: string, object: AccountObject) => string | undefined;
  /** Only what came into being at this time or later; milliseconds since 1970. */
  readonly since?: number;
}

/** What is adopted, and what not. */
export interface Selection {
  /** In the model's order of kinds. */
  readonly objects: readonly Adoptable[];
  /** Objects that exist because of others, or because of this run. */
  readonly derived: readonly LeftOut[];
  /** How many objects states manage. */
  readonly managed: number;
  /** How many are older than asked for. */
  readonly older: number;
}

const rule = getKind('ip_policy_rule');
const setAttribute = ipPolicyRules.exclusive?.attribute ?? 'ip_policy_id';

/**
 * Chooses what to adopt. The rules of a policy are one exclusive set, unless a state manages some of them one by one:
 * then so are the others, because a set would have those removed.
 */
export function selectObjects(
  account: AccountInventory,
  stated: readonly StateResource[],
  { derived = () => undefined, since }: SelectOptions = {},
): Selection {
  const managed = managedBy(stated);
  const objects: Adoptable[] = [];
  const leftOut: LeftOut[] = [];
  const count = { managed: 0, older: 0 };
  const add = (found: Adoptable): void => {
    if (since !== undefined && Date.parse(found.createdAt) < since) count.older += 1;
    else objects.push(found);
  };
  for (const { kind, objects: found } of account.kinds) {
    if (kind === rule.name) {
      const sets = ruleResources(found, managed);
      count.managed += sets.managed;
      for (const each of sets.resources) add(each);
      continue;
    }
    for (const object of found) {
      const reason = derived(kind, object);
      if (managed(kind, object.id)) count.managed += 1;
      else if (reason !== undefined) leftOut.push({ kind, id: object.id, reason });
      else add(adoptable(kind, object));
    }
  }
  return { objects, derived: leftOut, ...count };
}

function managedBy(stated: readonly StateResource[]): (resource: string, id: string) => boolean {
  const known = new Set(stated.map(({ type, values }) => `${type} ${String(values['id'] ?? '')}`));
  return (resource, id) => known.has(`netingress_${resource}`.concat(' ', id));
}

function ruleResources(
  rules: readonly AccountObject[],
  managed: (resource: string, id: string) => boolean,
): { readonly resources: Adoptable[]; readonly managed: number } {
  const resources: Adoptable[] = [];
  let count = 0;
  for (const [policy, ofPolicy] of groupBy(rules, ({ values }) => String(values[setAttribute]))) {
    const free = ofPolicy.filter(({ id }) => !managed(rule.name, id));
    if (managed(ipPolicyRules.name, policy)) count += ofPolicy.length;
    else if (free.length === ofPolicy.length) resources.push(ruleSet(policy, ofPolicy));
    else {
      count += ofPolicy.length - free.length;
      resources.push(...free.map((object) => adoptable(rule.name, object)));
    }
  }
  return { resources, managed: count };
}

function adoptable(resource: string, { id, values }: AccountObject): Adoptable {
  return { resource, id, values, createdAt: String(values['created_at'] ?? ''), newest: id };
}

function ruleSet(policy: string, rules: readonly AccountObject[]): Adoptable {
  const created = ({ values }: AccountObject): string => String(values['created_at'] ?? '');
  const newest = rules.reduce((latest, each) => (created(each) > created(latest) ? each : latest));
  const byNetwork = rules
    .map(({ values: { cidr, action, description, metadata } }): [string, Json] => [
      String(cidr),
      { action: action ?? null, description: description ?? null, metadata: metadata ?? null },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    resource: ipPolicyRules.name,
    id: policy,
    values: { [setAttribute]: policy, rules: Object.fromEntries(byNetwork) },
    createdAt: created(newest),
    newest: newest.id,
  };
}
