/** The requests to which a fault applies: those that match all members that are set. */
export interface FaultMatch {
  /** Name of an operation, such as `ip_policy.create`. */
  readonly operation?: string | undefined;
  /** An HTTP method in capitals. */
  readonly method?: string | undefined;
  /** A path as it is sent, without the query; `*` matches one segment, `**` at the end any number, also none. */
  readonly path?: string | undefined;
  /** Name of a kind. */
  readonly kind?: string | undefined;
  /** Id of the object in the path. */
  readonly id?: string | undefined;
  /** Matches only the nth request that matches the other members, counted from 1 since the fault was added. */
  readonly nth?: number | undefined;
}

/** What a fault does to a request or its response. */
export interface FaultEffect {
  /** Returns an error with this status, 400 to 599, and does not perform the request unless `commit` is set. */
  readonly status?: number | undefined;
  /** Number of the error code of that error. */
  readonly code?: number | undefined;
  /** Message of that error. */
  readonly msg?: string | undefined;
  /** Headers that are added to the response, or replace those of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the connection without a response, and does not perform the request unless `commit` is set. */
  readonly drop?: true | undefined;
  /**
   * Performs the request although `status` or `drop` fails it: the client sees a failure also of a change that took
   * place.
   */
  readonly commit?: true | undefined;
  /**
   * Delays the response by that many milliseconds of real time, at most 600,000. The request is performed, or failed,
   * at once.
   */
  readonly delay_ms?: number | undefined;
  /** Announces the length of the whole body, sends that many bytes of it and ends the connection. */
  readonly truncate?: number | undefined;
  /** Sends the body in pieces of `bytes` bytes, one every `every_ms` milliseconds of real time, at most 600,000. */
  readonly drip?: { readonly bytes: number; readonly every_ms: number } | undefined;
  /** Replaces the body, for example with one that is not JSON. A response with status 204 still has none. */
  readonly body?: string | undefined;
  /** Replaces the content type `application/json`. */
  readonly content_type?: string | undefined;
  /**
   * A read returns the state before the last change of the object, or before the last change of the list's kind, if the
   * changed object is one of the last 1,000 of its kind that changed since the start, reset or restore. A list of other
   * objects below one, such as the secrets of a vault, has the present ones. A write stays as it is.
   */
  readonly stale?: true | undefined;
  /**
   * With `repeat`, a page of a list starts with the last object of the page before; the first page, and one after an
   * object that was deleted, with its own first object once more. With `skip` it lacks its first object, which no other
   * page contains.
   */
  readonly page?: 'repeat' | 'skip' | undefined;
  /**
   * The object of a response is replaced by the newest other one of its kind or, if there is none, gets an id that does
   * not exist. A list, and a source of an event subscription, stay as they are.
   */
  readonly another_object?: true | undefined;
}

/** A fault to add. */
export interface FaultInput {
  /** Default: every request. */
  readonly match?: FaultMatch | undefined;
  readonly do: FaultEffect;
  /** How often the fault takes effect, at most. Default: unlimited. */
  readonly times?: number | undefined;
}

/** A fault that was added, with its counters. */
export interface Fault {
  /** `fault_1`, `fault_2` and so on, in the order in which they were added since start or reset. */
  readonly id: string;
  readonly match: FaultMatch;
  readonly do: FaultEffect;
  /** How often the fault takes effect, at most; null is unlimited. */
  readonly times: number | null;
  /** Number of requests that matched, regardless of `nth` and `times`. */
  seen: number;
  /** Number of requests that met the fault: it was the first whose `match` and `times` let it apply. */
  hits: number;
}

export interface Faults {
  set: Fault[];
  /** How many were added since start or reset. */
  total: number;
}

export function createFaults(): Faults {
  return { set: [], total: 0 };
}

export function addFault(faults: Faults, { match = {}, do: effect, times }: FaultInput): Fault {
  faults.total += 1;
  const fault: Fault = { id: `fault_${faults.total}`, match, do: effect, times: times ?? null, seen: 0, hits: 0 };
  faults.set.push(fault);
  return fault;
}
