import type { Kind } from '../../../model/kind';
import type { JsonObject } from '../../../values/json';
import type { Caller } from './caller';
import type { Account, State } from './types';

export interface ReadContext {
  readonly state: State;
  readonly account: Account;
  readonly origin: string;
}

export interface RequestContext extends ReadContext {
  readonly caller: Caller;
}

export interface Query {
  /** The first value. */
  get(name: string): string | undefined;
  getAll(name: string): readonly string[];
}

export interface OperationInput {
  /** First id in the path; empty for the list and the create of a kind. */
  readonly id: string;
  /** What follows a sub-collection in the path: the type of an event source. Empty if nothing does. */
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
