/** One operation being performed. */
import type { JsonObject } from '../../model/json';
import type { Query } from '../http/query';
import type { Account, State } from '../state/state';

/** What answering an object needs to know. */
export interface ReadContext {
  readonly state: State;
  readonly account: Account;
  /** Start of every absolute URI answered. */
  readonly origin: string;
}

/** Who asks: with a key, or through the emulator's controls in somebody's name. */
export type Caller =
  | {
      readonly token: string;
      /** Identifier of the API key, if it is one that was made here. */
      readonly keyId: string | undefined;
    }
  | { readonly id: string; readonly subject: string; readonly source: 'Dashboard' | 'API' };

/** What performing an operation needs to know. */
export interface RequestContext extends ReadContext {
  readonly caller: Caller;
}

/** What a request says beyond who asks. */
export interface OperationInput {
  /** Identifier of the object, from the path; empty for operations on a collection. */
  readonly id: string;
  /** What stands in the path behind a sub-collection; empty if nothing does. */
  readonly member: string;
  readonly query: Query;
  /** Empty for operations that take none. */
  readonly body: JsonObject;
}

/** What an operation answers when it succeeds. */
export interface OperationResult {
  readonly status: 200 | 201 | 204;
  /** None with 204. */
  readonly body?: JsonObject;
}
