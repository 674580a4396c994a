import { ENDPOINT_FILTER_FIELDS } from '../endpoint';
import {
  commonAttributes,
  computedText,
  defineKind,
  domainOfUrl,
  requiredText,
  tcpAddressOfUrl,
  updatedAt,
} from './common';

const withUrl = { recomputedWhen: ['url'] } as const;

export const cloudEndpoint = defineKind({
  name: 'cloud_endpoint',
  title: 'cloud endpoint',
  doc: 'A URL that the service itself serves, by a traffic policy and without an agent. It is online in all regions at once.',
  profiles: ['ngrok'],
  path: '/endpoints',
  idPrefix: 'ep',
  listedWhere: { attribute: 'type', value: 'cloud' },
  naturalKey: { attributes: ['url'], unique: false },
  filterFields: ENDPOINT_FILTER_FIELDS,
  // Of 18016, another endpoint does not allow pooling, the service's message is shown (docs/internals/gaps.md, section 8).
  errorCodes: { duplicate: 18017 },
  conflictStatus: 400,
  attributes: {
    ...commonAttributes('Purpose of the endpoint.'),
    updated_at: updatedAt,
    url: requiredText(
      'URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored.',
      {
        format: 'endpoint_url',
        requiresReplace: 'if-scheme-changes',
      },
    ),
    traffic_policy: requiredText(
      'Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference.',
      { format: 'traffic_policy' },
    ),
    bindings: {
      type: 'set',
      elements: 'string',
      presence: 'optional-computed',
      enum: ['public', 'internal', 'kubernetes'],
      minItems: 1,
      maxItems: 1,
      // Both are `internal`: tests combine them with URLs that end in `.internal`, which allow no other binding.
      examples: [['internal'], ['internal']],
      doc: 'Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value.',
      docOnChange:
        'Default: `internal` for a host that ends in `.internal`, else `public`. Removing it keeps the value.',
    },
    pooling_enabled: {
      type: 'bool',
      presence: 'optional',
      default: false,
      doc: 'Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`.',
    },
    type: computedText('Type of the endpoint: `cloud`.'),
    proto: { ...computedText('Protocol of the URL: `http`, `https`, `tcp` or `tls`.'), ...withUrl },
    hostport: { ...computedText('Host and port of the URL, `hostname:port`, also for the default port.'), ...withUrl },
    domain: { ...domainOfUrl('The reserved domain of the URL.'), ...withUrl },
    tcp_addr: { ...tcpAddressOfUrl('The reserved TCP address of the URL.'), ...withUrl },
  },
});
