import { listStrings, tryParseJson } from '../values/json';
import type { Words } from '../values/words';
import type { ScalarAttribute, StringsAttribute } from './kind';
import { decodeUserInfo, normalizeProxyUrl, PROXY_VARIABLES } from './net/proxy';
import { PROFILES } from './profiles';

export type ProviderAttribute = (ScalarAttribute | StringsAttribute) & {
  readonly presence: 'optional';
  /**
   * Environment variable that is read if the attribute is null; not if it is known after apply. That of `account_object`
   * is not read beside a configured `api_key`. A map is written as a JSON object.
   */
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
    doc: 'Id of an object of the account that stays, for example of a domain; a plan that deletes or replaces it warns. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle. The variable of the environment counts only without `api_key` in this block, since it belongs to the account of the key of the environment.',
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
  max_retries: {
    type: 'number',
    presence: 'optional',
    env: 'NETINGRESS_MAX_RETRIES',
    default: 5,
    doc: 'How often a request is sent again after a failure that may pass: a connection that cannot be made or breaks, the statuses 429, 502, 503 and 504, and one timeout. A host name that does not exist and a failed TLS handshake fail a request at once. After a request that could not connect with all its retries, others that cannot connect fail at once, until the service responds again. A request that creates an object is sent again only after a 429, or if the service surely did not receive it; if its response is lost, the object is looked up, and created again if there is none, whatever this number is. A pause is as long as `Retry-After` asks; if that is more than 5 minutes, the request fails. Other pauses are random and grow to 8 seconds: on average 5 retries outlast an outage of 4 seconds, 20 of one minute, and 80 of five minutes. Default: `5`; `0` disables retries.',
  },
  ca_certificate_pem: {
    type: 'string',
    presence: 'optional',
    env: 'NETINGRESS_CA_CERTIFICATE_PEM',
    doc: 'PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts; a package with its own Node.js also trusts those of the operating system.',
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
    doc: 'Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the first of the environment variables `https_proxy`, `HTTPS_PROXY`, `all_proxy` and `ALL_PROXY` that is not empty, except for the hosts in `no_proxy` or `NO_PROXY`. Loopback addresses are reached directly.',
  },
} as const satisfies Readonly<Record<string, ProviderAttribute>>;

export type ProviderAttributeName = keyof typeof PROVIDER_ATTRIBUTES;

/** Where a command has the settings of an account from: the environment, or an entry of the file of `--accounts`. */
export type SettingsSource = 'environment' | 'accounts file';

const ACCOUNT_SETTINGS = [
  'base_url',
  'api_key',
  'account_object',
  'profile',
] as const satisfies ProviderAttributeName[];

/** The provider settings that an entry of an accounts file has, too. Its other members are in `accounts-file.ts`. */
export type AccountSetting = (typeof ACCOUNT_SETTINGS)[number];

export function isAccountSetting(name: ProviderAttributeName): name is AccountSetting {
  return ACCOUNT_SETTINGS.some((each) => each === name);
}

/** What the user sets or corrects: `NETINGRESS_API_KEY`, or `api_key in the accounts file`. */
export function nameSetting(name: AccountSetting, source: SettingsSource): Words {
  return source === 'environment' ? PROVIDER_ATTRIBUTES[name].env : `${name} in the accounts file`;
}

/** As {@link nameSetting}, where a provider block may have the setting, too: `api_key, NETINGRESS_API_KEY`. */
export function nameProviderSetting(name: AccountSetting, source: SettingsSource): Words {
  return source === 'environment' ? `${name}, ${PROVIDER_ATTRIBUTES[name].env}` : nameSetting(name, source);
}

/**
 * The secrets in the environment, for redaction: a string, a map as a whole and each of its values, and of a proxy's URL
 * only the password, both encoded and decoded.
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

/** The JSON itself, too: an error message may quote invalid JSON. */
function stringsIn(json: string): string[] {
  return [json, ...listStrings(tryParseJson(json))];
}

/** Encoded and decoded; empty without a password. */
export function proxyPasswords(url: string): string[] {
  const normalizedUrl = normalizeProxyUrl(url);
  const password = URL.canParse(normalizedUrl) ? new URL(normalizedUrl).password : '';
  return password === '' ? [] : [...new Set([password, decodeUserInfo(password)])];
}

/**
 * Set while a plan is made for `netingress moves --plan`. The plan then has no checks that compare several objects: one
 * that deletes and creates an object of one unique key is no error. An apply of it refuses each deletion. It refuses
 * creates and updates only if the variable is still set, because Terraform plans them again during the apply.
 */
export const PLAN_FOR_MOVES_VARIABLE = 'NETINGRESS_PLAN_FOR_MOVES';

/** For a configuration in HCL, whose expressions only a plan evaluates. `options` ends with a space: `--live `. */
export function movesWithPlan(options = ''): string {
  return (
    `${PLAN_FOR_MOVES_VARIABLE}=1 terraform plan -out plan.bin && terraform show -json plan.bin | ` +
    `npx netingress moves ${options}--plan - --out moves.tf`
  );
}
