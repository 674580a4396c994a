/** Fields of the traffic events that a subscription can choose (event-sources.md, the first two tables). */

const http = [
  'backend.connection_reused',
  'basic_auth.decision',
  'basic_auth.username',
  'circuit_breaker.decision',
  'compression.algorithm',
  'compression.bytes_saved',
  'conn.client_ip',
  'conn.server_ip',
  'conn.server_name',
  'conn.server_port',
  'conn.start_ts',
  'http.request.body_length',
  'http.request.headers',
  'http.request.method',
  'http.request.url.host',
  'http.request.url.path',
  'http.request.url.query',
  'http.request.url.raw',
  'http.request.url.scheme',
  'http.request.user_agent',
  'http.response.body_length',
  'http.response.headers',
  'http.response.status_code',
  'ip_policy.decision',
  'oauth.app_client_id',
  'oauth.decision',
  'oauth.user.id',
  'oauth.user.name',
  'tls.cipher_suite',
  'tls.client_cert.serial_number',
  'tls.client_cert.subject.cn',
  'tls.version',
  'traffic_policy.logs',
  'webhook_verification.decision',
] as const;

const tcp = [
  'conn.bytes_in',
  'conn.bytes_out',
  'conn.client_ip',
  'conn.end_ts',
  'conn.server_ip',
  'conn.server_name',
  'conn.server_port',
  'conn.start_ts',
  'ip_policy.decision',
  'traffic_policy.logs',
] as const;

/** A field of `http_request_complete.v0`. */
export type HttpField = (typeof http)[number];

/** A field of `tcp_connection_closed.v0`. */
export type TcpField = (typeof tcp)[number];

/** Selectable fields by traffic event type; an event type that is not here can neither choose fields nor filter. */
export const TRAFFIC_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'http_request_complete.v0': http,
  'tcp_connection_closed.v0': tcp,
};

/**
 * Fields that a traffic source's `filter` may use, with what they are in CEL; the same for both types (event-sources.md,
 * 'Filterable').
 */
export const FILTERABLE = {
  'conn.client_ip': 'string',
  'conn.server_ip': 'string',
  'conn.server_name': 'string',
  'conn.server_port': 'number',
} as const;

/** The names of {@link FILTERABLE}. */
export const FILTERABLE_FIELDS: readonly string[] = Object.keys(FILTERABLE);
