/** What Node's error codes and the transport's own mean for a call; the one place that knows them. */
import { checkProxy, trustCertificate } from './advice';

/** What a code says. Not whether a request had left: the same code comes before and after, and only the transport knows. */
export interface NetworkFailure {
  /** Continues `no connection to <origin>: ` or, when something may have been sent, `the connection to <origin> broke: `. */
  readonly words: string;
  /** Whether trying again soon can help. */
  readonly passing: boolean;
  /** What to do, where that is not to look at the base URL. */
  readonly advice?: string;
}

/** Gone after a while, perhaps. */
function passing(words: string): NetworkFailure {
  return { words, passing: true };
}

/** The same tomorrow, unless somebody changes something. */
function lasting(words: string, advice?: string): NetworkFailure {
  return { words, passing: false, ...(advice !== undefined && { advice }) };
}

/** Codes of the transport's own errors. */
export const NETWORK_CODES = {
  connectTimeout: 'CONNECT_TIMEOUT',
  closedEarly: 'CLOSED_EARLY',
  proxyRefused: 'PROXY_REFUSED',
} as const;

/** An error of the transport's own, with one of {@link NETWORK_CODES}. */
export function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Our name for what the HTTP parser objects to: its errors have some thirty codes, and say the same to a user. */
const notHttp = 'NOT_HTTP';

const badHandshake = lasting('the TLS handshake failed; perhaps plain http is spoken there');

const byCode: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: passing('nothing listens there'),
  ENOTFOUND: lasting('the host name does not exist'),
  EAI_AGAIN: passing('the host name could not be looked up just now'),
  EHOSTUNREACH: passing('the host cannot be reached'),
  ENETUNREACH: passing('the network cannot be reached'),
  EADDRNOTAVAIL: passing('this machine has no address to connect from'),
  [NETWORK_CODES.connectTimeout]: passing('connecting took too long'),
  CERT_HAS_EXPIRED: lasting('its TLS certificate has expired'),
  CERT_NOT_YET_VALID: lasting('its TLS certificate is not valid yet', 'Check the clock of this machine'),
  DEPTH_ZERO_SELF_SIGNED_CERT: lasting('its TLS certificate is signed by itself', trustCertificate),
  SELF_SIGNED_CERT_IN_CHAIN: lasting('its TLS certificate is signed by an unknown authority', trustCertificate),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: lasting('its TLS certificate cannot be verified', trustCertificate),
  UNABLE_TO_GET_ISSUER_CERT: lasting('its TLS certificate cannot be verified', trustCertificate),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: lasting('its TLS certificate cannot be verified', trustCertificate),
  ERR_TLS_CERT_ALTNAME_INVALID: lasting('its TLS certificate is for another host name'),
  EPROTO: badHandshake,
  ECONNRESET: passing('it was reset'),
  ECONNABORTED: passing('it was aborted'),
  EPIPE: passing('it was closed'),
  ETIMEDOUT: passing('nothing came for too long'),
  [NETWORK_CODES.proxyRefused]: lasting('the proxy refuses to connect there', checkProxy),
  [NETWORK_CODES.closedEarly]: passing('it was closed before the answer was complete'),
  [notHttp]: lasting('what answers there does not speak HTTP'),
  HPE_HEADER_OVERFLOW: lasting('the headers of the answer are too long'),
};

/** What a code means; undefined for codes that are not about the network. */
export function findNetworkFailure(code: string): NetworkFailure | undefined {
  // OpenSSL has a code for each way in which a handshake can fail.
  return code.startsWith('ERR_SSL_') ? badHandshake : byCode[code];
}

/** The first code that names a network failure in an error, its causes, or the errors it gathers. */
export function networkCodeOf(caught: unknown, depth = 0): string | undefined {
  if (typeof caught !== 'object' || caught === null || depth > 4) return undefined;
  const { code, cause, errors } = caught as Partial<Record<'code' | 'cause' | 'errors', unknown>>;
  if (typeof code === 'string' && findNetworkFailure(code)) return code;
  if (typeof code === 'string' && code.startsWith('HPE_')) return notHttp;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  for (const error of inner) {
    const found = networkCodeOf(error, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
