/**
 * The client with kinds as strings. Types only, so an import loads no code. Bodies and responses use the member names of
 * the specification, whatever the profile uses on the wire.
 */
import type { JsonObject } from '../model/json';
import type { Profile } from '../model/profiles';
import type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';

export type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';

/** An object as returned by the service, with the member names of the specification. */
export type ServiceObject = JsonObject & { readonly id: string };

/** Category of a failure. */
export type ErrorCategory =
  /** The service returned an error of no other category: `status` is set, and usually `code`. */
  | 'api'
  /** The service rejected the API key (401, 403). */
  | 'credentials'
  /** 429, after all retries. */
  | 'rate_limit'
  /** The base URL does not lead to the service's API: a 404 of another server, a redirect, an HTML page. */
  | 'routing'
  /** The service reported success, but the response is malformed. */
  | 'invalid_response'
  /** No connection, or the connection broke. */
  | 'network'
  /** No complete response before a time limit. */
  | 'timeout'
  /** Aborted by a signal or by `close()`. */
  | 'aborted'
  /** An invalid option or argument; nothing was sent. */
  | 'invalid_call'
  /** A defect of this program. */
  | 'unexpected';

/** Whether the request reached the service: `no`, `maybe`, or `yes`, because a response began to arrive. */
export type DeliveryStatus = 'no' | 'maybe' | 'yes';

/**
 * Effect of a failed call: `not_sent` if nothing was sent; `no_effect` if the call changed
 * nothing; `unknown` if the service may have applied the change. Read the object before repeating an `unknown` call. A
 * call that only reads is never `unknown`.
 */
export type SideEffect = 'not_sent' | 'no_effect' | 'unknown';

/** A failed call; `ApiError` is its class. Its strings never contain the API key or another secret that was sent. */
export interface ServiceError extends Error {
  readonly name: 'ApiError';
  readonly category: ErrorCategory;
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** Error code of the service, such as `ERR_1408`. */
  readonly code: string | undefined;
  /** Message of the service, with secrets redacted. */
  readonly serviceMessage: string | undefined;
  /** Id under which the service traced the request. */
  readonly operationId: string | undefined;
  /** HTTP method; undefined if no request was built. */
  readonly method: string | undefined;
  /** URL of the request; values of unknown query parameters are omitted. */
  readonly url: string | undefined;
  /** Name of the invalid option or argument, such as `baseUrl`; set for the category `invalid_call`. */
  readonly argument: string | undefined;
  readonly deliveryStatus: DeliveryStatus;
  readonly sideEffect: SideEffect;
  /** Whether the same call may succeed later without a change by the caller. */
  readonly retryable: boolean;
  /** The service reports that the requested object does not exist. Never true for a wrong base URL. */
  readonly notFound: boolean;
  /** The failure concerns the key, the address, the network, a rate limit or an outage, so every call fails alike. */
  readonly affectsEveryCall: boolean;
  /** Returns a copy with a sentence appended to the message. */
  withHint(hint: string): ServiceError;
  /** Returns a copy in which the sentence `effect` replaces the one that the effect is unknown. */
  withEffect(effect: string): ServiceError;
}

export interface RateLimitUsage {
  /** The client's own limit of requests in any 60 s; undefined for no limit. */
  readonly perMinute: number | undefined;
  /** Milliseconds in which requests were throttled by that limit or a 429. */
  readonly throttledMs: number;
  /** Number of 429 responses. */
  readonly rejections429: number;
}

/** Calls for the event sources of a subscription, which are identified by their event type. */
export interface EventSourceCalls<Item = JsonObject, Create = JsonObject, Update = JsonObject> {
  /** Returns all sources of the subscription; the service does not page them. */
  list(subscriptionId: string, call?: CallOptions): Promise<readonly Item[]>;
  /** Returns the source with the event type `type`. */
  get(subscriptionId: string, type: string, call?: CallOptions): Promise<Item>;
  /** Adds a source; the service rejects a second source with the same type. */
  create(subscriptionId: string, body: Create, call?: CallOptions): Promise<Item>;
  /** Changes `fields` or `filter`; the type cannot be changed. */
  update(subscriptionId: string, type: string, body: Update, call?: CallOptions): Promise<Item>;
  /** Deletes a source. Rejects with an error whose `notFound` is true if there is none of that type. */
  delete(subscriptionId: string, type: string, call?: CallOptions): Promise<void>;
}

/** Calls by the names of kinds. Every call rejects with a {@link ServiceError}. */
export interface ServiceClient {
  /** Without trailing slash. */
  readonly baseUrl: string;
  /** The API dialect. */
  readonly profile: Profile;
  /** Creates an object and returns it. If the response is lost, the request is not repeated: `sideEffect` is `unknown`. */
  create(kind: string, body: JsonObject, call?: CreateOptions): Promise<ServiceObject>;
  /** Returns an object. Rejects with an error whose `notFound` is true if it does not exist. */
  get(kind: string, id: string, call?: CallOptions): Promise<ServiceObject>;
  /** Sends one PATCH. Rejects an empty body, as the service does. */
  update(kind: string, id: string, body: JsonObject, call?: CallOptions): Promise<ServiceObject>;
  /** Deletes an object. Rejects with an error whose `notFound` is true if it does not exist. */
  delete(kind: string, id: string, call?: CallOptions): Promise<void>;
  /**
   * Detaches a value that no update can clear: DELETE of `path` below the object. `path` must be the `detach.path` of an
   * attribute of the kind. The service may report `notFound` if nothing is attached.
   */
  detach(kind: string, id: string, path: string, call?: CallOptions): Promise<void>;
  /** Iterates over all objects, newest first; requests each page when it is needed. */
  list(kind: string, options?: ListOptions, call?: CallOptions): AsyncIterableIterator<ServiceObject>;
  /** Like {@link list}, one page at a time. */
  pages(kind: string, options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Page<ServiceObject>>;
  /** Iterates over the endpoints bound to a Kubernetes operator; the service supports paging but no filter. */
  boundEndpoints(
    operatorId: string,
    options?: Omit<ListOptions, 'filter'>,
    call?: CallOptions,
  ): AsyncIterableIterator<ServiceObject>;
  /** Calls for the event sources of subscriptions. */
  readonly eventSources: EventSourceCalls;
  /** Estimates the service's clock, in ms since 1970, from the `Date` of its last response; undefined before the first. */
  serviceTime(): number | undefined;
  /** Returns what rate limits have cost so far. */
  rateLimitUsage(): RateLimitUsage;
  /** Returns a caught {@link ServiceError} unchanged; wraps any other value in an error of category `unexpected`. */
  toServiceError(caught: unknown): ServiceError;
  /** Aborts the calls in flight and closes all connections. Later calls reject. */
  close(): Promise<void>;
}
