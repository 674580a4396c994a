/** How connections to the service are made: whom TLS trusts, who it says we are, and the proxy on the way. */

import { parsePem } from '../../model/formats/pem';
import { isLoopback } from '../../model/net/loopback';
import { decodedUserInfo, proxyAddress } from '../../model/net/proxy';
import { invalidCall } from '../errors/api-error';
import type { ClientOptions } from '../options';

/** How connections to the service are made; PEM texts. */
export interface ConnectionOptions {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Without what would go to this machine. */
  readonly proxy?: ProxyAddress | undefined;
}

/** A forward proxy. */
export interface ProxyAddress {
  /** Without user info. */
  readonly url: string;
  /** Value of `Proxy-Authorization`, if the proxy asks for one. */
  readonly authorization?: string | undefined;
}

/** The options about connections to the origin, checked; throws an ApiError of kind `invalid_call`. */
export function resolveConnection(options: ClientOptions, origin: string): ConnectionOptions {
  const { caCertificatePem: ca, clientCertificatePem: cert, clientPrivateKeyPem: key } = options;
  checkPem('caCertificatePem', ca, 'CERTIFICATE', 'PEM certificates of authorities');
  checkPem('clientCertificatePem', cert, 'CERTIFICATE', 'a PEM certificate, followed by those of its chain');
  checkPem('clientPrivateKeyPem', key, 'PRIVATE KEY', 'an unencrypted PEM private key');
  if ((cert === undefined) !== (key === undefined)) {
    const [given, missing] =
      key === undefined ? ['clientCertificatePem', 'private key'] : ['clientPrivateKeyPem', 'certificate'];
    throw invalidCall(given, `has no ${missing} beside it`, 'both, or neither');
  }
  const proxy = options.proxyUrl === undefined ? undefined : parseProxy(options.proxyUrl);
  return { ca, cert, key, proxy: isLoopback(new URL(origin).hostname) ? undefined : proxy };
}

/**
 * The last word of the label is enough: private keys have several kinds of label. Parameters of a curve may stand before
 * a key, where some programs write them.
 */
function checkPem(name: string, text: string | undefined, label: string, expected: string): void {
  if (text === undefined) return;
  const labels = parsePem(text)
    .map((each) => each.label)
    .filter((each) => label !== 'PRIVATE KEY' || each !== 'EC PARAMETERS');
  if (labels.length === 0) throw invalidCall(name, 'holds no PEM block', expected);
  const other = labels.find((each) => !each.endsWith(label) || each.startsWith('ENCRYPTED'));
  if (other !== undefined) throw invalidCall(name, `holds a block of the kind '${other}'`, expected);
}

/**
 * The proxy that a text names; throws an ApiError of kind `invalid_call`, without quoting: the text may hold a password.
 */
export function parseProxy(text: string): ProxyAddress {
  const expected = 'a proxy such as http://proxy.example.com:3128, be it given or in a variable such as https_proxy';
  const address = proxyAddress(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw invalidCall('proxyUrl', 'is not an address', expected);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalidCall('proxyUrl', `has the scheme '${url.protocol.slice(0, -1)}'`, expected);
  const credentials = [url.username, url.password].map(decodedUserInfo).join(':');
  return {
    url: url.origin,
    authorization: credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}
