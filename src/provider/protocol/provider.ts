/**
 * What a provider does, in our own types: one function per operation of the plugin protocol, no protobuf in sight.
 * `plugin` decodes requests, calls these and encodes what they return.
 *
 * None of these functions throws: whatever goes wrong comes back as diagnostics together with the truest state known
 * (terraform/rules 3.5). Values always have exactly the attributes of their schema.
 */
import type { JsonObject } from '../../model/json';
import type { CtyValue, ObjectValue } from '../../values/cty-value';
import type { AttributePath, Diagnostic } from './diagnostic';
import type { ProviderSchema } from './schema';

/** Diagnostics, present in every answer. */
export interface DiagnosticsResponse {
  readonly diagnostics: readonly Diagnostic[];
}

/** Why an operation was put off; allowed only if the request said so (terraform/rules 2.4). */
export type DeferredReason = 'resource_config_unknown' | 'provider_config_unknown' | 'absent_prereq';

/** `private` is opaque to Terraform and must be handed on at each step (terraform/rules 4). */
export type PrivateState = Uint8Array;

/** The provider block; environment variables fill what it leaves out. */
export interface ConfigureRequest {
  readonly config: ObjectValue;
  readonly terraformVersion: string;
}

/** One block of configuration, with unknown values where they depend on others. */
export interface ValidateRequest {
  /** Full type name, `netingress_ip_policy`. */
  readonly type: string;
  readonly config: ObjectValue;
  /** Whether this client keeps write-only values out of state. */
  readonly writeOnlyAllowed: boolean;
}

/** A stored state, as it was written. */
export interface UpgradeRequest {
  readonly type: string;
  /** Schema version that wrote the state. */
  readonly version: number;
  /** The state exactly as stored; numbers beyond 2^53 are not used by any schema of ours. */
  readonly state: JsonObject;
}

/** A state with what there is to say about it. */
export interface StateResponse extends DiagnosticsResponse {
  /** Null on error or when the object is gone. */
  readonly state: ObjectValue | null;
}

/** An object to refresh. */
export interface ReadRequest {
  readonly type: string;
  readonly current: ObjectValue;
  readonly private: PrivateState;
  readonly deferralAllowed: boolean;
}

/** The refreshed object; a null state means that it is gone. */
export interface ReadResponse extends StateResponse {
  readonly private: PrivateState;
  readonly deferred?: DeferredReason;
}

/** What is wanted and what there was. */
export interface PlanRequest {
  readonly type: string;
  /** Null on create. */
  readonly prior: ObjectValue | null;
  /** Terraform's own merge of configuration and prior state; null on destroy. */
  readonly proposed: ObjectValue | null;
  /** Null on destroy. */
  readonly config: ObjectValue | null;
  readonly priorPrivate: PrivateState;
  readonly deferralAllowed: boolean;
}

/** What an apply will do; ignored by Terraform when there are errors. */
export interface PlanResponse extends DiagnosticsResponse {
  readonly planned: ObjectValue | null;
  readonly requiresReplace: readonly AttributePath[];
  readonly plannedPrivate: PrivateState;
  readonly deferred?: DeferredReason;
}

/** A plan to carry out. */
export interface ApplyRequest {
  readonly type: string;
  /** Null on create. */
  readonly prior: ObjectValue | null;
  /** Null on delete. */
  readonly planned: ObjectValue | null;
  /** Null on delete. The only place where write-only values stand. */
  readonly config: ObjectValue | null;
  readonly plannedPrivate: PrivateState;
}

/** What the object is now, also after a failure. */
export interface ApplyResponse extends StateResponse {
  readonly private: PrivateState;
}

/** The state of a moved object, with the private state from which its first plan knows where it came from. */
export interface MoveResponse extends StateResponse {
  readonly private: PrivateState;
}

/** An object to take under management. */
export interface ImportRequest {
  readonly type: string;
  readonly id: string;
}

/** A stub of an imported object; Terraform has it refreshed next. */
export interface ImportedResource {
  readonly type: string;
  readonly state: ObjectValue;
  readonly private: PrivateState;
}

/** Exactly one resource, or errors. */
export interface ImportResponse extends DiagnosticsResponse {
  readonly imported: readonly ImportedResource[];
}

/** A data source to read. */
export interface ReadDataRequest {
  readonly type: string;
  readonly config: ObjectValue;
  readonly deferralAllowed: boolean;
}

/** The data, or why it is read later. */
export interface ReadDataResponse extends StateResponse {
  readonly deferred?: DeferredReason;
}

/** An ephemeral resource to open. */
export interface OpenRequest {
  readonly type: string;
  /** Wholly known. */
  readonly config: ObjectValue;
  readonly deferralAllowed: boolean;
}

/** The opened object; `private` is handed to the close. Null on error, when there is nothing to close. */
export interface OpenResponse extends DiagnosticsResponse {
  readonly result: ObjectValue | null;
  readonly private: PrivateState;
  readonly deferred?: DeferredReason;
}

/** An ephemeral resource that is needed no more. */
export interface CloseRequest {
  readonly type: string;
  /** What its opening answered. */
  readonly private: PrivateState;
}

/** A state that another provider wrote. */
export interface MoveRequest {
  /** Address with host, `registry.terraform.io/<namespace>/<name>`. */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly state: JsonObject;
  /** Full type name, `netingress_ip_policy`. */
  readonly targetType: string;
}

/** Objects to list. */
export interface ListRequest {
  readonly type: string;
  readonly config: ObjectValue;
  /** Whether the whole state is wanted beside the identity. */
  readonly includeObject: boolean;
  /** At most so many; {@link Number.POSITIVE_INFINITY} for all. */
  readonly limit: number;
  /** Ends the list. */
  readonly signal: AbortSignal;
}

/** One object of a list, or what went wrong. */
export interface ListedResource extends DiagnosticsResponse {
  /** Null with errors. */
  readonly identity: ObjectValue | null;
  readonly displayName: string;
  readonly object: ObjectValue | null;
}

/** An object whose configuration is wanted. */
export interface GenerateRequest {
  readonly type: string;
  readonly state: ObjectValue;
}

/** A configuration as the user would write it. */
export interface GenerateResponse extends DiagnosticsResponse {
  readonly config: ObjectValue | null;
}

/** A call of a function. */
export interface CallRequest {
  readonly name: string;
  /** Of the types of the parameters, wholly known. */
  readonly arguments: readonly CtyValue[];
}

/** The result, or why there is none. */
export type CallResponse =
  | { readonly result: CtyValue }
  /** `text` goes on after `Invalid value for "<parameter>" parameter: ` and ends without period. */
  | { readonly error: string; readonly argument?: number };

/** The engine behind one provider process. */
export interface Provider {
  readonly schema: ProviderSchema;
  validateProviderConfig(config: ObjectValue): Promise<DiagnosticsResponse>;
  configure(request: ConfigureRequest): Promise<DiagnosticsResponse>;
  validateResource(request: ValidateRequest): Promise<DiagnosticsResponse>;
  upgradeState(request: UpgradeRequest): Promise<StateResponse>;
  readResource(request: ReadRequest): Promise<ReadResponse>;
  planResource(request: PlanRequest): Promise<PlanResponse>;
  applyResource(request: ApplyRequest): Promise<ApplyResponse>;
  importResource(request: ImportRequest): Promise<ImportResponse>;
  validateDataSource(request: ValidateRequest): Promise<DiagnosticsResponse>;
  readDataSource(request: ReadDataRequest): Promise<ReadDataResponse>;
  validateEphemeral(request: ValidateRequest): Promise<DiagnosticsResponse>;
  openEphemeral(request: OpenRequest): Promise<OpenResponse>;
  closeEphemeral(request: CloseRequest): Promise<DiagnosticsResponse>;
  /** Works before the provider is configured. */
  moveState(request: MoveRequest): Promise<MoveResponse>;
  /** The configuration of a list. */
  validateList(request: ValidateRequest): Promise<DiagnosticsResponse>;
  listResources(request: ListRequest): AsyncIterable<ListedResource>;
  generateConfig(request: GenerateRequest): Promise<GenerateResponse>;
  /** Pure: the same arguments always give the same answer. Works before the provider is configured. */
  callFunction(request: CallRequest): Promise<CallResponse>;
  /** Ends waits and retries now: what is in flight returns the state it has reached. Later requests are served again. */
  stop(): void;
}
