/**
 * Calls by the name of a kind: `client.get('ip_policy', id)`. Bodies and responses use the member names of the
 * specification, whatever the profile uses on the wire.
 */
import type { Profile } from '../model/profiles';
import type { JsonObject } from '../values/json';
import type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';
import type { ApiError } from './errors/api-error';

export type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';
export type { ApiError } from './errors/api-error';

/** An object as returned by the service, with the member names of the specification. */
export type ServiceObject = JsonObject & { readonly id: string };

export interface RateLimitUsage {
  /** The client's own limit of requests in any 60 s; undefined for no limit. */
  readonly perMinute: number | undefined;
  /**
   * Milliseconds during which at least one request waited for a known time: the one at which that limit, or the delay
   * of a 429, lets the next request pass. While requests wait until one in flight completes, nothing is counted, even
   * if it is that limit or a 429 that keeps them from being sent beside it.
   */
  readonly throttledMs: number;
  /**
   * Number of 429 responses, without those whose `Retry-After` is above 300 s: they fail their call and throttle no
   * other.
   */
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

/**
 * Calls by the names of kinds. A call that fails rejects with an {@link ApiError}. The service lists the endpoints of
 * agents among cloud endpoints: `get`, `list` and `pages` of `cloud_endpoint` leave them out, but `update` and `delete`
 * send the id of one unchecked.
 */
export interface ServiceClient {
  /** The base URL without a trailing slash. */
  readonly baseUrl: string;
  /** The API dialect. */
  readonly profile: Profile;
  /**
   * Creates an object and returns it. If the response is lost, the request is not repeated: `sideEffect` is `unknown`.
   */
  create(kind: string, body: JsonObject, call?: CreateOptions): Promise<ServiceObject>;
  /** Returns an object. Rejects with an error whose `notFound` is true if the kind has no object with this id. */
  get(kind: string, id: string, call?: CallOptions): Promise<ServiceObject>;
  /** Changes an object by PATCH, and returns it. Rejects a body without a value to change, as the service does. */
  update(kind: string, id: string, body: JsonObject, call?: CallOptions): Promise<ServiceObject>;
  /** Deletes an object. Rejects with an error whose `notFound` is true if it does not exist. */
  delete(kind: string, id: string, call?: CallOptions): Promise<void>;
  /**
   * Detaches a value that no update can clear: DELETE of `path` below the object. `path` must be the `detach.path` of
   * an attribute of the kind. The service may report `notFound` if nothing is attached.
   */
  detach(kind: string, id: string, path: string, call?: CallOptions): Promise<void>;
  /**
   * Iterates over the objects that the options select, by default all, newest first. Requests each page when it is
   * needed.
   */
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
  /**
   * Estimates the service's clock, in ms since 1970, from the last valid `Date` of a response; before that, the clock
   * of this machine.
   */
  serviceTime(): number;
  /** Returns what rate limits have cost so far. */
  rateLimitUsage(): RateLimitUsage;
  /** Returns a caught {@link ApiError} unchanged; wraps any other value in an error of category `unexpected`. */
  toApiError(caught: unknown): ApiError;
  /** Aborts the calls in flight and closes all connections. Later calls reject. */
  close(): Promise<void>;
}
