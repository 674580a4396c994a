/**
 * What the client promises to those who work with kinds as data (the provider's engine): types only, so that importing
 * them loads nothing. Bodies and answers have the specification's member names, whatever the profile says on the wire.
 */
import type { JsonObject } from '../model/json';
import type { Profile } from '../model/profiles';
import type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';

export type { CallOptions, CreateOptions, ListOptions, Page } from './call-options';

/** An object as the service answers it, in the specification's words; its identifier is always there. */
export type ServiceObject = JsonObject & { readonly id: string };

/** What went wrong, as a closed set. */
export type ErrorKind =
  /** The service answered an error of its own: `status`, and mostly `code`. */
  | 'api'
  /** The service refuses the API key (401, 403). */
  | 'credentials'
  /** 429, still or for too long. */
  | 'rate_limit'
  /** What answers at the base URL is not the service's API: a foreign 404, a redirect, a page of HTML. */
  | 'routing'
  /** The service said that it succeeded, but its answer cannot be used. */
  | 'invalid_answer'
  /** No connection, or it broke. */
  | 'network'
  /** No whole answer in time. */
  | 'timeout'
  /** Ended by a signal or by `close()`. */
  | 'aborted'
  /** An option or argument cannot be used; nothing was sent. */
  | 'invalid_call'
  /** A defect of this program. */
  | 'unexpected';

/** Whether the request reached the service: no, perhaps, or surely, since it began to answer. */
export type DeliveryStatus = 'no' | 'maybe' | 'yes';

/**
 * What is known of a failed call's effect: it never left this process; it was answered with a refusal; or it may have
 * been done all the same, and must be looked up before it is repeated. A call that only reads is never `unknown`.
 */
export type SideEffect = 'not_sent' | 'refused' | 'unknown';

/** Every failure of a call. Neither its texts nor its members hold the API key or another secret that was sent. */
export interface ServiceError extends Error {
  readonly name: 'ApiError';
  /** What went wrong, to decide by. */
  readonly kind: ErrorKind;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** The service's error code, such as `ERR_1408`. */
  readonly code: string | undefined;
  /** The service's own message, without secrets. */
  readonly serviceMessage: string | undefined;
  /** Identifier under which the service traced the request. */
  readonly operationId: string | undefined;
  /** HTTP method of the request; undefined where none was made. */
  readonly method: string | undefined;
  /** Where the request went, without values of query parameters that are not the client's own. */
  readonly url: string | undefined;
  /** Whether the request reached the service. */
  readonly sent: DeliveryStatus;
  /** What is known of the effect of the call. */
  readonly outcome: SideEffect;
  /** Whether the same call may succeed later, with nothing changed by the caller. */
  readonly retryable: boolean;
  /** The service's own 'no such object' about the object that was asked for; never a wrong base URL. */
  readonly notFound: boolean;
  /** About the connection to the service (key, address, network), not about one object: every other call fails alike. */
  readonly affectsEveryCall: boolean;
  /** The same error with more said at the end of its message. */
  withHint(addition: string): ServiceError;
  /** The same error with a finding, which replaces the sentence that the effect of the call is unknown. */
  withFinding(finding: string): ServiceError;
}

/** What limits on the rate of requests have done to the calls of a client. */
export interface RateLimitUsage {
  /** Requests in any 60 s that the client sends at most; undefined for no limit of its own. */
  readonly perMinute: number | undefined;
  /**
   * Milliseconds in which a request waited for that limit or after a 429, with those that are foreseen for the requests
   * that wait now.
   */
  readonly throttledMs: number;
  /** How often the service answered 429. */
  readonly rejections429: number;
}

/** Calls of the event sources of a subscription, a sub-collection whose objects are identified by their event type. */
export interface EventSourceCalls<Answer = JsonObject, Create = JsonObject, Update = JsonObject> {
  /** All sources of the subscription; the service does not page them. */
  list(subscriptionId: string, call?: CallOptions): Promise<readonly Answer[]>;
  /** One source, by its event type. */
  get(subscriptionId: string, type: string, call?: CallOptions): Promise<Answer>;
  /** Adds a source; the service refuses a second one of the same type. */
  create(subscriptionId: string, body: Create, call?: CallOptions): Promise<Answer>;
  /** Changes fields or filter; the type cannot be changed. */
  update(subscriptionId: string, type: string, body: Update, call?: CallOptions): Promise<Answer>;
  /** Removes a source; one that is not there rejects with an error that is `gone`. */
  delete(subscriptionId: string, type: string, call?: CallOptions): Promise<void>;
}

/** The service, by the names of the model's kinds. Every call rejects with a {@link ServiceError} and nothing else. */
export interface ServiceClient {
  /** Where the service is, without trailing slash. */
  readonly baseUrl: string;
  /** Whose words are spoken on the wire. */
  readonly profile: Profile;
  /** Creates an object and answers it. Where the answer was lost it is not sent again: the `outcome` is `unknown`. */
  create(kind: string, body: JsonObject, call?: CreateOptions): Promise<ServiceObject>;
  /** Answers the object; one that is not there rejects with an error that is `gone`. */
  get(kind: string, id: string, call?: CallOptions): Promise<ServiceObject>;
  /** Sends one PATCH; an empty body is refused here, since the service refuses it. */
  update(kind: string, id: string, body: JsonObject, call?: CallOptions): Promise<ServiceObject>;
  /** Deletes the object; one that is not there rejects with an error that is `gone`. */
  delete(kind: string, id: string, call?: CallOptions): Promise<void>;
  /**
   * Has an object let go of a value that no update can clear: DELETE of `path` below the object, which must be a
   * `detach.path` of the kind in the model. Where nothing is attached the service may answer that it is gone.
   */
  detach(kind: string, id: string, path: string, call?: CallOptions): Promise<void>;
  /** All objects, newest first, page by page as they are asked for. */
  list(kind: string, options?: ListOptions, call?: CallOptions): AsyncIterableIterator<ServiceObject>;
  /** The same in the service's own pages. */
  pages(kind: string, options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Page<ServiceObject>>;
  /** The endpoints bound to a Kubernetes operator; neither `filter` nor anything but paging can be asked for. */
  boundEndpoints(
    operatorId: string,
    options?: Omit<ListOptions, 'filter'>,
    call?: CallOptions,
  ): AsyncIterableIterator<ServiceObject>;
  /** Calls of the event sources of subscriptions. */
  readonly eventSources: EventSourceCalls;
  /** What the service's clock shows now, in ms since 1970, by the `Date` of its last answer; undefined before the first. */
  serviceTime(): number | undefined;
  rateUse(): RateLimitUsage;
  /** Whatever was caught, as a {@link ServiceError}: what is none becomes one of kind `unexpected`. */
  errorOf(caught: unknown): ServiceError;
  /** Ends what is under way, closes all connections and answers when they are closed. Later calls are refused. */
  close(): Promise<void>;
}
