/**
 * Configuration first, then environment variables, then defaults. To add a setting, add its attribute in
 * provider-config.ts, its parser here, and, if the client uses it, the client option: `max_retries` -> `maxRetries`.
 */

import { UNKNOWN } from '../values/cty-value';
import { isJsonObject, tryParseJson } from '../values/json';
import type { Words } from '../values/words';
import { isObjectId } from './kind';
import { findKindOfId, READ_ONLY_KINDS } from './kinds';
import { camelCase } from './naming';
import { parseBaseUrl } from './net/base-url';
import { proxyForUrl } from './net/proxy';
import { type Profile, tryFindProfile } from './profiles';
import { PROVIDER_ATTRIBUTES, type ProviderAttributeName } from './provider-config';
import { withArticle } from './text';
import { parseDuration } from './time';

export type Environment = Readonly<Record<string, string | undefined>>;

interface SettingParser<Value> {
  readonly expected: Words;
  /** Undefined if the value is invalid. Values from the environment are strings. */
  readonly parse: (value: unknown) => Value | undefined;
  /** Replaces the value and `expected` in the message. */
  readonly explain?: (value: unknown) => Pick<SettingProblem, 'problem' | 'expected'> | undefined;
}

/** The client validates certificates, keys and the proxy; `findSettingOfOption` names the setting of its errors. */
const PARSERS = {
  base_url: { parse: parseUrl, explain: explainUrl, expected: 'an absolute URL such as https://api.example.com' },
  api_key: { parse: parseNonEmpty, expected: 'an API key' },
  account_object: {
    parse: parseAccountObject,
    explain: explainAccountObject,
    expected: 'the id of an object of the account, such as rd_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF of a domain',
  },
  profile: { parse: parseProfile, expected: PROVIDER_ATTRIBUTES.profile.enum.map((name) => `'${name}'`).join(' or ') },
  headers: { parse: parseHeaders, expected: 'a JSON object whose values are strings, such as {"X-Team": "edge"}' },
  request_timeout: { parse: parseTimeout, expected: "a duration above zero such as '30s' or '1m30s'" },
  max_requests_per_minute: { parse: parseCount, expected: 'an integer of 0 or more (0 disables the limit)' },
  max_retries: { parse: parseCount, expected: 'an integer of 0 or more (0 disables retries)' },
  ca_certificate_pem: { parse: parseNonEmpty, expected: 'PEM certificates of certificate authorities' },
  client_certificate_pem: { parse: parseNonEmpty, expected: 'a PEM certificate' },
  client_private_key_pem: { parse: parseNonEmpty, expected: 'a PEM private key' },
  proxy_url: { parse: parseNonEmpty, expected: 'an absolute URL such as http://proxy.example.com:3128' },
} satisfies Readonly<Record<ProviderAttributeName, SettingParser<unknown>>>;

/** Their absence is reported when the provider is configured, and not when its block is validated. */
const REQUIRED = ['base_url', 'api_key'] as const satisfies readonly ProviderAttributeName[];

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type Parsed<Name extends ProviderAttributeName> = Exclude<ReturnType<(typeof PARSERS)[Name]['parse']>, undefined>;

/** Undefined if invalid, known after apply, or not set and without a default. */
export type ProviderSettings = {
  readonly [Name in ProviderAttributeName as CamelCase<Name>]: Parsed<Name> | undefined;
};

export type CompleteSettings = ProviderSettings & {
  readonly [Name in 'baseUrl' | 'apiKey' | 'profile' | 'headers' | 'requestTimeout']: NonNullable<
    ProviderSettings[Name]
  >;
};

/** `<source> <problem>; expected <expected>`, without the value of a sensitive setting. */
export interface SettingProblem {
  readonly name: ProviderAttributeName;
  /** The attribute or the environment variable. */
  readonly source: string;
  readonly problem: Words;
  readonly expected: Words;
}

export interface ResolvedProviderSettings {
  readonly values: ProviderSettings;
  /** Undefined if a setting is missing, invalid or unknown. */
  readonly complete: CompleteSettings | undefined;
  /** Known after apply. */
  readonly unknown: readonly ProviderAttributeName[];
  readonly problems: readonly SettingProblem[];
  /** Required settings without a value. */
  readonly missing: readonly SettingProblem[];
}

/** If an attribute is unknown, its environment variable is ignored. */
export function resolveProviderSettings(
  config: { readonly [name: string]: unknown },
  environment: Environment,
): ResolvedProviderSettings {
  const names = Object.keys(PROVIDER_ATTRIBUTES) as ProviderAttributeName[];
  const unknown = names.filter((name) => isUnknown(config[name]));
  const problems: SettingProblem[] = [];
  const parseSetting = (name: ProviderAttributeName): unknown => {
    const setting = unknown.includes(name) ? undefined : findValue(name, config, environment);
    if (setting === undefined) return undefined;
    const { parse, expected, explain }: SettingParser<unknown> = PARSERS[name];
    const { value, source } = setting;
    const parsed = parse(value);
    if (parsed === undefined) {
      problems.push({ name, source, problem: describeValue(name, value), expected, ...explain?.(value) });
    }
    return parsed;
  };
  const parsed = Object.fromEntries(
    names.map((name) => [camelCase(name), parseSetting(name)]),
  ) as unknown as ProviderSettings;
  const values = withDerivedDefaults(parsed, environment);
  const missing = REQUIRED.filter((name) => {
    // If the profile is not valid, the provider cannot know whether it has a base URL.
    if (name === 'base_url' && values.profile === undefined) return false;
    const isUnknownOrInvalid = unknown.includes(name) || problems.some((problem) => problem.name === name);
    return values[camelCase(name) as keyof ProviderSettings] === undefined && !isUnknownOrInvalid;
  }).map((name) => ({ name, source: name, problem: 'is not set', expected: PARSERS[name].expected }));
  const isComplete = unknown.length + problems.length + missing.length === 0;
  return {
    values,
    complete: isComplete ? ({ ...values, headers: values.headers ?? {} } as CompleteSettings) : undefined,
    unknown,
    problems,
    missing,
  };
}

/** Whether the value is unknown, or a member of a map such as `headers`. */
function isUnknown(value: unknown): boolean {
  return value === UNKNOWN || (isJsonObject(value) && Object.values<unknown>(value).includes(UNKNOWN));
}

/** Also of a member of an option: `headers['X-Team']`. */
export function findSettingOfOption(option = ''): ProviderAttributeName | undefined {
  const [name] = option.split('[');
  return (Object.keys(PROVIDER_ATTRIBUTES) as ProviderAttributeName[]).find((setting) => camelCase(setting) === name);
}

function withDerivedDefaults(settings: ProviderSettings, environment: Environment): ProviderSettings {
  const baseUrl = settings.baseUrl ?? settings.profile?.baseUrl;
  const proxyUrl = settings.proxyUrl ?? (baseUrl === undefined ? undefined : proxyForUrl(baseUrl, environment));
  return { ...settings, baseUrl, proxyUrl };
}

function findValue(
  name: ProviderAttributeName,
  config: { readonly [name: string]: unknown },
  environment: Environment,
): { readonly value: unknown; readonly source: string } | undefined {
  const value = config[name] ?? null;
  if (value !== null) return { value, source: name };
  const { env, ...attribute } = PROVIDER_ATTRIBUTES[name];
  const variable = isForAnotherAccount(name, config) ? '' : (environment[env] ?? '');
  if (variable !== '') return { value: variable, source: env };
  return 'default' in attribute ? { value: attribute.default, source: name } : undefined;
}

/** `account_object` of the environment belongs to the key of the environment, so not beside a configured `api_key`. */
function isForAnotherAccount(name: ProviderAttributeName, config: { readonly [name: string]: unknown }): boolean {
  return name === 'account_object' && (config['api_key'] ?? null) !== null;
}

function describeValue(name: ProviderAttributeName, value: unknown): Words {
  return 'sensitive' in PROVIDER_ATTRIBUTES[name] ? 'has an invalid value' : `is '${String(value)}'`;
}

function parseNonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function parseUrl(value: unknown): string | undefined {
  return typeof value === 'string' && 'origin' in parseBaseUrl(value) ? value : undefined;
}

/** Undefined for a value that is not a URL at all: the message then quotes it. */
function explainUrl(value: unknown): Pick<SettingProblem, 'problem' | 'expected'> | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const parsed = parseBaseUrl(value);
  return 'problem' in parsed ? parsed : undefined;
}

function parseAccountObject(value: unknown): string | undefined {
  return typeof value === 'string' && findKindOfId(value) ? value : undefined;
}

/** The id of an endpoint is accepted, since it has the prefix of a cloud endpoint. */
function explainAccountObject(value: unknown): Pick<SettingProblem, 'problem' | 'expected'> | undefined {
  const readOnlyKind = READ_ONLY_KINDS.find((kind) => typeof value === 'string' && isObjectId(kind, value));
  return (
    readOnlyKind && {
      problem: `is '${String(value)}', the id of ${withArticle(readOnlyKind.title)}, which no configuration can create`,
      expected: PARSERS.account_object.expected,
    }
  );
}

function parseProfile(value: unknown): Profile | undefined {
  return tryFindProfile(String(value));
}

function parseTimeout(value: unknown): number | undefined {
  return parseDuration(String(value));
}

function parseCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** A map, or JSON from the environment. Null members are dropped. */
function parseHeaders(value: unknown): Readonly<Record<string, string>> | undefined {
  const headers: unknown = typeof value === 'string' ? tryParseJson(value) : value;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
  const entries = Object.entries(headers).filter(([, header]) => header !== null);
  return entries.every(([, header]) => typeof header === 'string') ? Object.fromEntries(entries) : undefined;
}
