// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { NetingressProviderBase, type ProviderMetaArguments } from '../provider';

/** Properties of {@link NetingressProvider}. */
export interface NetingressProviderConfig extends ProviderMetaArguments {
  /**
   * Base address of the management API, for example `https://api.example.com`. Needed unless the profile names one. Plain `http` is accepted for this machine (loopback) only.
   *
   * @default - environment variable NETINGRESS_BASE_URL
   */
  readonly baseUrl?: string;

  /**
   * API key that requests are signed in with. Needed; better given by the environment than written into code. Never shown in plans and logs.
   *
   * @default - environment variable NETINGRESS_API_KEY
   */
  readonly apiKey?: string;

  /**
   * How the service is spoken to. The default is `spec`, the words of the specification. One of `spec`, `ngrok`.
   *
   * @default - environment variable NETINGRESS_PROFILE, else "spec"
   */
  readonly profile?: 'spec' | 'ngrok' | (string & {});

  /**
   * More headers for every request, by name. In the environment they are written as a JSON object of texts. Never shown in plans and logs.
   *
   * @default - environment variable NETINGRESS_HEADERS
   */
  readonly headers?: { readonly [key: string]: string };

  /**
   * How long to wait for the answer to one request, for example `30s`, which is the default, or `1m30s`.
   *
   * @default - environment variable NETINGRESS_REQUEST_TIMEOUT, else "30s"
   */
  readonly requestTimeout?: string;

  /**
   * How many requests to send in any 60 seconds. The default is the profile’s own limit; `0` means none.
   *
   * @default - environment variable NETINGRESS_MAX_REQUESTS_PER_MINUTE
   */
  readonly maxRequestsPerMinute?: number;

  /**
   * PEM certificates of the authorities that may vouch for the service, in place of the public ones: for a service behind an authority of your own.
   *
   * @default - environment variable NETINGRESS_CA_CERTIFICATE_PEM
   */
  readonly caCertificatePem?: string;

  /**
   * PEM certificate chain, leaf first, to show the service (mutual TLS). Goes with `clientPrivateKeyPem`.
   *
   * @default - environment variable NETINGRESS_CLIENT_CERTIFICATE_PEM
   */
  readonly clientCertificatePem?: string;

  /**
   * PEM private key of `clientCertificatePem`; better given by the environment than written into code. Never shown in plans and logs.
   *
   * @default - environment variable NETINGRESS_CLIENT_PRIVATE_KEY_PEM
   */
  readonly clientPrivateKeyPem?: string;

  /**
   * Forward proxy to reach the service through, for example `http://proxy.example.com:3128`, with `user:password@` if it asks for them. By default what `https_proxy` and `no_proxy` of the environment say; a service on this machine is reached directly. Never shown in plans and logs.
   *
   * @default - environment variable NETINGRESS_PROXY_URL
   */
  readonly proxyUrl?: string;
}

/** The provider of a stack: at which service, and how signed in, its resources are kept. */
export class NetingressProvider extends NetingressProviderBase<NetingressProviderConfig> {
  static readonly tfResourceType = 'netingress';

  constructor(scope: Construct, id: string, config: NetingressProviderConfig = {}) {
    super(scope, id, config);
  }

  /** Base address of the management API, for example `https://api.example.com`. Needed unless the profile names one. Plain `http` is accepted for this machine (loopback) only. */
  get baseUrl(): string | undefined {
    return this.inputs.get('baseUrl');
  }

  set baseUrl(value: string) {
    this.inputs.put('baseUrl', value);
  }

  /** Takes `baseUrl` back, as if it had never been given. */
  resetBaseUrl(): void {
    this.inputs.reset('baseUrl');
  }

  /** API key that requests are signed in with. Needed; better given by the environment than written into code. */
  get apiKey(): string | undefined {
    return this.inputs.get('apiKey');
  }

  set apiKey(value: string) {
    this.inputs.put('apiKey', value);
  }

  /** Takes `apiKey` back, as if it had never been given. */
  resetApiKey(): void {
    this.inputs.reset('apiKey');
  }

  /** How the service is spoken to. The default is `spec`, the words of the specification. */
  get profile(): 'spec' | 'ngrok' | (string & {}) | undefined {
    return this.inputs.get('profile');
  }

  set profile(value: 'spec' | 'ngrok' | (string & {})) {
    this.inputs.put('profile', value);
  }

  /** Takes `profile` back, as if it had never been given. */
  resetProfile(): void {
    this.inputs.reset('profile');
  }

  /** More headers for every request, by name. In the environment they are written as a JSON object of texts. */
  get headers(): { readonly [key: string]: string } | undefined {
    return this.inputs.get('headers');
  }

  set headers(value: { readonly [key: string]: string }) {
    this.inputs.put('headers', value);
  }

  /** Takes `headers` back, as if it had never been given. */
  resetHeaders(): void {
    this.inputs.reset('headers');
  }

  /** How long to wait for the answer to one request, for example `30s`, which is the default, or `1m30s`. */
  get requestTimeout(): string | undefined {
    return this.inputs.get('requestTimeout');
  }

  set requestTimeout(value: string) {
    this.inputs.put('requestTimeout', value);
  }

  /** Takes `requestTimeout` back, as if it had never been given. */
  resetRequestTimeout(): void {
    this.inputs.reset('requestTimeout');
  }

  /** How many requests to send in any 60 seconds. The default is the profile’s own limit; `0` means none. */
  get maxRequestsPerMinute(): number | undefined {
    return this.inputs.get('maxRequestsPerMinute');
  }

  set maxRequestsPerMinute(value: number) {
    this.inputs.put('maxRequestsPerMinute', value);
  }

  /** Takes `maxRequestsPerMinute` back, as if it had never been given. */
  resetMaxRequestsPerMinute(): void {
    this.inputs.reset('maxRequestsPerMinute');
  }

  /** PEM certificates of the authorities that may vouch for the service, in place of the public ones: for a service behind an authority of your own. */
  get caCertificatePem(): string | undefined {
    return this.inputs.get('caCertificatePem');
  }

  set caCertificatePem(value: string) {
    this.inputs.put('caCertificatePem', value);
  }

  /** Takes `caCertificatePem` back, as if it had never been given. */
  resetCaCertificatePem(): void {
    this.inputs.reset('caCertificatePem');
  }

  /** PEM certificate chain, leaf first, to show the service (mutual TLS). Goes with `clientPrivateKeyPem`. */
  get clientCertificatePem(): string | undefined {
    return this.inputs.get('clientCertificatePem');
  }

  set clientCertificatePem(value: string) {
    this.inputs.put('clientCertificatePem', value);
  }

  /** Takes `clientCertificatePem` back, as if it had never been given. */
  resetClientCertificatePem(): void {
    this.inputs.reset('clientCertificatePem');
  }

  /** PEM private key of `clientCertificatePem`; better given by the environment than written into code. */
  get clientPrivateKeyPem(): string | undefined {
    return this.inputs.get('clientPrivateKeyPem');
  }

  set clientPrivateKeyPem(value: string) {
    this.inputs.put('clientPrivateKeyPem', value);
  }

  /** Takes `clientPrivateKeyPem` back, as if it had never been given. */
  resetClientPrivateKeyPem(): void {
    this.inputs.reset('clientPrivateKeyPem');
  }

  /** Forward proxy to reach the service through, for example `http://proxy.example.com:3128`, with `user:password@` if it asks for them. By default what `https_proxy` and `no_proxy` of the environment say; a service on this machine is reached directly. */
  get proxyUrl(): string | undefined {
    return this.inputs.get('proxyUrl');
  }

  set proxyUrl(value: string) {
    this.inputs.put('proxyUrl', value);
  }

  /** Takes `proxyUrl` back, as if it had never been given. */
  resetProxyUrl(): void {
    this.inputs.reset('proxyUrl');
  }
}
