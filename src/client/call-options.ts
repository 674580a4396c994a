/** The words in which every call of the client is made; types only. */
import type { JsonObject } from '../model/json';

/** How one call is made; everything has a default. */
export interface CallOptions {
  /** Ends the call at once: waits, retries and the request that is under way. What the service did is then unknown. */
  readonly signal?: AbortSignal;
  /**
   * Ends waits and retries at once, but lets a request that was sent come to its answer: what the service did stays
   * known. A call that has sent nothing yet sends nothing.
   */
  readonly stop?: AbortSignal;
  /** Milliseconds for the whole call with its waits and retries. None by default: a wait for a rate limit may be long. */
  readonly timeout?: number;
}

/** How a creation is made. */
export interface CreateOptions extends CallOptions {
  /**
   * Whether the answer can be about the object that was just made. One that cannot, such as that of an object which was
   * there before, rejects as an answer that was lost: what was made is then unknown.
   */
  readonly acceptResponse?: (answer: JsonObject & { readonly id: string }) => boolean;
}

/** What to list. */
export interface ListOptions {
  /** Objects in one page, 1 to 100. The default is 100, which needs the fewest requests. */
  readonly limit?: number;
  /** CEL expression over `obj`; kinds whose list takes none refuse it before anything is sent (gaps.md 1.3). */
  readonly filter?: string;
  /** Starts after the object of this identifier; lists run from the newest object to the oldest. */
  readonly beforeId?: string;
}

/** One page of a list. */
export interface Page<Answer> {
  /** Newest first; at most `limit` of them. */
  readonly objects: readonly Answer[];
  /** Where this page is served. */
  readonly uri: string;
  /** Where the next page is served; null after the last one. */
  readonly nextPageUri: string | null;
}

/** The calls of one kind. All of them reject with an `ApiError`, and with nothing else. */
export interface Collection<Answer, Create, Update> {
  /** Creates an object and answers it. */
  create(body: Create, call?: CallOptions): Promise<Answer>;
  /** Answers the object of that identifier. */
  get(id: string, call?: CallOptions): Promise<Answer>;
  /** Changes the members that are given, leaves the others alone, and answers the whole object. */
  update(id: string, body: Update, call?: CallOptions): Promise<Answer>;
  /** Deletes the object. One that is gone already rejects with an error whose `gone` is true. */
  delete(id: string, call?: CallOptions): Promise<void>;
  /** Every object, newest first; pages are requested as they are needed, and no more once the loop is left. */
  list(options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Answer>;
  /** The same, a page at a time. */
  pages(options?: ListOptions, call?: CallOptions): AsyncIterableIterator<Page<Answer>>;
}
