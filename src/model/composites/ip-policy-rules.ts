import type { Attributes, Composite, ObjectsAttribute, ScalarAttribute } from '../kind';
import { computedText, description, metadata, optionalText } from '../resources/common';
import { ipPolicy } from '../resources/ip-policy';
import { ipPolicyRule } from '../resources/ip-policy-rule';
import { ruleSetAdmission } from '../variants/admission';
import { MUST_ADMIT, ruleSetMustAdmit } from '../variants/must-admit';

/** Without what is different in a set: reference, replacement and computed admission. */
function ruleAttribute(name: string, doc: string): ScalarAttribute {
  const {
    requiresReplace: _,
    ref: __,
    hasAdmission: ___,
    ...attribute
  } = ipPolicyRule.attributes[name] as ScalarAttribute;
  return { ...attribute, doc };
}

/** The network is the key of the map `rules`. */
export const RULE_ATTRIBUTES: Attributes = {
  action: ruleAttribute('action', 'Effect on matching traffic: `allow` or `deny`. A matching deny always wins.'),
  description: description('Owner or purpose of the addresses.'),
  metadata,
};

/**
 * The metadata in the schema of the map has no semantic equality, unlike that of {@link RULE_ATTRIBUTES}: Terraform
 * accepts a planned map only as configured or as in state, so an equal string in another representation would block
 * plans with unknown values.
 */
const { format: _, ...PLANNED_METADATA } = metadata;

const RULES: ObjectsAttribute = {
  type: 'map',
  presence: 'required',
  keys: { format: 'cidr' },
  doc: 'All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are duplicates. A null element is ignored. An empty map is a policy without rules, which admits no address.',
  elements: { ...RULE_ATTRIBUTES, metadata: PLANNED_METADATA },
};

export const ipPolicyRules: Composite = {
  name: 'ip_policy_rules',
  title: 'IP policy rule set',
  doc: 'All rules of one IP policy. Rules that are not configured here, such as those added manually, appear in the plan, and the next apply deletes them; see `grants` for temporary access. Conflicts with `netingress_ip_policy_rule` resources of the same policy. Changes are ordered: new denies, new allows, updates, removed allows, removed denies. No intermediate state admits an address that neither the old nor the new rules admit, or blocks one that both admit. Changing the action of a network leaves it without a rule for a moment, because the service accepts one rule per network.',
  exclusive: { kind: ipPolicyRule.name, attribute: 'ip_policy_id' },
  attributes: {
    id: computedText('Identifier of the IP policy.'),
    ip_policy_id: {
      ...ruleAttribute('ip_policy_id', 'Identifier of the IP policy.'),
      requiresReplace: 'always',
      idOf: ipPolicy.name,
    },
    rules: RULES,
    grants: optionalText(
      'What happens to grants: rules with an end, which `netingress access grant` creates. `keep`, the default, ignores a grant before its end; after its end the plan shows it, and the apply deletes it. A grant is then no reason for an error when the rules are created. `refuse` treats a grant like every other rule that is not configured here. A refresh decides whether a grant has ended, by the clock of the service.',
      { enum: ['keep', 'refuse'] },
    ),
    [MUST_ADMIT]: ruleSetMustAdmit,
    ...ruleSetAdmission,
  },
};
