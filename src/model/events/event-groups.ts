import {
  AUDIT_ACTIONS,
  AUDIT_GROUPS,
  AUDITED_KINDS,
  type AuditedKind,
  auditEventType,
  SESSION_EVENT_TYPES,
} from './event-types';

/** The groups that every profile has. */
export const COMMON_EVENT_GROUPS = [
  'access',
  'credentials',
  'certificates',
  'addresses',
  'events',
  'sessions',
] as const;

/** The groups that only the profile `ngrok` has. */
export const PROFILE_EVENT_GROUPS = ['secrets'] as const;

/**
 * Groups of audit events by topic:
 * - `access`: IP policies, IP policy rules and IP restrictions;
 * - `credentials`: API keys, tunnel credentials and SSH public keys;
 * - `certificates`: TLS and SSH certificates, and authorities of client and SSH certificates;
 * - `addresses`: domains and TCP addresses;
 * - `events`: event destinations and subscriptions, so also the deletion of the subscription that `AuditTrail` makes;
 * - `sessions`: connecting and disconnecting agents;
 * - `secrets`: vaults and secrets, in the profile `ngrok` only.
 */
export type AuditEventGroup = (typeof COMMON_EVENT_GROUPS)[number] | (typeof PROFILE_EVENT_GROUPS)[number];

const GROUPS: Readonly<Record<AuditedKind, AuditEventGroup>> = AUDIT_GROUPS;

/** Session events first. */
export function auditEventTypes(groups: readonly AuditEventGroup[] = COMMON_EVENT_GROUPS): string[] {
  const kinds = AUDITED_KINDS.filter((kind) => groups.includes(GROUPS[kind]));
  return [
    ...(groups.includes('sessions') ? SESSION_EVENT_TYPES : []),
    ...kinds.flatMap((kind) => AUDIT_ACTIONS.map((action) => auditEventType(kind, action))),
  ];
}
