/** `netingress_ip_policy_rules` manages rules, so reviews and policies read the rules. */
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../known';
import { ipPolicyRule } from '../resources/ip-policy-rule';
import { ipPolicyRules } from './ip-policy-rules';

/** The resource type, and the kind of its objects. */
export const RULE_SET = { type: `netingress_${ipPolicyRules.name}`, kind: ipPolicyRule.name } as const;

interface RuleObject {
  readonly kind: string;
  readonly id: string;
  readonly values: KnownObject;
}

/**
 * Returns the rules of a set. An unknown rule may be null and then does not exist, so only its policy is known. The id of
 * an unknown map ends in `[*]`, since it represents any number of rules.
 */
export function expandRuleSet(setId: string, { ip_policy_id: policy = null, rules = null }: KnownObject): RuleObject[] {
  const toRule = (key: string, values: KnownObject): RuleObject => ({
    kind: RULE_SET.kind,
    id: `${setId}[${key}]`,
    values: { ip_policy_id: policy, ...values },
  });
  const toUnknown = (key: string, why: Unknown): RuleObject => toRule(key, { cidr: why, action: why });
  if (isUnknown(rules)) return [toUnknown('*', rules)];
  if (rules === null) return [];
  if (typeof rules !== 'object' || Array.isArray(rules))
    return [toUnknown('*', new Unknown(`'rules' of ${setId} is not a map`))];
  return Object.entries(rules as KnownObject).flatMap(([cidr, rule]): RuleObject[] => {
    const key = JSON.stringify(cidr);
    if (rule === null) return [];
    if (isUnknown(rule)) return [toUnknown(key, rule)];
    if (!isObject(rule)) return [toUnknown(key, new Unknown(`the rule ${key} of ${setId} is not an object`))];
    const { action = null, description = null, metadata = null } = rule;
    return [toRule(key, { cidr, action, description, metadata })];
  });
}

function isObject(value: KnownJson): value is KnownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isUnknown(value);
}
