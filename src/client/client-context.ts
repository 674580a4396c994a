/** What all calls of one client share. */
import type { Budget } from './rate-limit/rate-limiter';
import type { ClientEvent } from './events';
import type { Settings } from './options';
import type { Redact } from './redact';
import type { Transport } from './http/transport';

/** Made with the client, ended with it. */
export interface Session {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly budget: Budget;
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
