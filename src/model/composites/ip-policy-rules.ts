import type { ObjectsAttribute, ScalarAttribute } from '../kind';
import { description, metadata, text } from '../resources/common';
import { ipPolicyRule } from '../resources/ip-policy-rule';
import type { Composite } from './composite';

/** The rule's own attribute without what is about changing a single one: in a set each of them changes freely. */
function ofRule(name: string, doc: string): ScalarAttribute {
  const { requiresReplace: _, ref: __, ...attribute } = ipPolicyRule.attributes[name] as ScalarAttribute;
  return { ...attribute, doc };
}

/**
 * Compared as it is written: Terraform takes a map as the configuration or as the state writes it and nothing in between,
 * so that a text spelled otherwise would be in the way of a plan in which something else is not known yet.
 */
const { equality: _, ...writtenMetadata } = metadata;

/** By network; the elements hold what a rule says beside it. */
const rules: ObjectsAttribute = {
  type: 'map',
  presence: 'required',
  keys: { format: 'cidr', equality: 'cidr', errorCode: 1406 },
  duplicateErrorCode: 1408,
  doc:
    'All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means ' +
    'that one address; bits beyond the mask must be zero; of equivalent spellings only one may stand here. A null ' +
    'element means no such rule, and an empty map a policy without rules, which admits nobody.',
  elements: {
    action: ofRule('action', 'What happens to matching traffic: `allow` or `deny`. A matching deny always wins.'),
    description: description('Who or what the addresses of the rule are. At most 255 bytes.', 1421),
    metadata: writtenMetadata,
  },
};

/** design.md 'Beyond one-to-one resources': all rules of one policy, exclusively. */
export const ipPolicyRules: Composite = {
  name: 'ip_policy_rules',
  title: 'rules of an IP policy',
  doc:
    'All rules of one IP policy: rules that are not declared here are shown in the plan and removed by the next apply, ' +
    'also those that somebody added by hand. Not together with single rules of the same policy. Changes are made in an ' +
    'order that never admits whom neither the old nor the new rules admit, nor shuts out whom both admit: new denies, ' +
    'new allows, updates, removed allows, removed denies. A network whose action changes has no rule for a moment, ' +
    'because the service takes one rule a network; to deny it is changed with the new denies, to allow after them.',
  errorCodes: ipPolicyRule.errorCodes,
  exclusive: { kind: ipPolicyRule.name, attribute: 'ip_policy_id' },
  attributes: {
    id: text('Identifier of the IP policy, which has one set of rules.'),
    ip_policy_id: {
      ...ofRule('ip_policy_id', 'Identifier of the IP policy. Another policy needs a new set of rules.'),
      requiresReplace: 'always',
    },
    rules,
  },
};
