/** What the error codes of Node and undici mean for a call. */
import { checkProxy, trustCertificate } from './error-hints';

/** The meaning of a code. A code does not show whether the request was sent; the transport's progress does. */
export interface NetworkFailure {
  /** Continues `no connection to <origin>: ` or, when something may have been sent, `the connection to <origin> broke: `. */
  readonly words: string;
  /** Whether a retry may succeed. */
  readonly transient: boolean;
  /** What to do, if that is something else than to check the base URL. */
  readonly advice?: string;
}

/** Transient, may be retried. */
function transient(words: string, advice?: string): NetworkFailure {
  return { words, transient: true, ...(advice !== undefined && { advice }) };
}

/** Permanent until the configuration changes. */
function permanent(words: string, advice?: string): NetworkFailure {
  return { words, transient: false, ...(advice !== undefined && { advice }) };
}

/** Replaces the thirty or so codes of the HTTP parser, which mean the same to a user. */
const NOT_HTTP = 'NOT_HTTP';

const badHandshake = permanent('the TLS handshake failed; perhaps plain http is spoken there');

const byCode: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: transient('nothing listens there'),
  ENOTFOUND: permanent('the host name does not exist'),
  EAI_AGAIN: transient('the host name could not be looked up just now'),
  EHOSTUNREACH: transient('the host cannot be reached'),
  ENETUNREACH: transient('the network cannot be reached'),
  EADDRNOTAVAIL: transient('this machine has no address to connect from'),
  UND_ERR_CONNECT_TIMEOUT: transient('connecting took too long'),
  CERT_HAS_EXPIRED: permanent('its TLS certificate has expired'),
  CERT_NOT_YET_VALID: permanent('its TLS certificate is not valid yet', 'Check the clock of this machine'),
  DEPTH_ZERO_SELF_SIGNED_CERT: permanent('its TLS certificate is signed by itself', trustCertificate),
  SELF_SIGNED_CERT_IN_CHAIN: permanent('its TLS certificate is signed by an unknown authority', trustCertificate),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: permanent('its TLS certificate cannot be verified', trustCertificate),
  UNABLE_TO_GET_ISSUER_CERT: permanent('its TLS certificate cannot be verified', trustCertificate),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: permanent('its TLS certificate cannot be verified', trustCertificate),
  ERR_TLS_CERT_ALTNAME_INVALID: permanent('its TLS certificate is for another host name'),
  EPROTO: badHandshake,
  ECONNRESET: transient('it was reset'),
  ECONNABORTED: transient('it was aborted'),
  EPIPE: transient('it was closed'),
  ETIMEDOUT: transient('nothing came for too long'),
  // An abort by the client rejects with the signal's reason, so this code is only ever a proxy's refusal of CONNECT.
  UND_ERR_ABORTED: permanent('the proxy refuses to connect there', checkProxy),
  // Requests have no time limit for headers, only CONNECT has.
  UND_ERR_HEADERS_TIMEOUT: transient('the proxy did not respond in time', checkProxy),
  UND_ERR_SOCKET: transient('it was closed before the response was complete'),
  UND_ERR_CLOSED: transient('it was closed'),
  UND_ERR_DESTROYED: transient('it was closed'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: transient('the response is shorter than its Content-Length'),
  UND_ERR_HEADERS_OVERFLOW: permanent('the headers of the response are too long'),
  [NOT_HTTP]: permanent('the server there does not speak HTTP'),
};

/** What a code means; undefined for codes that are not about the network. */
export function findNetworkFailure(code: string): NetworkFailure | undefined {
  // OpenSSL has a code for each way in which a handshake can fail.
  return code.startsWith('ERR_SSL_') ? badHandshake : byCode[code];
}

/** The first code that names a network failure in an error, its causes, or the errors it gathers. */
export function networkCodeOf(caught: unknown, depth = 0): string | undefined {
  if (typeof caught !== 'object' || caught === null || depth > 4) return undefined;
  const { name, code, cause, errors } = caught as Partial<Record<'name' | 'code' | 'cause' | 'errors', unknown>>;
  if (typeof code === 'string' && findNetworkFailure(code)) return code;
  // Some of these errors have no code.
  if (name === 'HTTPParserError') return NOT_HTTP;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  for (const error of inner) {
    const found = networkCodeOf(error, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
