import { parsePem } from '../../model/formats/pem';
import { decodeUserInfo, isLoopback, normalizeProxyUrl } from '../../model/net/proxy';
import { invalidCall } from '../errors/api-error';

/** Options of the connection to the service. */
export interface TlsAndProxyOptions {
  /**
   * PEM certificates of the trusted authorities, instead of the public ones; for a service with a private authority.
   */
  readonly caCertificatePem?: string | undefined;
  /**
   * PEM certificates of authorities that are trusted in addition to those of Node: for the service unless
   * `caCertificatePem` is set, and for an https proxy. What NODE_EXTRA_CA_CERTS does for a whole process.
   */
  readonly extraCaCertificatePem?: string | undefined;
  /** PEM certificate chain of the client, leaf first, for mutual TLS. Requires `clientPrivateKeyPem`. */
  readonly clientCertificatePem?: string | undefined;
  /** Unencrypted PEM private key of `clientCertificatePem`. Redacted from errors and events. */
  readonly clientPrivateKeyPem?: string | undefined;
  /**
   * URL of a forward proxy, such as `http://proxy.example.com:3128`, with `user:password@` if the proxy requires it.
   * TLS is end-to-end (CONNECT), so the proxy cannot read requests over https. Loopback addresses are always reached
   * directly.
   */
  readonly proxyUrl?: string | undefined;
}

export interface ConnectionOptions {
  readonly ca?: string | undefined;
  readonly extraCa?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Undefined without `proxyUrl`, and for a service at a loopback address. */
  readonly proxy?: ProxyAddress | undefined;
}

export interface ProxyAddress {
  /** Without user name and password. */
  readonly url: string;
  /** Value of `Proxy-Authorization`; undefined for a URL without user name and password. */
  readonly authorization?: string | undefined;
}

/** Throws an ApiError of category `invalid_call` for the first invalid option. */
export function resolveConnection(options: TlsAndProxyOptions, origin: string): ConnectionOptions {
  const { caCertificatePem: ca, extraCaCertificatePem: extraCa, proxyUrl } = options;
  const { clientCertificatePem: cert, clientPrivateKeyPem: key } = options;
  checkPem('caCertificatePem', ca, 'CERTIFICATE', 'PEM certificates of certificate authorities');
  checkPem('extraCaCertificatePem', extraCa, 'CERTIFICATE', 'PEM certificates of certificate authorities');
  checkPem('clientCertificatePem', cert, 'CERTIFICATE', 'a PEM certificate, followed by those of its chain');
  checkPem('clientPrivateKeyPem', key, 'PRIVATE KEY', 'an unencrypted PEM private key');
  if ((cert === undefined) !== (key === undefined)) {
    const [present, missing] =
      key === undefined ? ['clientCertificatePem', 'private key'] : ['clientPrivateKeyPem', 'certificate'];
    throw invalidCall(present, `is set without its ${missing}`, 'both, or neither');
  }
  const proxy = proxyUrl === undefined ? undefined : parseProxy(proxyUrl);
  return { ca, extraCa, cert, key, proxy: isLoopback(new URL(origin).hostname) ? undefined : proxy };
}

/**
 * Checks only the labels: `RSA PRIVATE KEY` has the end `PRIVATE KEY`, and `ENCRYPTED PRIVATE KEY` is refused.
 * `EC PARAMETERS` may precede a private key.
 */
function checkPem(name: string, pem: string | undefined, label: string, expected: string): void {
  if (pem === undefined) return;
  const labels = parsePem(pem)
    .map((block) => block.label)
    .filter((found) => label !== 'PRIVATE KEY' || found !== 'EC PARAMETERS');
  if (labels.length === 0) {
    const found = pem.includes('-----BEGIN ') ? 'is encrypted or cannot be read' : 'contains no PEM block';
    throw invalidCall(name, found, expected);
  }
  const other = labels.find((found) => !found.endsWith(label) || found.startsWith('ENCRYPTED'));
  if (other !== undefined) throw invalidCall(name, `contains a PEM block '${other}'`, expected);
}

const OR_VARIABLE = '(or https_proxy, http_proxy or all_proxy)';

/** Throws an ApiError of category `invalid_call`, which does not quote the URL, since that may contain a password. */
export function parseProxy(proxyUrl: string): ProxyAddress {
  const expected = 'a proxy URL such as http://proxy.example.com:3128';
  const address = normalizeProxyUrl(proxyUrl);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw invalidCall('proxyUrl', `${OR_VARIABLE} is not a URL`, expected);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidCall('proxyUrl', `${OR_VARIABLE} has the invalid scheme '${url.protocol.slice(0, -1)}'`, expected);
  }
  const credentials = [url.username, url.password].map(decodeUserInfo).join(':');
  return {
    url: url.origin,
    authorization: credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}
