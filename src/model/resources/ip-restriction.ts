import type { Kind } from '../kind';
import { createdAt, description, id, metadata, uri } from './common';

/** event-sources.md `ip_restriction_*.v0`; gaps.md section 2, `/ip_restrictions`. */
export const ipRestriction: Kind = {
  name: 'ip_restriction',
  plural: 'ip_restrictions',
  title: 'IP restriction',
  doc:
    'Restricts from where one part of the account can be reached. There is at most one restriction of each type. ' +
    'An enforced restriction whose policies hold no allow rule shuts everybody out.',
  path: '/ip_restrictions',
  listKey: 'ip_restrictions',
  idPrefix: 'ipx',
  naturalKey: { attributes: ['type'], unique: true },
  audited: true,
  listFilter: true,
  errorCodes: { duplicate: 1802 },
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('Why access is restricted. At most 255 bytes.'),
    metadata,
    enforced: {
      type: 'bool',
      presence: 'optional',
      default: false,
      doc: 'Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings.',
    },
    type: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      enum: ['dashboard', 'api', 'agent', 'endpoints'],
      errorCode: 1803,
      doc: 'What is restricted: `dashboard`, `api`, `agent` or `endpoints`. Another type needs a new restriction.',
    },
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'required',
      minItems: 1,
      errorCode: 1804,
      ref: { kind: 'ip_policy', responseName: 'ip_policies', onDelete: 1420, errorCode: 1801 },
      doc: 'Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together.',
    },
  },
};
