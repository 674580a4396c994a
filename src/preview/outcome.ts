/** The outcome of applying the stacks to the account copies. The report is computed from it. */

import type { ReadAccountResult } from '../account/open-account';
import type { LoggedRequest, Snapshot } from '../emulator';
import type { FindMarks } from '../model/marks';
import type { CompleteSettings } from '../model/provider-settings';
import type { StateObject } from '../objects/from-states';
import type { ObjectList } from '../objects/objects';
import type { PlanJson } from '../terraform/plan-json';
import type { Diagnostic } from '../terraform/ui-json';
import type { DiagnosticCause } from '../values/diagnostic-cause';
import type { DescribedFailure } from '../values/read-failure';
import type { Words } from '../values/words';
import type { Placeholder } from './copy-account';
import type { CopyProblem } from './copy-problems';

/** Rejects if the account cannot be read, or lacks its `account_object`. */
export type OpenAccount = (settings: CompleteSettings) => Promise<ReadAccountResult | { readonly snapshot: Snapshot }>;

export interface RefusedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly message: Words;
}

/** By the id of an object with secrets. The digest is of all its values, so another secret changes it. */
export type SecretDigests = ReadonlyMap<string, string>;

export interface CopiedAccount {
  readonly baseUrl: string;
  /** Snapshots without secrets. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly secretDigests: { readonly before: SecretDigests; readonly after: SecretDigests };
  readonly failures: readonly { readonly kind: string; readonly failure: DescribedFailure }[];
  readonly problems: readonly CopyProblem[];
  readonly placeholders: readonly Placeholder[];
  /** Endpoints of agents as the account lists them, the same before and after the change. */
  readonly agentEndpoints: ObjectList;
  /** The provider configuration that read the account has an `account_object`, and the account has it. */
  readonly isBound: boolean;
  /** The account has objects that somebody made, besides API keys: `holdsObjects` of the model. */
  readonly holdsObjects: boolean;
  /** Why nothing could be read; undefined if something was. */
  readonly unreadable?: string;
  /** How many requests read the real account. */
  readonly readRequests: number;
  /** Requests to the copy, of plans and applies. */
  readonly requests: readonly LoggedRequest[];
  readonly auditEvents: number;
  /** The limit of the provider configuration or of the profile; undefined if there is none. */
  readonly requestsPerMinute?: number;
}

/**
 * `applied`: plan and apply ended without an error. `refused`: the plan or the apply failed. `blocked`: a stack that it
 * depends on was not applied. `not_previewed`: it needs something that the preview does not have, Terraform could not
 * be started in its copy, or its apply might run a provisioner of a removed block.
 */
export type StackStatus = 'applied' | 'refused' | 'blocked' | 'not_previewed';

export interface LeftOutStack {
  readonly name: string;
  /** The folder as messages show it. */
  readonly displayFolder: string;
}

export interface CausedDiagnostic extends Diagnostic {
  readonly summary: Words;
  readonly detail: Words;
  /** What the provider says about its diagnostic; undefined for one of Terraform. */
  readonly cause: DiagnosticCause | undefined;
  /** The path that does not exist, if the diagnostic is about one. */
  readonly missingFile: string | undefined;
}

export interface StackOutcome {
  readonly name: string;
  readonly displayFolder: string;
  readonly status: StackStatus;
  /** Why the stack is blocked or not previewed; null otherwise. */
  readonly reason: Words | null;
  /** Errors of plan and apply; {@link notPreviewed} has those of the plan after the apply. */
  readonly errors: readonly CausedDiagnostic[];
  readonly warnings: readonly CausedDiagnostic[];
  /**
   * Errors of the caller's inputs: an invalid configuration, a missing variable or API key, the key of another account.
   * If a stack has some, the command reports only them.
   */
  readonly mistakes: readonly CausedDiagnostic[];
  readonly plan: PlanJson | undefined;
  /**
   * The plan after all stacks were applied; undefined if the stack was not applied, or if this plan failed. Why it
   * failed is in {@link notPreviewed}.
   */
  readonly nextPlan: PlanJson | undefined;
  /** By the ids of objects, see `listAddresses`; from the states before and after the apply. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly inState: readonly StateObject[];
  /** Paths of constructs by resource address without instance key. */
  readonly constructs: ReadonlyMap<string, string>;
  /** The state of the real stack changed during the preview. */
  readonly stateChanged: boolean;
  /**
   * What the preview does not show, in words: parts of the configuration that were not previewed, a state that could
   * not be read, an order in which Terraform may also apply, or an error of the plan after the apply
   * (`the next plan fails for ...`).
   */
  readonly notPreviewed: readonly string[];
  /** Ways to deploy that may have another result, as sentences without a full stop. They leave no gate undecided. */
  readonly assumed: readonly string[];
}

export interface PreviewOutcome {
  readonly stacks: readonly StackOutcome[];
  readonly leftOut: readonly LeftOutStack[];
  readonly accounts: readonly CopiedAccount[];
  readonly refused: readonly RefusedRequest[];
  /**
   * The sensitive parts of the objects of the accounts. The texts of Terraform and the service are redacted already.
   */
  readonly findMarks: FindMarks;
}
