import type { JsonObject } from '../values/json';

/** Options of one call. */
export interface CallOptions {
  /**
   * Aborts the call at once, with its waits, retries and the request in flight. Whether a change in flight was applied
   * is then unknown.
   */
  readonly signal?: AbortSignal;
  /**
   * Ends waits and retries at once, but lets a request in flight complete, so that its effect is known. A call that has
   * sent nothing yet sends nothing.
   */
  readonly stop?: AbortSignal;
  /**
   * Milliseconds for the whole call, waits and retries included; for `list` and `pages`, for each page. No default,
   * because a rate limit may throttle for long.
   */
  readonly timeout?: number;
}

/**
 * Options of a create by the name of a kind, `client.create('ip_policy', …)`. Typed collections take
 * {@link CallOptions}.
 */
export interface CreateOptions extends CallOptions {
  /**
   * Returns false if the response cannot describe the new object, such as one about an older object. The call then
   * rejects with `sideEffect` `unknown`.
   */
  readonly acceptResponse?: (object: JsonObject & { readonly id: string }) => boolean;
}

/** Options of a list. */
export interface ListOptions {
  /**
   * Objects in a page, 1 to 100. The default is 100, which needs the fewest requests. A list of more than 10,000 pages
   * rejects, so a small limit bounds how many objects can be listed.
   */
  readonly limit?: number;
  /** CEL expression over `obj`. Rejected before anything is sent for kinds whose list does not support filters. */
  readonly filter?: string;
  /** Starts after the object with this id; lists run from the newest object to the oldest. */
  readonly beforeId?: string;
}

/** One page of a list. */
export interface Page<Item> {
  /** Newest first; at most `limit` objects. */
  readonly objects: readonly Item[];
  /** URL of this page, as the service reports it; the URL of the request if it reports none. */
  readonly uri: string;
  /** URL of the next page, as the service reports it; null for the last page. */
  readonly nextPageUri: string | null;
}

/** The calls of a kind that the API only reads. A call that fails rejects with an `ApiError`. */
export interface ReadOnlyCollection<Item> {
  /** Returns an object. Rejects with an error whose `notFound` is true if it does not exist. */
  get(id: string, call?: CallOptions): Promise<Item>;
  /**
   * Iterates over the objects that the options select, by default all, newest first. Requests each page when it is
   * needed; leaving the loop ends the requests.
   */
  list(options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Item>;
  /** Like {@link list}, one page at a time. */
  pages(options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Page<Item>>;
}

/** The calls of one kind. A call that fails rejects with an `ApiError`. */
export interface Collection<Item, Create, Update> extends ReadOnlyCollection<Item> {
  /** Creates an object and returns it. */
  create(body: Create, call?: CallOptions): Promise<Item>;
  /** Changes the given members only, and returns the whole object. */
  update(id: string, body: Update, call?: CallOptions): Promise<Item>;
  /** Deletes an object. Rejects with an error whose `notFound` is true if it does not exist. */
  delete(id: string, call?: CallOptions): Promise<void>;
}
