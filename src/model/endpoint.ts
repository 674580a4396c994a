import type { Attributes } from './kind';
import { computedRef, text } from './resources/common';

/** Attributes of an endpoint (docs/internals/management-api.md 'Endpoint'). No operation of the API creates endpoints. */
export const ENDPOINT_ATTRIBUTES = {
  id: text('Unique identifier of the endpoint.'),
  region: text('Region of the endpoint.'),
  created_at: text('Creation time of the endpoint, RFC 3339 in UTC.'),
  updated_at: text('Time of the last update of the endpoint, RFC 3339 in UTC.'),
  public_url: text('Public URL of the endpoint.'),
  proto: text('Protocol: `http`, `https`, `tcp` or `tls`.'),
  scheme: text('Scheme of the URL.'),
  hostport: { ...text('Host name and port, `hostname:port`.'), deprecated: 'Use `host` and `port`.' },
  host: text('Host name of the URL.'),
  port: { type: 'number', presence: 'computed', doc: 'Port of the endpoint.' },
  type: text('`ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint).'),
  metadata: text('Machine-readable data of the tunnel or edge, set by the user.'),
  description: text('Description of the tunnel, set by the user.'),
  domain: computedRef('Domain reserved for the endpoint.'),
  tcp_addr: computedRef('TCP address reserved for the endpoint.'),
  tunnel: computedRef('Tunnel that serves an ephemeral endpoint.'),
  edge: computedRef('Edge that serves an edge endpoint.'),
  upstream_url: text('Local address that the tunnel forwards to.'),
  upstream_protocol: text('Protocol that the agent uses to forward.'),
  url: text('URL of the endpoint.'),
  principal: computedRef('Bot or user that owns the endpoint.'),
  traffic_policy: text('Traffic policy attached to the endpoint.'),
  bindings: { type: 'list', elements: 'string', presence: 'computed', doc: 'Bindings of the endpoint.' },
  tunnel_session: computedRef('Session of the agent that serves the endpoint.'),
  uri: text('URI of the endpoint in the management API.'),
  name: text('Name of the endpoint, set by the user.'),
  pooling_enabled: { type: 'bool', presence: 'computed', doc: 'Whether the endpoint may be pooled with others.' },
} satisfies Attributes;
