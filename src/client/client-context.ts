/** What all calls of one client share. */

import type { ClientEvent } from './events';
import type { Transport } from './http/transport';
import type { ResolvedOptions } from './options';
import type { RateLimiter } from './rate-limit/rate-limiter';
import type { Redact } from './redact';

/** Made with the client, ended with it. */
export interface ClientContext {
  readonly settings: ResolvedOptions;
  readonly transport: Transport;
  readonly budget: RateLimiter;
  /** Without the client's own secrets. */
  readonly redact: Redact;
  /** Signals that end every call: the option's and the one of `close()`. */
  readonly signals: readonly AbortSignal[];
  /** 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  /** Numbers of calls, from 1. */
  readonly nextCall: () => number;
  readonly tell: (event: ClientEvent) => void;
  /** Takes note of the `Date` of an answer. */
  readonly noteTime: (date: string | undefined) => void;
}
