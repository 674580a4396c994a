import { ENDPOINT_ATTRIBUTES } from '../../model/endpoint';
import type { Attribute, Kind, ObjectAttribute } from '../../model/kind';
import { createdAt, description, id, metadata, refMembers, uri } from '../../model/resources/common';

import { ApiProblem } from '../http/api-problem';
import type { KindHooks } from './kind-hooks';

type EndpointAttribute = keyof typeof ENDPOINT_ATTRIBUTES;

const INPUTS: readonly EndpointAttribute[] = ['region', 'type', 'upstream_url', 'upstream_protocol', 'url'];
const MORE_INPUTS: readonly EndpointAttribute[] = ['traffic_policy', 'bindings', 'name', 'pooling_enabled'];
const REFERENCES: readonly EndpointAttribute[] = [
  'domain',
  'tcp_addr',
  'tunnel',
  'edge',
  'principal',
  'tunnel_session',
];

/** The API has no operation that creates endpoints: only the emulator's controls create them. */
export const endpointKind: Kind = {
  name: 'endpoint',
  plural: 'endpoints',
  title: 'endpoint',
  doc: 'A public endpoint, served by an agent or by the service.',
  path: '/endpoints',
  listKey: 'endpoints',
  idPrefix: 'ep',
  audited: false,
  listFilter: false,
  errorCodes: {},
  attributes: Object.fromEntries(
    Object.entries(ENDPOINT_ATTRIBUTES).map(([name, attribute]) => [
      name,
      settable(name as EndpointAttribute, attribute),
    ]),
  ),
};

function settable(name: EndpointAttribute, attribute: Attribute): Attribute {
  const overrides: Partial<Record<EndpointAttribute, Attribute>> = { id, uri, created_at: createdAt, metadata };
  if (name === 'description') return description(attribute.doc);
  if (overrides[name]) return overrides[name];
  if (REFERENCES.includes(name)) return reference(attribute as ObjectAttribute);
  if (!INPUTS.includes(name) && !MORE_INPUTS.includes(name)) return attribute;
  const input = { ...attribute, presence: name === 'url' ? 'required' : 'optional' };
  if (name === 'type') return { ...input, enum: ['ephemeral', 'edge', 'cloud'], default: 'cloud' } as Attribute;
  return (name === 'pooling_enabled' ? { ...input, default: false } : input) as Attribute;
}

function reference(attribute: ObjectAttribute): ObjectAttribute {
  const { id: target, uri: location } = refMembers as Record<'id' | 'uri', Attribute>;
  const attributes = { id: { ...target, presence: 'required' }, uri: { ...location, presence: 'optional' } };
  return { ...attribute, presence: 'optional', attributes: attributes as ObjectAttribute['attributes'] };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443, tcp: 0 };

/** The URL determines the scheme and the host of an endpoint. */
export const endpointHooks: KindHooks = {
  computeService(_context, { values }) {
    const text = String(values['url']);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const scheme = url?.protocol.slice(0, -1) ?? '';
    if (!url || url.hostname === '' || !Object.hasOwn(DEFAULT_PORTS, scheme)) {
      const message = `url is '${text}'; expected a URL of http, https, tcp or tls with a host.`;
      throw new ApiProblem(400, DEFAULT_INVALID_CODE, message);
    }
    const port = url.port === '' ? (DEFAULT_PORTS[scheme] ?? 0) : Number(url.port);
    const hostport = `${url.hostname}:${port}`;
    return { public_url: text, proto: scheme, scheme, hostport, host: url.hostname, port };
  },
};
