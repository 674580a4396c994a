import type { Attributes, ScalarAttribute } from '../kind';
import { computedRef } from '../resources/common';
import type { DataSource } from './data-source';

function text(doc: string): ScalarAttribute & { readonly type: 'string' } {
  return { type: 'string', presence: 'computed', doc };
}

/** management-api.md 'Endpoint', in its order; `scheme` and `host` as gaps.md section 0 reads them. */
export const endpoint = {
  id: text('Unique identifier of the endpoint.'),
  region: text('Region that the endpoint belongs to.'),
  created_at: text('When the endpoint was created, RFC 3339 in UTC.'),
  updated_at: text('When the endpoint was last updated, RFC 3339 in UTC.'),
  public_url: text('URL of the host and port that are served.'),
  proto: text('Protocol: `http`, `https`, `tcp` or `tls`.'),
  scheme: text('Scheme of the URL.'),
  hostport: { ...text('Host name and port, `hostname:port`.'), deprecated: 'Use `host` and `port`.' },
  host: text('Host name of the URL.'),
  port: { type: 'number', presence: 'computed', doc: 'Port that the endpoint is served on.' },
  type: text('`ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint).'),
  metadata: text('Machine-readable data that the user gave the tunnel or edge.'),
  description: text('Description that the user gave the tunnel.'),
  domain: computedRef('Domain reserved for the endpoint.'),
  tcp_addr: computedRef('Address reserved for the endpoint.'),
  tunnel: computedRef('Tunnel that serves an ephemeral endpoint.'),
  edge: computedRef('Edge that serves an edge endpoint.'),
  upstream_url: text('Local address that the tunnel forwards to.'),
  upstream_protocol: text('Protocol that the agent forwards with.'),
  url: text('URL of the endpoint.'),
  principal: computedRef('Bot or user that owns the endpoint.'),
  traffic_policy: text('Traffic policy attached to the endpoint.'),
  bindings: { type: 'list', elements: 'string', presence: 'computed', doc: 'Bindings of the endpoint.' },
  tunnel_session: computedRef('Session of the agent that serves the endpoint.'),
  uri: text('URI at which the management API serves the endpoint.'),
  name: text('Name that the user gave the endpoint.'),
  pooling_enabled: { type: 'bool', presence: 'computed', doc: 'Whether the endpoint may be pooled with others.' },
} satisfies Attributes;

/** management-api.md 'List bound endpoints'. */
export const boundEndpoints: DataSource = {
  name: 'kubernetes_operator_bound_endpoints',
  title: 'bound endpoints of a Kubernetes operator',
  doc: 'The endpoints that are bound to a Kubernetes operator and so projected into its cluster.',
  attributes: {
    kubernetes_operator_id: {
      type: 'string',
      presence: 'required',
      doc: 'Identifier of the Kubernetes operator.',
    },
    endpoints: {
      type: 'list',
      presence: 'computed',
      elements: endpoint,
      doc: 'The bound endpoints in the order in which the service lists them; empty when there are none.',
    },
  },
};
