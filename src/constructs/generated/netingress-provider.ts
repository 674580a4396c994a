// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
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
   * Id of any object of the account, for example of a domain. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle.
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
   * PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts.
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
   * Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the environment variables `https_proxy` and `no_proxy`. Loopback addresses are reached directly. Sensitive.
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

  /** Base URL of the management API, for example `https://api.example.com`. Required unless the profile has one. Plain `http` is accepted for loopback addresses only. */
  get baseUrl(): string | undefined {
    return this.inputs.get('baseUrl');
  }

  set baseUrl(value: string) {
    this.inputs.set('baseUrl', value);
  }

  /** Unsets `baseUrl`. */
  resetBaseUrl(): void {
    this.inputs.reset('baseUrl');
  }

  /** API key. Required; prefer `NETINGRESS_API_KEY`. */
  get apiKey(): string | undefined {
    return this.inputs.get('apiKey');
  }

  set apiKey(value: string) {
    this.inputs.set('apiKey', value);
  }

  /** Unsets `apiKey`. */
  resetApiKey(): void {
    this.inputs.reset('apiKey');
  }

  /** Id of any object of the account, for example of a domain. It binds the configuration to that account: a provider process reads the object before its first other request, and sends nothing else if the account of the API key does not have it. A literal or a variable; a reference to an object of the same configuration is a cycle. */
  get accountObject(): string | undefined {
    return this.inputs.get('accountObject');
  }

  set accountObject(value: string) {
    this.inputs.set('accountObject', value);
  }

  /** Unsets `accountObject`. */
  resetAccountObject(): void {
    this.inputs.reset('accountObject');
  }

  /** API dialect: `spec` (default) or `ngrok`. */
  get profile(): 'spec' | 'ngrok' | (string & {}) | undefined {
    return this.inputs.get('profile');
  }

  set profile(value: 'spec' | 'ngrok' | (string & {})) {
    this.inputs.set('profile', value);
  }

  /** Unsets `profile`. */
  resetProfile(): void {
    this.inputs.reset('profile');
  }

  /** Additional headers of every request, by name. The environment variable contains a JSON object of strings. */
  get headers(): { readonly [key: string]: string } | undefined {
    return this.inputs.get('headers');
  }

  set headers(value: { readonly [key: string]: string }) {
    this.inputs.set('headers', value);
  }

  /** Unsets `headers`. */
  resetHeaders(): void {
    this.inputs.reset('headers');
  }

  /** Timeout of one request, for example `45s` or `1m30s`. Default: `30s`. */
  get requestTimeout(): string | undefined {
    return this.inputs.get('requestTimeout');
  }

  set requestTimeout(value: string) {
    this.inputs.set('requestTimeout', value);
  }

  /** Unsets `requestTimeout`. */
  resetRequestTimeout(): void {
    this.inputs.reset('requestTimeout');
  }

  /** Maximum number of requests in any 60 seconds. Default: the limit of the profile; `0` disables the limit. */
  get maxRequestsPerMinute(): number | undefined {
    return this.inputs.get('maxRequestsPerMinute');
  }

  set maxRequestsPerMinute(value: number) {
    this.inputs.set('maxRequestsPerMinute', value);
  }

  /** Unsets `maxRequestsPerMinute`. */
  resetMaxRequestsPerMinute(): void {
    this.inputs.reset('maxRequestsPerMinute');
  }

  /** PEM certificates of the certificate authorities (CAs) that the provider trusts. Default: the CAs that Node.js trusts. */
  get caCertificatePem(): string | undefined {
    return this.inputs.get('caCertificatePem');
  }

  set caCertificatePem(value: string) {
    this.inputs.set('caCertificatePem', value);
  }

  /** Unsets `caCertificatePem`. */
  resetCaCertificatePem(): void {
    this.inputs.reset('caCertificatePem');
  }

  /** PEM certificate chain for mutual TLS, leaf first. Requires `clientPrivateKeyPem`. */
  get clientCertificatePem(): string | undefined {
    return this.inputs.get('clientCertificatePem');
  }

  set clientCertificatePem(value: string) {
    this.inputs.set('clientCertificatePem', value);
  }

  /** Unsets `clientCertificatePem`. */
  resetClientCertificatePem(): void {
    this.inputs.reset('clientCertificatePem');
  }

  /** PEM private key of `clientCertificatePem`; prefer `NETINGRESS_CLIENT_PRIVATE_KEY_PEM`. */
  get clientPrivateKeyPem(): string | undefined {
    return this.inputs.get('clientPrivateKeyPem');
  }

  set clientPrivateKeyPem(value: string) {
    this.inputs.set('clientPrivateKeyPem', value);
  }

  /** Unsets `clientPrivateKeyPem`. */
  resetClientPrivateKeyPem(): void {
    this.inputs.reset('clientPrivateKeyPem');
  }

  /** Forward proxy, for example `http://proxy.example.com:3128`, optionally with `user:password@`. Default: the environment variables `https_proxy` and `no_proxy`. Loopback addresses are reached directly. */
  get proxyUrl(): string | undefined {
    return this.inputs.get('proxyUrl');
  }

  set proxyUrl(value: string) {
    this.inputs.set('proxyUrl', value);
  }

  /** Unsets `proxyUrl`. */
  resetProxyUrl(): void {
    this.inputs.reset('proxyUrl');
  }
}
