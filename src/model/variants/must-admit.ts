/** Networks that access rules must keep admitting. The attribute is not sent to the service. */
import type { Attributes, StringsAttribute } from '../kind';

export const MUST_ADMIT = 'must_admit';

function mustAdmitAttribute(doc: string): StringsAttribute {
  return {
    type: 'set',
    elements: 'string',
    presence: 'optional',
    format: 'cidr',
    omittedFromResponses: 'always',
    providerOnly: true,
    doc,
  };
}

const NOT_SENT =
  'An address without a mask means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import.';

export const ruleSetMustAdmit = mustAdmitAttribute(
  'IPv4 and IPv6 networks in CIDR notation of which the rules must admit every address. A plan whose rules certainly do not is an error; what is known only after apply is checked before the first request that changes a rule. Rules that are not configured here count if they deny. The rules cannot be deleted while an enforced restriction names the policy and would no longer admit these addresses. ' +
    NOT_SENT,
);

export const restrictionMustAdmit = mustAdmitAttribute(
  'IPv4 and IPv6 networks in CIDR notation that the restriction must admit whenever it is created or updated. Before an enforced restriction is created or updated, the provider reads the rules of its policies, and refuses the change unless they surely admit every address. A refresh checks them again, and the plan shows a warning if an address is denied. An enforced restriction that admits no address is refused also without this attribute, unless it is an empty set. A change of rules alone, such as a removed rule or a new deny in another set, does not change the restriction, so no check follows. Keep all networks in one `netingress_ip_policy_rules` with `must_admit`, which every plan checks, or give the networks to `netingress preview` with `--must-admit`. ' +
    NOT_SENT,
);

/** False for the rule set, which has the attribute itself. */
export function hasMustAdmit(attributes: Attributes): boolean {
  return Object.values(attributes).some((attribute) => attribute.hasMustAdmit);
}
