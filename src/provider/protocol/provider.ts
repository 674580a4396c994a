/**
 * Failures are returned as diagnostics, with the last state that is known to be true; what an operation throws is a
 * defect. Each object value has exactly the attributes of its schema.
 */

import type { CtyValue, ObjectValue } from '../../values/cty-value';
import type { DiagnosticCause } from '../../values/diagnostic-cause';
import type { JsonObject } from '../../values/json';
import type { AttributePath, ProviderDiagnostic } from './diagnostic';
import type { ProviderSchema } from './schema';

export interface DiagnosticsResponse {
  readonly diagnostics: readonly ProviderDiagnostic[];
}

/** Why an operation is deferred. Allowed only if the request has `deferralAllowed`. */
export type DeferredReason = 'resource_config_unknown' | 'provider_config_unknown';

/**
 * Provider data that Terraform keeps with a state, or with an open ephemeral resource. Terraform stores that of the
 * response, so a response repeats what is to stay.
 */
export type PrivateState = Uint8Array;

export interface ConfigureRequest {
  readonly config: ObjectValue;
}

export type BlockMode = 'resource' | 'dataSource' | 'ephemeral' | 'list' | 'action';

export interface ValidateRequest {
  readonly mode: BlockMode;
  /** Full type name, `netingress_ip_policy`. */
  readonly type: string;
  readonly config: ObjectValue;
  /** Whether this Terraform version keeps write-only values out of state. */
  readonly writeOnlyAllowed: boolean;
}

export interface UpgradeRequest {
  readonly type: string;
  /** Schema version that wrote the state. */
  readonly version: number;
  /** The state as stored, except that a number that JavaScript might change is its decimal string, see `parseJson`. */
  readonly state: JsonObject;
}

export interface StateResponse extends DiagnosticsResponse {
  /**
   * Null if the object does not exist, or if the operation is deferred. After an error `readResource` returns the
   * current state, `applyResource` the state that was reached, and the others null.
   */
  readonly state: ObjectValue | null;
}

export interface ReadRequest {
  readonly type: string;
  readonly current: ObjectValue;
  readonly private: PrivateState;
}

export interface ReadResponse extends StateResponse {
  readonly private: PrivateState;
}

export interface PlanRequest {
  readonly type: string;
  /** Null on create. */
  readonly prior: ObjectValue | null;
  /** Terraform's own merge of configuration and prior state; null on destroy. */
  readonly proposed: ObjectValue | null;
  /** Null on destroy. */
  readonly config: ObjectValue | null;
  readonly priorPrivate: PrivateState;
}

export interface UnchangedRequest extends Pick<PlanRequest, 'type' | 'priorPrivate'> {
  /** Decodes the prior state. Called when another plan needs it, perhaps after this one has ended. */
  readonly prior: () => ObjectValue;
}

export interface PlanResponse extends DiagnosticsResponse {
  /** Ignored by Terraform if there are errors. */
  readonly planned: ObjectValue | null;
  readonly requiresReplace: readonly AttributePath[];
  readonly plannedPrivate: PrivateState;
}

export interface ApplyRequest {
  readonly type: string;
  /** Null on create. */
  readonly prior: ObjectValue | null;
  /** Null on delete. */
  readonly planned: ObjectValue | null;
  /** Null on delete. The only value that contains write-only values. */
  readonly config: ObjectValue | null;
  readonly plannedPrivate: PrivateState;
}

export interface ApplyResponse extends StateResponse {
  readonly private: PrivateState;
}

export interface MoveRequest {
  /** Address with host, `registry.terraform.io/<namespace>/<name>`. */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly version: number;
  readonly state: JsonObject;
  readonly private: PrivateState;
  readonly targetType: string;
}

export interface MoveResponse extends StateResponse {
  /** That of the source; for an object of another provider a mark that it was moved, until its first update. */
  readonly private: PrivateState;
}

export interface ImportRequest {
  readonly type: string;
  readonly id: string;
}

export interface ImportedResource {
  readonly type: string;
  /** Has only what identifies the object: its id, or that of its owner. Terraform refreshes it next. */
  readonly state: ObjectValue;
  readonly private: PrivateState;
}

export interface ImportResponse extends DiagnosticsResponse {
  readonly imported: readonly ImportedResource[];
}

export interface DeferrableRequest {
  readonly type: string;
  /**
   * Terraform reads a data source or opens an ephemeral resource when all of it is known; with an unknown value the
   * operation is deferred, or an error. The plan of an action may have unknown values.
   */
  readonly config: ObjectValue;
  readonly deferralAllowed: boolean;
}

export interface ReadDataResponse extends StateResponse {
  readonly deferred?: DeferredReason;
}

export interface OpenResponse extends DiagnosticsResponse {
  /** Null after an error, or if the opening is deferred. Terraform closes only what was opened without an error. */
  readonly result: ObjectValue | null;
  readonly private: PrivateState;
  readonly deferred?: DeferredReason;
}

export interface CloseRequest {
  readonly type: string;
  readonly private: PrivateState;
}

export interface ListRequest {
  readonly type: string;
  readonly config: ObjectValue;
  readonly includeObject: boolean;
  /** Maximum number of objects; {@link Number.POSITIVE_INFINITY} for all. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface ListedResource extends DiagnosticsResponse {
  /** Null on error. */
  readonly identity: ObjectValue | null;
  /** `''` on error. */
  readonly displayName: string;
  /** The state; null without `includeObject`, and on error. */
  readonly object: ObjectValue | null;
}

export interface GenerateRequest {
  readonly type: string;
  readonly state: ObjectValue;
}

export interface GenerateResponse extends DiagnosticsResponse {
  readonly config: ObjectValue | null;
}

export interface PlanActionResponse extends DiagnosticsResponse {
  readonly deferred?: DeferredReason;
}

export interface InvokeActionRequest {
  readonly type: string;
  /** Wholly known. */
  readonly config: ObjectValue;
}

/** A line of progress, or the end. Terraform takes a stream without an end for success. */
export type ActionEvent = { readonly progress: string } | { readonly diagnostics: readonly ProviderDiagnostic[] };

export interface CallRequest {
  readonly name: string;
  /** Values of the types of the parameters, wholly known. */
  readonly arguments: readonly CtyValue[];
}

export type CallResponse =
  | { readonly result: CtyValue }
  /**
   * With `argument`, the index of an argument, `error` continues `Invalid value for "<parameter>" parameter: ` and has
   * no final period; without it, `error` is a complete text. `cause`: why a preview does not call the function.
   */
  | { readonly error: string; readonly argument?: number; readonly cause?: DiagnosticCause };

export interface Provider {
  readonly schema: ProviderSchema;
  validateProviderConfig(config: ObjectValue): Promise<DiagnosticsResponse>;
  configure(request: ConfigureRequest): Promise<DiagnosticsResponse>;
  validate(request: ValidateRequest): Promise<DiagnosticsResponse>;
  upgradeState(request: UpgradeRequest): Promise<StateResponse>;
  readResource(request: ReadRequest): Promise<ReadResponse>;
  /**
   * For a proposed state that equals the prior one. True: `planResource` would return it without diagnostics, so it is
   * not called, and later plans know of the object.
   */
  keepsUnchanged?(request: UnchangedRequest): boolean;
  planResource(request: PlanRequest): Promise<PlanResponse>;
  applyResource(request: ApplyRequest): Promise<ApplyResponse>;
  importResource(request: ImportRequest): Promise<ImportResponse>;
  readDataSource(request: DeferrableRequest): Promise<ReadDataResponse>;
  openEphemeral(request: DeferrableRequest): Promise<OpenResponse>;
  closeEphemeral(request: CloseRequest): Promise<DiagnosticsResponse>;
  moveState(request: MoveRequest): Promise<MoveResponse>;
  listResources(request: ListRequest): AsyncIterable<ListedResource>;
  generateConfig(request: GenerateRequest): Promise<GenerateResponse>;
  planAction(request: DeferrableRequest): Promise<PlanActionResponse>;
  invokeAction(request: InvokeActionRequest): AsyncIterable<ActionEvent>;
  /** Pure. Works before the provider is configured. */
  callFunction(request: CallRequest): Promise<CallResponse>;
  /**
   * Ends current waits and retries. Operations in flight return the state they have reached; later ones run normally.
   */
  stop(): void;
}
