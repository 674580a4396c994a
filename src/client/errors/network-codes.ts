import type { Words } from '../../values/words';
import { CERTIFICATE_HINT, PROXY_HINT } from './error-hints';

/** The meaning of an error code. Not whether the request was sent, which only the transport's progress shows. */
export interface NetworkFailure {
  /**
   * `it was reset`. It follows `no connection to <origin>: `, or `the connection to <origin> broke: ` when something
   * may have been sent.
   */
  readonly description: Words;
  readonly transient: boolean;
  /** Advice. Without it the message says to check the base URL, if surely nothing was sent. */
  readonly hint?: Words;
}

function transient(description: Words, hint?: Words): NetworkFailure {
  return { description, transient: true, ...(hint !== undefined && { hint }) };
}

function permanent(description: Words, hint?: Words): NetworkFailure {
  return { description, transient: false, ...(hint !== undefined && { hint }) };
}

/** Stands for the errors of the HTTP parser, which have a code of their own each, or none. */
const NOT_HTTP = 'NOT_HTTP';

const TLS_HANDSHAKE_FAILED = permanent('the TLS handshake failed; the server may expect plain http');

const FAILURES_BY_CODE: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: transient('nothing listens there'),
  ENOTFOUND: permanent('the host name does not exist'),
  EAI_AGAIN: transient('the host name lookup failed temporarily'),
  EHOSTUNREACH: transient('the host cannot be reached'),
  ENETUNREACH: transient('the network cannot be reached'),
  EADDRNOTAVAIL: transient('this machine has no free local address'),
  UND_ERR_CONNECT_TIMEOUT: transient('connecting took too long'),
  CERT_HAS_EXPIRED: permanent('its TLS certificate has expired'),
  CERT_NOT_YET_VALID: permanent('its TLS certificate is not valid yet', 'Check the clock of this machine'),
  DEPTH_ZERO_SELF_SIGNED_CERT: permanent('its TLS certificate is self-signed', CERTIFICATE_HINT),
  SELF_SIGNED_CERT_IN_CHAIN: permanent('its TLS certificate is signed by an unknown authority', CERTIFICATE_HINT),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: permanent('its TLS certificate cannot be verified', CERTIFICATE_HINT),
  UNABLE_TO_GET_ISSUER_CERT: permanent('its TLS certificate cannot be verified', CERTIFICATE_HINT),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: permanent('its TLS certificate cannot be verified', CERTIFICATE_HINT),
  ERR_TLS_CERT_ALTNAME_INVALID: permanent('its TLS certificate is for another host name'),
  EPROTO: TLS_HANDSHAKE_FAILED,
  ECONNRESET: transient('it was reset'),
  ECONNABORTED: transient('it was aborted'),
  EPIPE: transient('it was closed'),
  ETIMEDOUT: transient('it timed out'),
  // An abort by the client rejects with the signal's reason, so this code means that a proxy refused CONNECT.
  UND_ERR_ABORTED: permanent('the proxy refused to connect', PROXY_HINT),
  // Only the request CONNECT to a proxy has a time limit for headers.
  UND_ERR_HEADERS_TIMEOUT: transient('the proxy did not respond in time', PROXY_HINT),
  UND_ERR_SOCKET: transient('it was closed before the response was complete'),
  UND_ERR_CLOSED: transient('it was closed'),
  UND_ERR_DESTROYED: transient('it was closed'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: transient('the response is shorter than its Content-Length'),
  UND_ERR_HEADERS_OVERFLOW: permanent('the headers of the response are too long'),
  [NOT_HTTP]: permanent('the server does not speak HTTP'),
};

export function findNetworkFailure(code: string): NetworkFailure | undefined {
  // OpenSSL has one code for each reason of a failed handshake.
  return code.startsWith('ERR_SSL_') ? TLS_HANDSHAKE_FAILED : FAILURES_BY_CODE[code];
}

/** The first code of a network failure in an error and four levels of its causes and aggregated errors. */
export function findNetworkCode(caught: unknown, depth = 0): string | undefined {
  if (typeof caught !== 'object' || caught === null || depth > 4) return undefined;
  const { name, code, cause, errors } = caught as Partial<Record<'name' | 'code' | 'cause' | 'errors', unknown>>;
  if (typeof code === 'string' && findNetworkFailure(code)) return code;
  if (name === 'HTTPParserError') return NOT_HTTP;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  for (const error of inner) {
    const found = findNetworkCode(error, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
