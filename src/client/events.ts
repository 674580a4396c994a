/** What the client tells of its requests, for logs. */
import type { ApiError } from './errors/api-error';
import type { Method } from './http/request';

interface EventBase {
  /** Number of the call in this client, from 1; its requests share it. */
  readonly call: number;
  /** Number of the request in its call, from 1. */
  readonly attempt: number;
  readonly method: Method;
  /** Without values of foreign query parameters. */
  readonly url: string;
}

/** One thing that happened. No member holds a secret; bodies are not told. */
export type ClientEvent =
  | (EventBase & {
      readonly type: 'sent';
      /** Milliseconds that the request waited for the budget and a connection of it, pauses between retries not counted. */
      readonly waited: number;
    })
  | (EventBase & {
      readonly type: 'answered';
      readonly status: number;
      readonly operationId: string | undefined;
      /** Milliseconds since the request was sent. */
      readonly time: number;
    })
  | (EventBase & {
      /** No whole answer came. */
      readonly type: 'failed';
      readonly error: ApiError;
      readonly time: number;
    })
  | (EventBase & {
      /** The request will be sent again. */
      readonly type: 'retried';
      readonly error: ApiError;
      /** Milliseconds until then; after a 429 the budget may make it longer. */
      readonly delay: number;
    });

/** Told of each event as it happens; called in the middle of a call, so it must be quick. */
export type OnEvent = (event: ClientEvent) => void;
