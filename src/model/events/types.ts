/** The event types of the service (event-sources.md, 'Event types'). */

/** Kinds whose objects emit `<kind>_created.v0`, `_updated.v0` and `_deleted.v0`. */
export const AUDITED_KINDS = [
  'api_key',
  'certificate_authority',
  'domain',
  'event_destination',
  'event_subscription',
  'ip_policy',
  'ip_policy_rule',
  'ip_restriction',
  'ssh_certificate_authority',
  'ssh_host_certificate',
  'ssh_public_key',
  'ssh_user_certificate',
  'tcp_address',
  'tls_certificate',
  'tunnel_credential',
] as const;

/** Traffic events: high in volume, so a subscription may choose fields and filter. */
export const TRAFFIC_EVENT_TYPES = ['http_request_complete.v0', 'tcp_connection_closed.v0'] as const;

/** Agent sessions starting and stopping; audit events without an object of configuration. */
export const SESSION_EVENT_TYPES = ['agent_session_start.v0', 'agent_session_stop.v0'] as const;

/** What happened to an object, as it stands in an audit event's type. */
export type AuditAction = 'created' | 'updated' | 'deleted';

/** The type of the audit event for a change of an object: `ip_policy_created.v0`. */
export function auditEventType(kind: string, action: AuditAction): string {
  return `${kind}_${action}.v0`;
}

/** All 49 event types. */
export const EVENT_TYPES: readonly string[] = [
  ...TRAFFIC_EVENT_TYPES,
  ...SESSION_EVENT_TYPES,
  ...AUDITED_KINDS.flatMap((kind) =>
    (['created', 'updated', 'deleted'] as const).map((action) => auditEventType(kind, action)),
  ),
];
