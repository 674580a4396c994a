/** The provider's configuration: attributes first, then environment variables, then defaults. */

import { parseDuration } from '../model/formats/duration';
import { proxyForUrl } from '../model/net/proxy';
import { type Profile, tryFindProfile } from '../model/profiles';
import { PROVIDER_ATTRIBUTES, type ProviderAttributeName } from '../model/provider-config';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../values/cty-value';
import { type Diagnostic, hasErrors } from './protocol/diagnostic';
import { invalidSetting, missingSetting } from './protocol/messages';

/** A configuration that is complete and checked. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly profile: Profile;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** Undefined: what the profile says. 0: no limit. */
  readonly maxRequestsPerMinute: number | undefined;
  /** PEM texts and an address, which the client checks. */
  readonly caCertificatePem: string | undefined;
  readonly clientCertificatePem: string | undefined;
  readonly clientPrivateKeyPem: string | undefined;
  readonly proxyUrl: string | undefined;
}

/** What became of a configuration. */
export interface ResolvedSettings {
  /** Undefined when something is missing, wrong or not known yet. */
  readonly settings: Settings | undefined;
  /** The profile, also where another setting is missing or not known yet; undefined when it is wrong or not known. */
  readonly profile: Profile | undefined;
  /** Attributes whose values are only known after apply. */
  readonly unknown: readonly string[];
  /** What is wrong with what is given. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is not given and must be before the service can be asked; validation does without it. */
  readonly missing: readonly Diagnostic[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting with where it comes from, for messages. */
interface Given {
  readonly value: unknown;
  readonly where: string;
}

/** Reads the whole configuration and reports everything that is wrong with it at once. */
export function resolveSettings(config: ObjectValue, environment: Environment): ResolvedSettings {
  const diagnostics: Diagnostic[] = [];
  const missing: Diagnostic[] = [];
  const unknown = Object.keys(PROVIDER_ATTRIBUTES).filter((name) => !isKnownSetting(config[name] ?? null));
  const read = <T>(
    name: ProviderAttributeName,
    parse: (value: unknown) => T | undefined,
    expected: string,
  ): T | undefined => {
    const given = find(name, config, environment);
    if (given === undefined) return undefined;
    const parsed = parse(given.value);
    if (parsed === undefined) diagnostics.push(invalidSetting(name, given.where, shown(name, given.value), expected));
    return parsed;
  };
  const profile = read(
    'profile',
    (value) => tryFindProfile(String(value)),
    PROVIDER_ATTRIBUTES.profile.enum.map((name) => `'${name}'`).join(' or '),
  );
  const baseUrl = read('base_url', parseUrl, 'an absolute URL such as https://api.example.com') ?? profile?.baseUrl;
  const apiKey = read('api_key', nonEmpty, 'an API key');
  const headers = read('headers', parseHeaders, 'a JSON object whose values are texts, such as {"X-Team": "edge"}');
  const requestTimeout = read(
    'request_timeout',
    (value) => parseDuration(String(value)),
    "a duration above zero such as '30s' or '1m30s'",
  );
  const limit = read('max_requests_per_minute', parseCount, 'a whole number, 0 for no limit');
  const connection = {
    caCertificatePem: read('ca_certificate_pem', nonEmpty, 'PEM certificates of authorities'),
    clientCertificatePem: read('client_certificate_pem', nonEmpty, 'a PEM certificate'),
    clientPrivateKeyPem: read('client_private_key_pem', nonEmpty, 'a PEM private key'),
    proxyUrl:
      read('proxy_url', nonEmpty, 'an absolute URL such as http://proxy.example.com:3128') ??
      (baseUrl === undefined ? undefined : proxyForUrl(baseUrl, environment)),
  };
  for (const [name, value] of [
    ['base_url', baseUrl],
    ['api_key', apiKey],
  ] as const) {
    const reported = unknown.includes(name) || diagnostics.some(({ path }) => path?.[0] === name);
    // A profile that is wrong or not known yet may be the one that names the address.
    if (name === 'base_url' && profile === undefined) continue;
    if (value === undefined && !reported) missing.push(missingSetting(name, PROVIDER_ATTRIBUTES[name].env));
  }
  const complete = unknown.length === 0 && !hasErrors(diagnostics) && baseUrl && apiKey && profile && requestTimeout;
  return {
    settings: complete
      ? { baseUrl, apiKey, profile, headers: headers ?? {}, requestTimeout, maxRequestsPerMinute: limit, ...connection }
      : undefined,
    profile,
    unknown,
    diagnostics,
    missing,
  };
}

function isKnownSetting(value: CtyValue): boolean {
  return value !== UNKNOWN && !(isObjectValue(value) && Object.values(value).includes(UNKNOWN));
}

function find(name: ProviderAttributeName, config: ObjectValue, environment: Environment): Given | undefined {
  const value = config[name] ?? null;
  if (!isKnownSetting(value)) return undefined;
  if (value !== null) return { value, where: name };
  const { env, ...attribute } = PROVIDER_ATTRIBUTES[name];
  const text = environment[env];
  if (text !== undefined && text !== '') return { value: text, where: env };
  return 'default' in attribute ? { value: attribute.default, where: name } : undefined;
}

/** `is 'x'`, without the value of what must not be shown. */
function shown(name: ProviderAttributeName, value: unknown): string {
  return 'sensitive' in PROVIDER_ATTRIBUTES[name] ? 'has a value that cannot be used' : `is '${String(value)}'`;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function parseUrl(value: unknown): string | undefined {
  return typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value) ? value : undefined;
}

function parseCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

function parseHeaders(value: unknown): Record<string, string> | undefined {
  const headers: unknown = typeof value === 'string' ? parseJson(value) : value;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
  const entries = Object.entries(headers as Record<string, unknown>).filter(([, text]) => text !== null);
  return entries.every(([, text]) => typeof text === 'string')
    ? (Object.fromEntries(entries) as Record<string, string>)
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
