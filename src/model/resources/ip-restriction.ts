import { commonAttributes, defineKind, immutableText } from './common';

export const ipRestriction = defineKind({
  name: 'ip_restriction',
  title: 'IP restriction',
  doc: 'Restricts the addresses that can reach one part of the account. Each type exists at most once. An enforced restriction whose policies contain no allow rule blocks all traffic.',
  idPrefix: 'ipx',
  naturalKey: { attributes: ['type'], unique: true },
  errorCodes: { duplicate: 1802 },
  attributes: {
    ...commonAttributes('Reason of the restriction.'),
    enforced: {
      type: 'bool',
      presence: 'optional',
      default: false,
      doc: 'Whether violating traffic is rejected. Default: `false`, where violations only cause warnings.',
    },
    type: immutableText('Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`.', {
      enum: ['dashboard', 'api', 'agent', 'endpoints'],
    }),
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'required',
      minItems: 1,
      ref: { kind: 'ip_policy', responseName: 'ip_policies', onDelete: 'refuse', inUseCode: 1420, unknownIdCode: 1801 },
      hasMustAdmit: true,
      doc: 'Identifiers of the IP policies, at least one. Their rules are evaluated together.',
    },
  },
});
