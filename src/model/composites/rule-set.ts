import { isObject, isUnknown, type KnownObject, Unknown } from '../../values/known';
import { resourceType } from '../naming';
import { ipPolicyRule } from '../resources/ip-policy-rule';
import { ipPolicyRules } from './ip-policy-rules';

export const RULE_SET_TYPE = resourceType(ipPolicyRules);

interface RuleObject {
  readonly kind: string;
  readonly id: string;
  /** The key of the map, which is a network; undefined if no single rule is known. */
  readonly key: string | undefined;
  readonly values: KnownObject;
}

/**
 * The rules of the set at `place`, its address or id: `place["203.0.113.0/24"]`. Of an unknown rule, which may be null,
 * and of a malformed one only the policy is known. An unknown or malformed map is one rule `place[*]`, for any number
 * of rules; null is no rule. A known rule has all members of an element: an absent one is null.
 */
export function expandRuleSet(place: string, { ip_policy_id: policy = null, rules = null }: KnownObject): RuleObject[] {
  const toRule = (key: string | undefined, values: KnownObject): RuleObject => ({
    kind: ipPolicyRule.name,
    id: `${place}[${key === undefined ? '*' : JSON.stringify(key)}]`,
    key,
    values: { ip_policy_id: policy, ...values },
  });
  const toUnknown = (key: string | undefined, whole: Unknown): RuleObject =>
    toRule(key, { cidr: whole, action: whole });
  if (isUnknown(rules)) return [toUnknown(undefined, rules)];
  if (rules === null) return [];
  if (typeof rules !== 'object' || Array.isArray(rules))
    return [toUnknown(undefined, new Unknown({ kind: 'malformed', member: 'rules', of: place, expected: 'map' }))];
  return Object.entries(rules as KnownObject).flatMap(([cidr, rule]): RuleObject[] => {
    if (rule === null) return [];
    if (isUnknown(rule)) return [toUnknown(cidr, rule)];
    if (!isObject(rule))
      return [toUnknown(cidr, new Unknown({ kind: 'malformed', member: cidr, of: place, expected: 'object' }))];
    const { action = null, description = null, metadata = null } = rule;
    return [toRule(cidr, { cidr, action, description, metadata })];
  });
}
