/** Faults: what goes wrong, and when, as data. */

/** Which requests a fault is for: those for which everything that is given holds. */
export interface FaultMatch {
  /** Name of an operation, such as `ip_policy.create`. */
  readonly operation?: string | undefined;
  /** An HTTP method in capitals. */
  readonly method?: string | undefined;
  /** A path; `*` stands for one segment, `**` at the end for any number of them. */
  readonly path?: string | undefined;
  /** Name of a kind. */
  readonly kind?: string | undefined;
  /** Identifier of the object in the path. */
  readonly id?: string | undefined;
  /** Only the nth of the requests that match otherwise, counted from 1 since the fault was set. */
  readonly nth?: number | undefined;
}

/** What goes wrong. A member that is absent goes well. */
export interface FaultEffect {
  /** Answers an error of this status, 400 to 599, and does not perform the request. */
  readonly status?: number | undefined;
  /** Number of the error code of that error. */
  readonly code?: number | undefined;
  /** Message of that error. */
  readonly msg?: string | undefined;
  /** Headers that the answer has beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the connection without an answer, and does not perform the request. */
  readonly drop?: true | undefined;
  /** With `status` or `drop`: performs the request all the same, so that the change happens and the client sees a failure. */
  readonly commit?: true | undefined;
  /** The answer comes that many milliseconds late, of the machine's clock; the request is performed at once. */
  readonly delay_ms?: number | undefined;
  /** Announces the whole body, sends that many bytes of it and ends the connection. */
  readonly truncate?: number | undefined;
  /** Sends the body in pieces of so many bytes, each so many milliseconds after the one before. */
  readonly drip?: { readonly bytes: number; readonly every_ms: number } | undefined;
  /** This text in place of the body: an answer that is not JSON. */
  readonly body?: string | undefined;
  /** This content type in place of `application/json`. */
  readonly content_type?: string | undefined;
  /** A read answers as if the last change of the object, or of a list's kind, had not happened. */
  readonly stale?: true | undefined;
  /** A page of a list holds an object a second time, or lacks one that no other page has. */
  readonly page?: 'repeat' | 'skip' | undefined;
  /** Answers for another object of the kind. */
  readonly another_object?: true | undefined;
}

/** A fault as it is set. */
export interface FaultInput {
  /** To which requests it happens; by default to every one. */
  readonly match?: FaultMatch | undefined;
  /** What goes wrong. */
  readonly do: FaultEffect;
  /** How often it happens, at most; by default without end. */
  readonly times?: number | undefined;
}

/** A fault that is set, with how often it was met. */
export interface Fault {
  /** `fault_1`, `fault_2` and so on, in the order in which they were set since start or reset. */
  readonly id: string;
  /** To which requests it happens. */
  readonly match: FaultMatch;
  /** What goes wrong. */
  readonly do: FaultEffect;
  /** How often it happens, at most; null for without end. */
  readonly times: number | null;
  /** Requests that matched, `nth` aside. */
  seen: number;
  /** How often it happened. */
  hits: number;
}

/** All faults, in the order in which they were set: the first that matches is the one that happens. */
export interface Faults {
  set: Fault[];
  /** How many there have ever been. */
  total: number;
}

/** No faults. */
export function createFaults(): Faults {
  return { set: [], total: 0 };
}

/** Sets a fault that was checked. */
export function addFault(faults: Faults, { match = {}, do: effect, times }: FaultInput): Fault {
  faults.total += 1;
  const fault: Fault = { id: `fault_${faults.total}`, match, do: effect, times: times ?? null, seen: 0, hits: 0 };
  faults.set.push(fault);
  return fault;
}
