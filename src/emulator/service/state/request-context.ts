import type { JsonObject } from '../../../model/json';
import type { Kind } from '../../../model/kind';
import type { Query } from '../../http/read-input';
import type { Account, State } from './types';

export interface ReadContext {
  readonly state: State;
  readonly account: Account;
  /** Prefix of every absolute URI in responses. */
  readonly origin: string;
}

/** The client of an API key, or the user that a control request names. */
export type Caller =
  | {
      readonly token: string;
      /** Id of the API key object; undefined for a key from the options. */
      readonly keyId: string | undefined;
    }
  | { readonly id: string; readonly subject: string; readonly source: 'Dashboard' | 'API' };

export interface RequestContext extends ReadContext {
  readonly caller: Caller;
}

export interface OperationInput {
  readonly id: string;
  readonly member: string;
  readonly query: Query;
  readonly body: JsonObject;
}

export interface OperationResult {
  readonly status: 200 | 201 | 204;
  readonly body?: JsonObject;
}

export type Perform = (
  context: RequestContext,
  kind: Kind,
  input: OperationInput,
) => OperationResult | Promise<OperationResult>;
