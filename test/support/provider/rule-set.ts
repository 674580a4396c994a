import { ipPolicyRules } from '../../../src/model/composites';
import type { CtyValue, ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { configOf } from './values';

type Unknown = typeof UNKNOWN;

/** Rules by network: each is its action or all of its members, and may be null or unknown. */
export type RulesByNetwork = Readonly<Record<string, string | object | null | Unknown>> | Unknown;

export function ruleSetValue(policyId: CtyValue, rules: RulesByNetwork, more: object = {}): ObjectValue {
  const given =
    typeof rules === 'symbol'
      ? rules
      : Object.fromEntries(
          Object.entries(rules).map(([cidr, rule]) => [cidr, typeof rule === 'string' ? { action: rule } : rule]),
        );
  return configOf(ipPolicyRules, { id: policyId, ip_policy_id: policyId, rules: given, ...more });
}
