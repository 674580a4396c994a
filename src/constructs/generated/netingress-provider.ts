// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { defineSettings } from '../outputs';
import { NetingressProviderBase, type ProviderMetaArguments } from '../provider';

/** Properties of {@link NetingressProvider}. */
export interface NetingressProviderConfig extends ProviderMetaArguments {
  /**
   * Base URL of the management API, for example `https://api.example.com`. Required unless the profile has one. Plain `http` is accepted for loopback addresses only.
   *
   * @default - environment variable NETINGRESS_BASE_URL
   */
  readonly baseUrl?: string;
  /**
   * API key. Required; prefer `NETINGRESS_API_KEY`. Sensitive.
   *
   * @default - environment variable NETINGRESS_API_KEY
   */
  readonly apiKey?: string;
  /**
   * Id of an object of the account that stays, for example of a domain; a plan that deletes or replaces it warns. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle. The variable of the environment counts only without `apiKey` in this block, since it belongs to the account of the key of the environment.
   *
   * @default - environment variable NETINGRESS_ACCOUNT_OBJECT
   */
  readonly accountObject?: string;
  /**
   * API dialect: `spec` (default) or `ngrok`.
   *
   * @default - environment variable NETINGRESS_PROFILE, else "spec"
   */
  readonly profile?: 'spec' | 'ngrok' | (string & {});
  /**
   * Additional headers of every request, by name. The environment variable contains a JSON object of strings. Sensitive.
   *
   * @default - environment variable NETINGRESS_HEADERS
   */
  readonly headers?: { readonly [key: string]: string };
  /**
   * Timeout of one request, for example `45s` or `1m30s`. Default: `30s`.
   *
   * @default - environment variable NETINGRESS_REQUEST_TIMEOUT, else "30s"
   */
  readonly requestTimeout?: string;
  /**
   * Maximum number of requests in any 60 seconds. Default: the limit of the profile; `0` disables the limit.
   *
   * @default - environment variable NETINGRESS_MAX_REQUESTS_PER_MINUTE
   */
  readonly maxRequestsPerMinute?: number;
  /**
   * How often a request is sent again after a failure that may pass: a connection that cannot be made or breaks, the statuses 429, 502, 503 and 504, and one timeout. A host name that does not exist and a failed TLS handshake fail a request at once. After a request that could not connect with all its retries, others that cannot connect fail at once, until the service responds again. A request that creates an object is sent again only after a 429, or if the service surely did not receive it; if its response is lost, the object is looked up, and created again if there is none, whatever this number is. A pause is as long as `Retry-After` asks; if that is more than 5 minutes, the request fails. Other pauses are random and grow to 8 seconds: on average 5 retries outlast an outage of 4 seconds, 20 of one minute, and 80 of five minutes. Default: `5`; `0` disables retries.
   *
   * @default - environment variable NETINGRESS_MAX_RETRIES, else 5
   */
  readonly maxRetries?: number;
  /**
   * PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts; a package with its own Node.js also trusts those of the operating system.
   *
   * @default - environment variable NETINGRESS_CA_CERTIFICATE_PEM
   */
  readonly caCertificatePem?: string;
  /**
   * PEM certificate chain for mutual TLS, leaf first. Requires `clientPrivateKeyPem`.
   *
   * @default - environment variable NETINGRESS_CLIENT_CERTIFICATE_PEM
   */
  readonly clientCertificatePem?: string;
  /**
   * PEM private key of `clientCertificatePem`; prefer `NETINGRESS_CLIENT_PRIVATE_KEY_PEM`. Sensitive.
   *
   * @default - environment variable NETINGRESS_CLIENT_PRIVATE_KEY_PEM
   */
  readonly clientPrivateKeyPem?: string;
  /**
   * Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the first of the environment variables `https_proxy`, `HTTPS_PROXY`, `all_proxy` and `ALL_PROXY` that is not empty, except for the hosts in `no_proxy` or `NO_PROXY`. Loopback addresses are reached directly. Sensitive.
   *
   * @default - environment variable NETINGRESS_PROXY_URL
   */
  readonly proxyUrl?: string;
}

/** The provider of a stack, which connects its resources to the service. */
export class NetingressProvider extends NetingressProviderBase<NetingressProviderConfig> {
  static readonly tfResourceType = 'netingress';

  constructor(scope: Construct, id: string, config: NetingressProviderConfig = {}) {
    super(scope, id, config);
  }
}
export interface NetingressProvider {
  /** Base URL of the management API, for example `https://api.example.com`. Required unless the profile has one. Plain `http` is accepted for loopback addresses only. */
  get baseUrl(): string | undefined;
  set baseUrl(value: string);
  /** Unsets `baseUrl`. */
  resetBaseUrl(): void;
  /** API key. Required; prefer `NETINGRESS_API_KEY`. */
  get apiKey(): string | undefined;
  set apiKey(value: string);
  /** Unsets `apiKey`. */
  resetApiKey(): void;
  /** Id of an object of the account that stays, for example of a domain; a plan that deletes or replaces it warns. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle. The variable of the environment counts only without `apiKey` in this block, since it belongs to the account of the key of the environment. */
  get accountObject(): string | undefined;
  set accountObject(value: string);
  /** Unsets `accountObject`. */
  resetAccountObject(): void;
  /** API dialect: `spec` (default) or `ngrok`. */
  get profile(): 'spec' | 'ngrok' | (string & {}) | undefined;
  set profile(value: 'spec' | 'ngrok' | (string & {}));
  /** Unsets `profile`. */
  resetProfile(): void;
  /** Additional headers of every request, by name. The environment variable contains a JSON object of strings. */
  get headers(): { readonly [key: string]: string } | undefined;
  set headers(value: { readonly [key: string]: string });
  /** Unsets `headers`. */
  resetHeaders(): void;
  /** Timeout of one request, for example `45s` or `1m30s`. Default: `30s`. */
  get requestTimeout(): string | undefined;
  set requestTimeout(value: string);
  /** Unsets `requestTimeout`. */
  resetRequestTimeout(): void;
  /** Maximum number of requests in any 60 seconds. Default: the limit of the profile; `0` disables the limit. */
  get maxRequestsPerMinute(): number | undefined;
  set maxRequestsPerMinute(value: number);
  /** Unsets `maxRequestsPerMinute`. */
  resetMaxRequestsPerMinute(): void;
  /** How often a request is sent again after a failure that may pass: a connection that cannot be made or breaks, the statuses 429, 502, 503 and 504, and one timeout. A host name that does not exist and a failed TLS handshake fail a request at once. After a request that could not connect with all its retries, others that cannot connect fail at once, until the service responds again. A request that creates an object is sent again only after a 429, or if the service surely did not receive it; if its response is lost, the object is looked up, and created again if there is none, whatever this number is. A pause is as long as `Retry-After` asks; if that is more than 5 minutes, the request fails. Other pauses are random and grow to 8 seconds: on average 5 retries outlast an outage of 4 seconds, 20 of one minute, and 80 of five minutes. Default: `5`; `0` disables retries. */
  get maxRetries(): number | undefined;
  set maxRetries(value: number);
  /** Unsets `maxRetries`. */
  resetMaxRetries(): void;
  /** PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts; a package with its own Node.js also trusts those of the operating system. */
  get caCertificatePem(): string | undefined;
  set caCertificatePem(value: string);
  /** Unsets `caCertificatePem`. */
  resetCaCertificatePem(): void;
  /** PEM certificate chain for mutual TLS, leaf first. Requires `clientPrivateKeyPem`. */
  get clientCertificatePem(): string | undefined;
  set clientCertificatePem(value: string);
  /** Unsets `clientCertificatePem`. */
  resetClientCertificatePem(): void;
  /** PEM private key of `clientCertificatePem`; prefer `NETINGRESS_CLIENT_PRIVATE_KEY_PEM`. */
  get clientPrivateKeyPem(): string | undefined;
  set clientPrivateKeyPem(value: string);
  /** Unsets `clientPrivateKeyPem`. */
  resetClientPrivateKeyPem(): void;
  /** Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the first of the environment variables `https_proxy`, `HTTPS_PROXY`, `all_proxy` and `ALL_PROXY` that is not empty, except for the hosts in `no_proxy` or `NO_PROXY`. Loopback addresses are reached directly. */
  get proxyUrl(): string | undefined;
  set proxyUrl(value: string);
  /** Unsets `proxyUrl`. */
  resetProxyUrl(): void;
}

defineSettings(NetingressProvider, PROVIDER_ATTRIBUTES);
