import { groupBy } from '../model/arrays';
import { canonicalKey } from '../model/canonical';
import { ipPolicyRules } from '../model/composites';
import { cidrContains, parseCidr } from '../model/ip/cidr';
import { isObjectId, type ObjectsAttribute } from '../model/kind';
import { ipPolicy } from '../model/resources/ip-policy';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import type { Obj, Placed } from '../objects/objects';
import { isJsonObject } from '../values/json';
import { isUnknown, keyOfKnown } from '../values/known';
import type { Moves } from './find-moves';

/** The resources `from` are forgotten, and `to` import their objects. Without an `importId` no block can be written. */
export interface Transfer {
  readonly from: readonly Obj[];
  readonly to: readonly { readonly instance: Placed; readonly importId: string | undefined }[];
}

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/**
 * Finds rules that disappear while a rule set of their policy appears, and the reverse. A policy is expected to have
 * one rule set: two would delete the rules of each other.
 *
 * - Rules into a set: for each old rule the set must have its network, with any action, since the set can update the
 *   rule of a network. Or it must have a larger network with the same action: then the set deletes the old rule.
 * - A set into rules: each network of the old set must have a new rule. Further new rules are created. An old set
 *   without networks, or with ones that are not known, is left out.
 */
export function findConversions({ destroyed, created }: Pick<Moves, 'destroyed' | 'created'>): Transfer[] {
  return [...intoSets(destroyed, created), ...intoRules(destroyed, created)];
}

function intoSets(destroyed: readonly Obj[], created: readonly Placed[]): Transfer[] {
  const rules = groupByPolicy(destroyed);
  return created.flatMap((set): Transfer[] => {
    const from = set.kind === ipPolicyRules.name ? (rules.get(policyOf(set)) ?? []) : [];
    const networks = networksOf(set);
    if (from.length === 0 || !from.every((rule) => networks.has(networkOf(rule)) || isMerged(rule, set))) return [];
    return [{ from, to: [{ instance: set, importId: findPolicyId(set) }] }];
  });
}

function intoRules(destroyed: readonly Obj[], created: readonly Placed[]): Transfer[] {
  const rules = groupByPolicy(created);
  return destroyed.flatMap((set): Transfer[] => {
    const to = set.kind === ipPolicyRules.name ? (rules.get(policyOf(set)) ?? []) : [];
    const networks = networksOf(set);
    const byNetwork = new Map(to.map((rule) => [networkOf(rule), rule]));
    const known = [...byNetwork].flatMap(([network, rule]) => (networks.has(network) ? [rule] : []));
    if (known.length === 0 || known.length < networks.size) return [];
    const id = findPolicyId(set);
    const toImport = (instance: Placed) => ({
      instance,
      importId: id === undefined ? undefined : `${id}/${networkOf(instance)}`,
    });
    return [{ from: [set], to: known.map(toImport) }];
  });
}

/** Whether the set has a larger network with the same action, such as one that `IpAllowList` merged from several. */
function isMerged(rule: Obj, { values: { rules } }: Obj): boolean {
  const part = parseCidr(String(rule.values['cidr']));
  if ('problem' in part || !isJsonObject(rules)) return false;
  return Object.entries(rules).some(([network, value]) => {
    const whole = parseCidr(network);
    const isSameAction = isJsonObject(value) && value['action'] === rule.values['action'];
    return !('problem' in whole) && isSameAction && cidrContains(whole, part);
  });
}

function groupByPolicy<T extends Obj>(instances: readonly T[]): ReadonlyMap<string, readonly T[]> {
  return groupBy(
    instances.filter(({ kind }) => kind === ipPolicyRule.name),
    policyOf,
  );
}

/** The key of the policy. The argument is required, so it is null only in a configuration that is not valid. */
function policyOf({ values }: Obj): string {
  const id = values['ip_policy_id'];
  return keyOfKnown(id ?? null);
}

/** Undefined if what the set names as its policy is no id, such as a reference to a policy that is not created yet. */
function findPolicyId(set: Obj): string | undefined {
  const policy = policyOf(set);
  return isObjectId(ipPolicy, policy) ? policy : undefined;
}

function networkOf({ values }: Obj): string {
  const network = values['cidr'];
  return isUnknown(network) ? keyOfKnown(network) : canonicalKey(rulesAttribute, String(network));
}

function networksOf({ values: { rules } }: Obj): ReadonlySet<string> {
  const networks = typeof rules === 'object' && rules !== null && !isUnknown(rules) ? Object.keys(rules) : [];
  return new Set(networks.map((network) => canonicalKey(rulesAttribute, network)));
}
