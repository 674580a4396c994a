import type { Kind } from '../kind';
import { commonAttributes } from './common';

export const ipRestriction: Kind = {
  name: 'ip_restriction',
  plural: 'ip_restrictions',
  title: 'IP restriction',
  doc: 'Restricts the addresses that can reach one part of the account. Each type exists at most once. An enforced restriction whose policies contain no allow rule blocks all traffic.',
  path: '/ip_restrictions',
  listKey: 'ip_restrictions',
  idPrefix: 'ipx',
  naturalKey: { attributes: ['type'], unique: true },
  audited: true,
  listFilter: true,
  errorCodes: { duplicate: 1802 },
  attributes: {
    ...commonAttributes('Reason of the restriction.'),
    enforced: {
      type: 'bool',
      presence: 'optional',
      default: false,
      doc: 'Whether violating traffic is rejected. Default: `false`, where violations only cause warnings.',
    },
    type: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      enum: ['dashboard', 'api', 'agent', 'endpoints'],
      errorCode: 1803,
      doc: 'Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`.',
    },
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'required',
      minItems: 1,
      errorCode: 1804,
      ref: { kind: 'ip_policy', responseName: 'ip_policies', onDelete: 1420, errorCode: 1801 },
      doc: 'Identifiers of the IP policies, at least one. Their rules are evaluated together.',
    },
  },
};
