import type { ProfileName } from '../kind';
import { secret } from '../resources/secret';
import { vault } from '../resources/vault';
import { TRAFFIC_EVENTS } from './traffic';

/** The kinds whose changes emit events, in alphabetical order, with the word by which `AuditTrail` chooses them. */
export const AUDIT_GROUPS = {
  api_key: 'credentials',
  certificate_authority: 'certificates',
  domain: 'addresses',
  event_destination: 'events',
  event_subscription: 'events',
  ip_policy: 'access',
  ip_policy_rule: 'access',
  ip_restriction: 'access',
  secret: 'secrets',
  ssh_certificate_authority: 'certificates',
  ssh_host_certificate: 'certificates',
  ssh_public_key: 'credentials',
  ssh_user_certificate: 'certificates',
  tcp_address: 'addresses',
  tls_certificate: 'certificates',
  tunnel_credential: 'credentials',
  vault: 'secrets',
} as const;

export type AuditedKind = keyof typeof AUDIT_GROUPS;

export const AUDITED_KINDS = Object.keys(AUDIT_GROUPS) as readonly AuditedKind[];

export function isAudited(kind: string): boolean {
  return Object.hasOwn(AUDIT_GROUPS, kind);
}

export const AUDIT_ACTIONS = ['created', 'updated', 'deleted'] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type TrafficEventType = keyof typeof TRAFFIC_EVENTS;

/** Their sources may select fields and filter. */
export const TRAFFIC_EVENT_TYPES = Object.keys(TRAFFIC_EVENTS) as readonly TrafficEventType[];

/** The traffic event at the end of a connection. Its completed HTTP requests have events of their own. */
export const CONNECTION_CLOSED: TrafficEventType = 'tcp_connection_closed.v0';

export const SESSION_EVENT_TYPES = ['agent_session_start.v0', 'agent_session_stop.v0'] as const;

/** Type of an audit event of a kind, of an agent session, or of traffic: `ip_policy_created.v0`. */
export type EventType = `${AuditedKind}_${AuditAction}.v0` | (typeof SESSION_EVENT_TYPES)[number] | TrafficEventType;

export function auditEventType(kind: string, action: AuditAction): string {
  return `${kind}_${action}.v0`;
}

export const EVENT_TYPES: readonly string[] = [
  ...TRAFFIC_EVENT_TYPES,
  ...SESSION_EVENT_TYPES,
  ...AUDITED_KINDS.flatMap((kind) => AUDIT_ACTIONS.map((action) => auditEventType(kind, action))),
];

/** Named here, because `KINDS` would load every kind. */
const KINDS_OF_SOME_PROFILES = [secret, vault];

/** In the order of {@link EVENT_TYPES}. */
export function eventTypesIn(profile: ProfileName): readonly string[] {
  const absent = KINDS_OF_SOME_PROFILES.filter(({ profiles }) => !profiles?.includes(profile));
  return EVENT_TYPES.filter((type) => !absent.some(({ name }) => type.startsWith(`${name}_`)));
}
