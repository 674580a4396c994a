import type { Kind } from '../kind';
import { commonAttributes } from './common';

export const ipPolicyRule: Kind = {
  name: 'ip_policy_rule',
  plural: 'ip_policy_rules',
  title: 'IP policy rule',
  doc: 'Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins.',
  path: '/ip_policy_rules',
  listKey: 'ip_policy_rules',
  idPrefix: 'ipr',
  naturalKey: { attributes: ['ip_policy_id', 'cidr'], unique: true },
  audited: true,
  listFilter: true,
  filterFields: ['ip_policy.id', 'cidr', 'action'],
  errorCodes: { notFound: 1404, emptyUpdate: 1401, duplicate: 1408, missing: 1405 },
  attributes: {
    ...commonAttributes('Owner or purpose of the addresses.', { description: 1421 }),
    cidr: {
      type: 'string',
      presence: 'required',
      format: 'cidr',
      equality: 'cidr',
      errorCode: 1406,
      doc: 'IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal.',
    },
    ip_policy_id: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      ref: { kind: 'ip_policy', responseName: 'ip_policy', onDelete: 'cascade', errorCode: 1414 },
      doc: 'Identifier of the IP policy that contains the rule.',
    },
    action: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      enum: ['allow', 'deny'],
      errorCode: 1422,
      doc: 'Effect on matching traffic: `allow` or `deny`.',
    },
  },
};
