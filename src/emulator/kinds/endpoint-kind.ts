import type { Attributes, Kind, ObjectAttribute, ScalarAttribute } from '../../model/kind';
import { createdAt, description, id, metadata, uri } from '../../model/resources/common';

const text = (doc: string): ScalarAttribute => ({ type: 'string', presence: 'optional', doc });
const derived = (doc: string): ScalarAttribute => ({ type: 'string', presence: 'computed', doc });

const refMembers: Attributes = {
  id: { type: 'string', presence: 'required', doc: 'Identifier.' },
  uri: { type: 'string', presence: 'optional', doc: 'URI; may be empty.' },
};
const ref = (doc: string): ObjectAttribute => ({ type: 'object', presence: 'optional', attributes: refMembers, doc });

/**
 * An endpoint (management-api.md, 'Endpoint'). The service has no operation that makes one, so it is no kind of the
 * model: here it is made, changed and deleted through the emulator's controls only, at `/endpoints`.
 */
export const endpointKind: Kind = {
  name: 'endpoint',
  plural: 'endpoints',
  title: 'endpoint',
  doc: 'A public endpoint that agents or the service itself serve.',
  path: '/endpoints',
  listKey: 'endpoints',
  idPrefix: 'ep',
  audited: false,
  listFilter: false,
  errorCodes: {},
  attributes: {
    id,
    region: text('Region the endpoint belongs to.'),
    created_at: createdAt,
    updated_at: { ...createdAt, doc: 'When it was last updated.' },
    public_url: derived('URL of the host and port served.'),
    proto: derived('`http`, `https`, `tcp` or `tls`, from the URL.'),
    scheme: derived('Scheme of the URL.'),
    hostport: derived('Host name and port.'),
    host: derived('Host name of the URL.'),
    port: { type: 'number', presence: 'computed', doc: 'Port of the URL, or the default of its protocol.' },
    type: { ...text('How it is served.'), enum: ['ephemeral', 'edge', 'cloud'], default: 'cloud' },
    metadata,
    description: description('What the endpoint is for.'),
    domain: ref('Domain reserved for the endpoint.'),
    tcp_addr: ref('Address reserved for the endpoint.'),
    tunnel: ref('Tunnel that serves the endpoint.'),
    edge: ref('Edge that serves the endpoint.'),
    upstream_url: text('Local address that is forwarded to.'),
    upstream_protocol: text('Protocol used to forward.'),
    url: { type: 'string', presence: 'required', doc: 'URL of the endpoint, such as https://service.namespace.' },
    principal: ref('Owner of the endpoint.'),
    traffic_policy: text('Traffic policy attached to the endpoint.'),
    bindings: { type: 'list', elements: 'string', presence: 'optional', doc: 'Bindings, such as `kubernetes`.' },
    tunnel_session: ref('Session of the agent.'),
    uri,
    name: text('Name given by the user.'),
    pooling_enabled: { type: 'bool', presence: 'optional', default: false, doc: 'Whether it allows pooling.' },
  },
};
