import { ENDPOINT_ATTRIBUTES } from '../../../model/endpoint';
import { parseEndpointUrl } from '../../../model/formats/endpoint-url';
import type { Attribute, Attributes, Kind, ScalarAttribute } from '../../../model/kind';
import { getKind, KINDS, READ_ONLY_KINDS } from '../../../model/kinds';
import { createdAt, description, id, metadata, refMembers, uri } from '../../../model/resources/common';
import { Refusal } from '../state/refusal';
import { DEFAULT_INVALID_CODE } from './error-codes';
import type { KindHooks } from './kind-hooks';
import { tunnel } from './tunnel';

const { type, url, pooling_enabled: poolingEnabled } = ENDPOINT_ATTRIBUTES;

/**
 * Endpoints that only the emulator's controls create. In the profile `ngrok`, a create with `"type": "cloud"` is one of
 * a `cloud_endpoint` (`cloud-endpoint.ts`), also by the controls; the profile `spec` has no cloud endpoints. A create
 * without `type` is one of this kind in both profiles, and its `type` is `cloud`. This default is chosen: the service
 * documents none.
 */
export const endpointKind: Kind = {
  name: 'endpoint',
  plural: 'endpoints',
  title: 'endpoint',
  doc: 'An endpoint, served by an agent or by the service.',
  path: '/endpoints',
  listKey: 'endpoints',
  idPrefix: 'ep',
  listFilter: false,
  errorCodes: {},
  attributes: {
    ...ENDPOINT_ATTRIBUTES,
    ...optional('region', 'upstream_url', 'upstream_protocol', 'traffic_policy', 'bindings', 'name'),
    ...optional('domain', 'tcp_addr', 'tunnel', 'edge', 'principal', 'tunnel_session'),
    id,
    uri,
    created_at: createdAt,
    metadata,
    description: description('Purpose of the endpoint.'),
    url: { ...url, presence: 'required' },
    type: { ...type, presence: 'optional', enum: ['ephemeral', 'edge', 'cloud'], default: 'cloud' },
    pooling_enabled: { ...poolingEnabled, presence: 'optional', default: false },
  },
};

export const CONTROL_KINDS: readonly Kind[] = [
  endpointKind,
  ...[...READ_ONLY_KINDS.filter(({ name }) => name !== 'endpoint'), tunnel].map(withInputs),
];

export const ALL_KINDS: readonly Kind[] = [...KINDS, ...CONTROL_KINDS];

export function getAnyKind(name: string): Kind {
  return CONTROL_KINDS.find((kind) => kind.name === name) ?? getKind(name);
}

/** Makes every attribute except `id`, `uri` and `created_at` an optional input, so that the controls can set it. */
function withInputs(kind: Kind): Kind {
  const setByService = ['id', 'uri', 'created_at'];
  const inputs = Object.entries(toInputs(kind.attributes)).filter(([name]) => !setByService.includes(name));
  return { ...kind, attributes: { ...kind.attributes, ...Object.fromEntries(inputs) } };
}

function toInputs(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]): [string, Attribute] => [
      name,
      attribute.type === 'object'
        ? { ...attribute, presence: 'optional', attributes: toInputs(attribute.attributes) }
        : { ...attribute, presence: 'optional' },
    ]),
  );
}

function optional(...names: readonly (keyof typeof ENDPOINT_ATTRIBUTES)[]): Attributes {
  const { id: refId, uri: refUri } = refMembers as Record<'id' | 'uri', ScalarAttribute>;
  const attributes: Attributes = {
    id: { ...refId, presence: 'required' },
    uri: { ...refUri, presence: 'optional' },
  };
  return Object.fromEntries(
    names.map((name): [string, Attribute] => {
      const attribute: Attribute = { ...ENDPOINT_ATTRIBUTES[name], presence: 'optional' };
      return [name, attribute.type === 'object' ? { ...attribute, attributes } : attribute];
    }),
  );
}

export const endpointHooks: KindHooks = {
  computeService(_context, { values }) {
    const text = String(values['url']);
    const url = parseEndpointUrl(text);
    if ('problem' in url) throw new Refusal(400, DEFAULT_INVALID_CODE, `url ${url.problem}; expected ${url.expected}.`);
    const { scheme, host, port } = url;
    return { public_url: text, proto: scheme, scheme, hostport: `${host}:${port}`, host, port };
  },
};
