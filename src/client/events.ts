import type { ApiError } from './errors/api-error';
import type { Method } from './request';

interface EventBase {
  /** Number of the call in this client, from 1. A retry has that of its call; each page of a list counts as a call. */
  readonly call: number;
  /** Number of the request in its call, from 1. */
  readonly attempt: number;
  readonly method: Method;
  /** URL of the request; values of unknown query parameters are omitted. */
  readonly url: string;
}

/** A step of a request, for logs. Contains no secret, and of bodies only what the message of an error quotes. */
export type ClientEvent =
  | (EventBase & {
      /** The request is now sent. It does not leave this machine if no connection can be made. */
      readonly type: 'sent';
      /** Milliseconds that the rate limiter delayed the request. A pause before a retry counts only after a 429. */
      readonly waitedMs: number;
    })
  | (EventBase & {
      readonly type: 'response';
      readonly status: number;
      /** Id under which the service traced the request; undefined if the response has none. */
      readonly operationId: string | undefined;
      /** Milliseconds from sending to the complete response. */
      readonly durationMs: number;
    })
  | (EventBase & {
      /** The request ended without a complete response. */
      readonly type: 'failed';
      readonly error: ApiError;
      readonly durationMs: number;
    })
  | (EventBase & {
      /** The request is to be sent again after the delay, unless the call ends before. */
      readonly type: 'retried';
      readonly error: ApiError;
      /** Milliseconds until the retry. After a 429, other requests may delay it longer. */
      readonly delayMs: number;
    });

/** Receives each event synchronously, in the middle of a call; it must return quickly. */
export type OnEvent = (event: ClientEvent) => void;
