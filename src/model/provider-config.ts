/** The provider's configuration as data: its schema, the construct's props and the documentation are derived from it. */
import type { ScalarAttribute, StringsAttribute } from './kind';
import { PROFILES } from './profiles';

/** One attribute of the provider's configuration. */
export type ProviderAttribute = (ScalarAttribute | StringsAttribute) & {
  readonly presence: 'optional';
  /** Environment variable that is read when the attribute is not set. A map is written there as a JSON object. */
  readonly env: string;
};

/** All attributes of the provider's configuration, in the order in which they are documented. */
export const PROVIDER_ATTRIBUTES = {
  base_url: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_BASE_URL',
    doc:
      'Base address of the management API, for example `https://api.example.com`. Needed unless the profile names one. ' +
      'Plain `http` is accepted for this machine (loopback) only.',
  },
  api_key: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_API_KEY',
    doc: 'API key that requests are signed in with. Needed; better given by the environment than written into code.',
  },
  profile: {
    type: 'string',
    presence: 'optional',
    default: 'spec',
    enum: Object.keys(PROFILES),
    env: 'NETINGRESS_PROFILE',
    doc: 'How the service is spoken to. The default is `spec`, the words of the specification.',
  },
  headers: {
    type: 'map',
    elements: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_HEADERS',
    doc: 'More headers for every request, by name. In the environment they are written as a JSON object of texts.',
  },
  request_timeout: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_REQUEST_TIMEOUT',
    default: '30s',
    doc: 'How long to wait for the answer to one request, for example `30s`, which is the default, or `1m30s`.',
  },
  max_requests_per_minute: {
    type: 'number',
    presence: 'optional',
    env: 'NETINGRESS_MAX_REQUESTS_PER_MINUTE',
    doc: 'How many requests to send in any 60 seconds. The default is the profile’s own limit; `0` means none.',
  },
  ca_certificate_pem: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_CA_CERTIFICATE_PEM',
    doc:
      'PEM certificates of the authorities that may vouch for the service, in place of the public ones: for a service ' +
      'behind an authority of your own.',
  },
  client_certificate_pem: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_CLIENT_CERTIFICATE_PEM',
    doc: 'PEM certificate chain, leaf first, to show the service (mutual TLS). Goes with `client_private_key_pem`.',
  },
  client_private_key_pem: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_CLIENT_PRIVATE_KEY_PEM',
    doc: 'PEM private key of `client_certificate_pem`; better given by the environment than written into code.',
  },
  proxy_url: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_PROXY_URL',
    doc:
      'Forward proxy to reach the service through, for example `http://proxy.example.com:3128`, with `user:password@` ' +
      'if it asks for them. By default what `https_proxy` and `no_proxy` of the environment say; a service on this ' +
      'machine is reached directly.',
  },
} as const satisfies Readonly<Record<string, ProviderAttribute>>;

/** Name of an attribute of the provider's configuration. */
export type ProviderAttributeName = keyof typeof PROVIDER_ATTRIBUTES;
