import type { Composite } from '../kind';
import { computedText, optionalText, requiredText } from '../resources/common';
import { ipPolicyRule } from '../resources/ip-policy-rule';

/** Default of `duration`. */
export const DEFAULT_GRANT_DURATION = '1h';

/** An ephemeral resource only: a grant that exists while Terraform runs. */
export const ipGrant: Composite = {
  name: 'ip_grant',
  title: 'temporary access',
  doc: 'Allows a network in an IP policy while Terraform runs: an allow rule that Terraform creates when it opens the resource, and deletes when it closes it. Terraform opens ephemeral resources during plan and during apply, so a plan also grants access. If Terraform is killed, the rule remains until `netingress access reap`, or an apply of a `netingress_ip_policy_rules`, deletes it after its end.',
  errorCodes: ipPolicyRule.errorCodes,
  attributes: {
    id: computedText('Identifier of the rule; of the rule without an end, if one allows the network already.'),
    ip_policy_id: requiredText('Identifier of the IP policy.'),
    cidr: requiredText('IPv4 or IPv6 range to allow, in CIDR notation. A single address means /32 or /128.', {
      format: 'cidr',
    }),
    reason: requiredText('Why the access is needed, one line.'),
    by: optionalText('Who grants the access, one line. Default: `terraform`.'),
    ticket: optionalText('Ticket that the access belongs to, one line.'),
    duration: optionalText(
      `Time until the end of the grant, such as \`90s\` or \`1h30m\`; must be longer than the run. Default: \`${DEFAULT_GRANT_DURATION}\`.`,
      { format: 'duration', examples: ['20m', '1h30m'] },
    ),
    until: computedText('End of the grant, RFC 3339 in UTC; null if a rule without an end allows the network.'),
  },
};
