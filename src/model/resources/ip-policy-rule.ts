import { commonAttributes, defineKind, immutableText, requiredText } from './common';

export const ipPolicyRule = defineKind({
  name: 'ip_policy_rule',
  title: 'IP policy rule',
  doc: 'Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins.',
  idPrefix: 'ipr',
  naturalKey: { attributes: ['ip_policy_id', 'cidr'], unique: true },
  filterFields: ['ip_policy.id', 'cidr', 'action'],
  errorCodes: { duplicate: 1408, limit: 1411 },
  attributes: {
    ...commonAttributes('Owner or purpose of the addresses.'),
    cidr: requiredText(
      'IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal.',
      { format: 'cidr' },
    ),
    ip_policy_id: immutableText('Identifier of the IP policy that contains the rule.', {
      ref: { kind: 'ip_policy', responseName: 'ip_policy', onDelete: 'cascade', unknownIdCode: 1414 },
    }),
    action: requiredText('Effect on matching traffic: `allow` or `deny`.', {
      requiresReplace: 'within-update',
      enum: ['allow', 'deny'],
      hasAdmission: true,
    }),
  },
});
