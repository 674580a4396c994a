/** Audit events in families, for those who want all that concerns one matter. */
import { AUDITED_KINDS, type AuditAction, auditEventType, SESSION_EVENT_TYPES } from './event-types';

/**
 * What the audit events of a family are about:
 * - `access`: who is let in: IP policies, their rules, IP restrictions;
 * - `credentials`: API keys, tunnel credentials, SSH public keys;
 * - `certificates`: certificates and authorities, TLS and SSH;
 * - `addresses`: domains and TCP addresses;
 * - `events`: event destinations and subscriptions, so also who switches an audit trail off;
 * - `sessions`: agents that connect and disconnect.
 */
export type AuditEventGroup = 'access' | 'credentials' | 'certificates' | 'addresses' | 'events' | 'sessions';

/** The family of every audited kind; a kind that is new to the model has no family until it is given one here. */
const familyOf: Readonly<Record<(typeof AUDITED_KINDS)[number], AuditEventGroup>> = {
  api_key: 'credentials',
  certificate_authority: 'certificates',
  domain: 'addresses',
  event_destination: 'events',
  event_subscription: 'events',
  ip_policy: 'access',
  ip_policy_rule: 'access',
  ip_restriction: 'access',
  ssh_certificate_authority: 'certificates',
  ssh_host_certificate: 'certificates',
  ssh_public_key: 'credentials',
  ssh_user_certificate: 'certificates',
  tcp_address: 'addresses',
  tls_certificate: 'certificates',
  tunnel_credential: 'credentials',
};

const actions: readonly AuditAction[] = ['created', 'updated', 'deleted'];

/** Every family, in the order of their documentation. */
export const AUDIT_FAMILIES: readonly AuditEventGroup[] = [
  'access',
  'credentials',
  'certificates',
  'addresses',
  'events',
  'sessions',
];

/** The types of all audit events of the families, in the order of event-sources.md 'Event types'. */
export function auditEventTypes(families: readonly AuditEventGroup[] = AUDIT_FAMILIES): string[] {
  const kinds = AUDITED_KINDS.filter((kind) => families.includes(familyOf[kind]));
  return [
    ...(families.includes('sessions') ? SESSION_EVENT_TYPES : []),
    ...kinds.flatMap((kind) => actions.map((action) => auditEventType(kind, action))),
  ];
}
