import type { Words } from './words';

/** Why a list of the account is incomplete, or an object of it could not be read. */
export interface ReadFailure {
  /**
   * `forbidden`: 401 or 403 with an error of the service or an empty body. `rate_limited`: 429 until the retries ended,
   * or with a `Retry-After` that is too long for one. `unreachable`: no response began to arrive. `server_error`: any
   * other response, also an incomplete one, a 400, the page of a proxy, or a 429 after which the call ran out of time.
   */
  readonly reason: 'forbidden' | 'rate_limited' | 'server_error' | 'unreachable';
  /** HTTP status of the response, if there was one. */
  readonly status?: number;
  /** Error code of the service. */
  readonly code?: string;
}

export interface DescribedFailure extends ReadFailure {
  /** A complete sentence without secrets. */
  readonly message: Words;
}
