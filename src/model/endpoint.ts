import type { Attributes } from './kind';
import { computedRef, computedText, domainOfUrl, tcpAddressOfUrl } from './resources/common';

/** Attributes of an endpoint (docs/internals/management-api.md). No operation of the specification creates one. */
export const ENDPOINT_ATTRIBUTES = {
  id: computedText('Unique identifier of the endpoint.'),
  region: computedText('Region of the endpoint.'),
  created_at: computedText('Creation time of the endpoint, RFC 3339 in UTC.'),
  updated_at: computedText('Time of the last update of the endpoint, RFC 3339 in UTC.'),
  public_url: computedText('Public URL of the endpoint.'),
  proto: computedText('Protocol: `http`, `https`, `tcp` or `tls`.'),
  scheme: computedText('Scheme of the URL.'),
  hostport: { ...computedText('Host name and port, `hostname:port`.'), deprecated: 'Use `host` and `port`.' },
  host: computedText('Host name of the URL.'),
  port: { type: 'number', presence: 'computed', doc: 'Port of the endpoint.' },
  type: computedText(
    '`ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint).',
  ),
  metadata: computedText('Machine-readable data of the tunnel or edge, set by the user.'),
  description: computedText('Description of the tunnel, set by the user.'),
  domain: domainOfUrl('Domain reserved for the endpoint.'),
  tcp_addr: tcpAddressOfUrl('TCP address reserved for the endpoint.'),
  tunnel: computedRef('Tunnel that serves an ephemeral endpoint.'),
  edge: computedRef('Edge that serves an edge endpoint.'),
  upstream_url: computedText('Local address that the tunnel forwards to.'),
  upstream_protocol: computedText('Protocol that the agent uses to forward.'),
  url: computedText('URL of the endpoint.'),
  principal: computedRef('Bot or user that owns the endpoint.'),
  traffic_policy: computedText('Traffic policy attached to the endpoint.'),
  bindings: { type: 'list', elements: 'string', presence: 'computed', doc: 'Bindings of the endpoint.' },
  tunnel_session: computedRef('Session of the agent that serves the endpoint.'),
  uri: computedText('URI of the endpoint in the management API.'),
  name: computedText('Name of the endpoint, set by the user.'),
  pooling_enabled: { type: 'bool', presence: 'computed', doc: 'Whether the endpoint may be pooled with others.' },
} satisfies Attributes;

/**
 * Fields of the list filter beside the common ones. The service documents `binding` in a table and `bindings` in an
 * example of the same page. An endpoint has one binding: `binding` is this string, `bindings` the list.
 */
export const ENDPOINT_FILTER_FIELDS: readonly string[] = [
  'type',
  'url',
  'binding',
  'bindings',
  'pooling_enabled',
  'scheme',
  'region',
  'name',
  'principal.id',
];
