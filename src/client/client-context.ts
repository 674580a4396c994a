import type { ClientEvent } from './events';
import type { Transport } from './http/transport';
import type { ResolvedOptions } from './options';
import type { RateLimiter } from './rate-limit/rate-limiter';
import type { Redact } from './redact';

/**
 * Whether a call that could not connect has used up its retries. Until the service responds, other calls that cannot
 * connect are not retried, so that a run of hundreds of objects fails about as fast as its first one.
 */
export interface Reachability {
  gaveUp: boolean;
}

export interface ClientContext {
  readonly settings: ResolvedOptions;
  readonly transport: Transport;
  readonly rateLimiter: RateLimiter;
  /** Redacts the client's own secrets, not those of a request body. */
  readonly redact: Redact;
  /** Signals that abort every call: the option's and the one of `close()`. */
  readonly signals: readonly AbortSignal[];
  /** 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  readonly reachability: Reachability;
  readonly nextCallId: () => number;
  readonly emit: (event: ClientEvent) => void;
  /** `date` is the header of a response; an invalid one is ignored. */
  readonly recordServerTime: (date: string | undefined) => void;
}
