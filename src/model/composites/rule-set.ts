/** `netingress_ip_policy_rules` manages rules, so reviews and policies read the rules. */
import { isObject, isUnknown, type KnownObject, Unknown } from '../../values/known';
import { resourceType } from '../naming';
import { ipPolicyRule } from '../resources/ip-policy-rule';
import { ipPolicyRules } from './ip-policy-rules';

export const RULE_SET_TYPE = resourceType(ipPolicyRules);

interface RuleObject {
  readonly kind: string;
  readonly id: string;
  /** The key of the map, which is a network; undefined if the map is unknown. */
  readonly key: string | undefined;
  readonly values: KnownObject;
}

/**
 * Returns the rules of a set. An unknown rule may be null and then does not exist, so only its policy is known. The id of
 * an unknown map ends in `[*]`, since it represents any number of rules.
 */
export function expandRuleSet(setId: string, { ip_policy_id: policy = null, rules = null }: KnownObject): RuleObject[] {
  const toRule = (key: string | undefined, values: KnownObject): RuleObject => ({
    kind: ipPolicyRule.name,
    id: `${setId}[${key === undefined ? '*' : JSON.stringify(key)}]`,
    key,
    values: { ip_policy_id: policy, ...values },
  });
  const toUnknown = (key: string | undefined, whole: Unknown): RuleObject =>
    toRule(key, { cidr: whole, action: whole });
  if (isUnknown(rules)) return [toUnknown(undefined, rules)];
  if (rules === null) return [];
  if (typeof rules !== 'object' || Array.isArray(rules))
    return [toUnknown(undefined, new Unknown({ kind: 'malformed', member: `'rules' of ${setId}`, expected: 'a map' }))];
  return Object.entries(rules as KnownObject).flatMap(([cidr, rule]): RuleObject[] => {
    if (rule === null) return [];
    if (isUnknown(rule)) return [toUnknown(cidr, rule)];
    if (!isObject(rule))
      return [
        toUnknown(
          cidr,
          new Unknown({
            kind: 'malformed',
            member: `the rule ${JSON.stringify(cidr)} of ${setId}`,
            expected: 'an object',
          }),
        ),
      ];
    const { action = null, description = null, metadata = null } = rule;
    return [toRule(cidr, { cidr, action, description, metadata })];
  });
}
