/** The client of commands that talk to the service: settings come from the environment, as the provider's do. */
import { type Client, type ClientOptions, createClient } from '../client';
import { parseDuration } from '../model/formats/duration';
import { camelCase } from '../model/naming';
import { proxyForUrl } from '../model/net/proxy';
import { tryFindProfile } from '../model/profiles';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { CliError } from './cli-error';
import type { CliContext } from './context';

/** A connection to the service. */
export interface Connection {
  readonly client: Client;
  readonly apiKey: string;
  /** Requests sent so far, repeated ones included. */
  requests(): number;
}

/** Connects as the environment says (`NETINGRESS_BASE_URL` and so on); throws a {@link CliError} naming what is missing. Close the client. */
export function connect(context: CliContext): Connection {
  const apiKey = context.env[PROVIDER_ATTRIBUTES.api_key.env] || undefined;
  if (apiKey === undefined) throw new CliError(`The API key is not known: set ${PROVIDER_ATTRIBUTES.api_key.env}.`);
  const options = readClientOptions(context);
  let requests = 0;
  const client = namingVariables(() =>
    createClient({
      ...options,
      apiKey,
      signal: context.signal,
      onEvent: ({ type }) => {
        if (type === 'sent') requests += 1;
      },
    }),
  );
  return { client, apiKey, requests: () => requests };
}

/** What the environment says about the client, the key aside; throws a {@link CliError} for what cannot be read. */
export function readClientOptions(context: CliContext): Omit<ClientOptions, 'apiKey'> {
  const read = (name: keyof typeof PROVIDER_ATTRIBUTES): string | undefined =>
    context.env[PROVIDER_ATTRIBUTES[name].env] || undefined;
  const profile = tryFindProfile(read('profile') ?? PROVIDER_ATTRIBUTES.profile.default);
  if (!profile) throw unusable('profile', read('profile') ?? '', PROVIDER_ATTRIBUTES.profile.enum.join(' or '));
  const timeout = read('request_timeout');
  const limit = read('max_requests_per_minute');
  const requestTimeout = timeout === undefined ? undefined : parseDuration(timeout);
  if (timeout !== undefined && requestTimeout === undefined)
    throw unusable('request_timeout', timeout, 'a duration such as 30s');
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw unusable('max_requests_per_minute', limit, 'a whole number, 0 for no limit');
  return {
    baseUrl: read('base_url') ?? profile.baseUrl,
    profile: profile.name,
    headers: readHeaders(read('headers')),
    requestTimeout,
    maxRequestsPerMinute: limit === undefined ? undefined : Number(limit),
    caCertificatePem: read('ca_certificate_pem'),
    clientCertificatePem: read('client_certificate_pem'),
    clientPrivateKeyPem: read('client_private_key_pem'),
    proxyUrl: read('proxy_url') ?? proxyForUrl(read('base_url') ?? profile.baseUrl ?? '', context.env),
  };
}

/** What the client says of options that it cannot use becomes a {@link CliError} that names their variable. */
export function namingVariables<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const { message } = error as Error;
    const wrong = Object.entries(PROVIDER_ATTRIBUTES).find(([name]) =>
      new RegExp(`^${camelCase(name)}\\b`).test(message),
    );
    const { env } = wrong?.[1] ?? PROVIDER_ATTRIBUTES.base_url;
    throw new CliError(`Cannot connect to the service: ${message} Set ${env}.`);
  }
}

function readHeaders(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  try {
    const headers: unknown = JSON.parse(text);
    const isMap = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
    if (isMap && Object.values(headers).every((value) => typeof value === 'string'))
      return headers as Record<string, string>;
  } catch {
    // Said below, without the text: a header's value may be a credential.
  }
  throw new CliError(`${PROVIDER_ATTRIBUTES.headers.env} is not a JSON object of texts, such as {"X-Team": "edge"}.`);
}

function unusable(name: keyof typeof PROVIDER_ATTRIBUTES, value: string | undefined, expected: string): CliError {
  return new CliError(`${PROVIDER_ATTRIBUTES[name].env} is '${value}'; expected ${expected}.`);
}
