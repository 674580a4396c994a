/** The provider configuration, from which schema, construct and documentation are derived. */
import type { ScalarAttribute, StringsAttribute } from './kind';
import { decodeUserInfo, normalizeProxyUrl, PROXY_VARIABLES } from './net/proxy';
import { PROFILES } from './profiles';

export type ProviderAttribute = (ScalarAttribute | StringsAttribute) & {
  readonly presence: 'optional';
  /** Environment variable that is read if the attribute is not set. A map is written as a JSON object. */
  readonly env: string;
};

export const PROVIDER_ATTRIBUTES = {
  base_url: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_BASE_URL',
    doc: 'Base URL of the management API, for example `https://api.example.com`. Required unless the profile has one. Plain `http` is accepted for loopback addresses only.',
  },
  api_key: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_API_KEY',
    doc: 'API key. Required; prefer `NETINGRESS_API_KEY`.',
  },
  account_object: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_ACCOUNT_OBJECT',
    doc: 'Id of any object of the account, for example of a domain. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle.',
  },
  profile: {
    type: 'string',
    presence: 'optional',
    default: 'spec',
    enum: Object.keys(PROFILES),
    env: 'NETINGRESS_PROFILE',
    doc: 'API dialect: `spec` (default) or `ngrok`.',
  },
  headers: {
    type: 'map',
    elements: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_HEADERS',
    doc: 'Additional headers of every request, by name. The environment variable contains a JSON object of strings.',
  },
  request_timeout: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_REQUEST_TIMEOUT',
    default: '30s',
    doc: 'Timeout of one request, for example `45s` or `1m30s`. Default: `30s`.',
  },
  max_requests_per_minute: {
    type: 'number',
    presence: 'optional',
    env: 'NETINGRESS_MAX_REQUESTS_PER_MINUTE',
    doc: 'Maximum number of requests in any 60 seconds. Default: the limit of the profile; `0` disables the limit.',
  },
  ca_certificate_pem: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_CA_CERTIFICATE_PEM',
    doc: 'PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts.',
  },
  client_certificate_pem: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_CLIENT_CERTIFICATE_PEM',
    doc: 'PEM certificate chain for mutual TLS, leaf first. Requires `client_private_key_pem`.',
  },
  client_private_key_pem: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_CLIENT_PRIVATE_KEY_PEM',
    doc: 'PEM private key of `client_certificate_pem`; prefer `NETINGRESS_CLIENT_PRIVATE_KEY_PEM`.',
  },
  proxy_url: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    env: 'NETINGRESS_PROXY_URL',
    doc: 'Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the environment variables `https_proxy` and `no_proxy`. Loopback addresses are reached directly.',
  },
} as const satisfies Readonly<Record<string, ProviderAttribute>>;

export type ProviderAttributeName = keyof typeof PROVIDER_ATTRIBUTES;

/**
 * Returns the secrets in the environment variables of the sensitive attributes, for redaction: a string, each value of a
 * map, and of a proxy's URL only the password, both encoded and decoded. Nothing is validated.
 */
export function secretsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  const attributes = Object.entries<ProviderAttribute>(PROVIDER_ATTRIBUTES);
  const ofAttributes = attributes.flatMap(([name, { type, env, sensitive }]) => {
    const value = environment[env] ?? '';
    if (!sensitive || value === '') return [];
    // The address of a proxy without its password is no secret, and errors have to name it.
    if (name === 'proxy_url') return proxyPasswords(value);
    return type === 'map' ? stringsIn(value) : [value];
  });
  return [...ofAttributes, ...PROXY_VARIABLES.flatMap((name) => proxyPasswords(environment[name] ?? ''))];
}

/** The raw string is included because error messages may quote invalid JSON. */
function stringsIn(json: string): string[] {
  try {
    const headers: unknown = JSON.parse(json);
    const values = typeof headers === 'object' && headers !== null ? Object.values(headers) : [];
    return [json, ...values.filter((value): value is string => typeof value === 'string')];
  } catch {
    return [json];
  }
}

/** Returns the password of a proxy URL, encoded and decoded; an empty list without a password. */
export function proxyPasswords(url: string): string[] {
  const normalizedUrl = normalizeProxyUrl(url);
  const password = URL.canParse(normalizedUrl) ? new URL(normalizedUrl).password : '';
  return password === '' ? [] : [...new Set([password, decodeUserInfo(password)])];
}
