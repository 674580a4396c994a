import type { Words } from './words';

/** Why an operation failed, for a program that runs the provider in its own process. Terraform does not receive it. */
export interface DiagnosticCause {
  /**
   * `request`: a request failed, because the service refused it or no readable response arrived. `guard`: the provider
   * refuses the change. `setting`: the provider block. `other_account`: the account does not have the object of
   * `account_object`. `not_previewed`: a preview does not run it.
   */
  readonly kind: 'request' | 'guard' | 'setting' | 'other_account' | 'not_previewed';
  /** What a preview does not run. */
  readonly part?: UnpreviewedPart | undefined;
  /** The request that failed. */
  readonly failure?: FailedRequest | undefined;
  /** The detail of the diagnostic ends with these lines; `problem` is the detail without them. */
  readonly advice?: readonly Words[];
  readonly problem?: Words;
  /** Makes the advice with addresses, which Terraform does not pass to the provider. */
  readonly adviceWith?: Advice | undefined;
}

/** `type` is that of the resource, data source or action; of a function its name. */
export interface UnpreviewedPart {
  readonly of: 'create' | 'import' | 'move' | 'data_source' | 'ephemeral_resource' | 'action' | 'function';
  readonly type: string;
}

export type Advice = (names: AdviceNames) => readonly Words[];

export interface AdviceNames {
  /** Address of the resource that the diagnostic is about. */
  readonly address?: string | undefined;
  /** Address of the resource whose object has the id, in the folder where the commands run. */
  readonly addressOf: (id: string) => string | undefined;
  /** The same in another folder, such as that of another stack. */
  readonly addressElsewhere?: (id: string) => string | undefined;
  /** Argument of `terraform -chdir`. Undefined: that of the provider, if it knows one, otherwise no `-chdir`. */
  readonly folder?: string | undefined;
}

export interface FailedRequest {
  /** Error code of the service; undefined without a response, or if that has none. */
  readonly code?: string | undefined;
  /** Id under which the service traced the request; undefined if it is not known. */
  readonly operationId?: string | undefined;
}
