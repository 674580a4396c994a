import type { Attributes } from '../../model/kind';
import type { ObjectValue } from '../../values/cty-value';
import type { JsonObject } from '../../values/json';
import type { ProviderDiagnostic } from '../protocol/diagnostic';
import type {
  ApplyResponse,
  ImportResponse,
  MoveRequest,
  MoveResponse,
  PlanRequest,
  PlanResponse,
  PrivateState,
  ReadResponse,
} from '../protocol/provider';
import type { Schema } from '../protocol/schema';
import type { Session } from '../service/session';

export interface UniqueKey {
  readonly kind: string;
  readonly key: string;
}

export interface ResourceReadRequest {
  readonly current: ObjectValue;
  readonly private: PrivateState;
}

export interface CreateRequest {
  /** Attributes that the service computes are unknown; in an update only those that it may compute anew. */
  readonly planned: ObjectValue;
  /** With write-only values, which `planned` lacks except within the layer of the `Extra` that adds them (extra.ts). */
  readonly config: ObjectValue;
  readonly private: PrivateState;
  /**
   * Called as soon as the object exists, so that its id gets into the state whatever fails later. A rule set does not
   * call it: without a state, its next create adopts the rules. Nor do resources without an object.
   */
  readonly onCreated?: (id: string) => void;
}

export interface UpdateRequest extends CreateRequest {
  readonly prior: ObjectValue;
}

export interface DeleteRequest {
  readonly prior: ObjectValue;
  readonly private: PrivateState;
  /**
   * The same plan creates the object again, after this delete; not for the deposed object of a create before destroy.
   */
  readonly isReplacement?: boolean;
  /** The network of this single rule is to stay admitted; see `PlanHandovers`. */
  readonly isHandedOver?: boolean;
}

/** A resource type. Only the methods with a session may send requests, and do so through it. */
export interface ManagedResource {
  /** Full type name, `netingress_ip_policy`. */
  readonly type: string;
  readonly schema: Schema;
  readonly attributes: Attributes;
  /** Pure functions from a state of each earlier schema version to the current one. */
  readonly upgraders?: Readonly<Record<number, (state: JsonObject) => JsonObject>>;
  /** Keys that the service accepts only once: `ip_restriction dashboard`. Those that are not known are left out. */
  listUniqueKeys?(values: ObjectValue): readonly UniqueKey[];
  /** Unknown values are valid. */
  validate(config: ObjectValue): ProviderDiagnostic[];
  /** Whether `plan` would return an unchanged proposed state without diagnostics, for any configuration. */
  keepsUnchanged?(privateState: PrivateState): boolean;
  plan(request: PlanRequest & { readonly config: ObjectValue }): PlanResponse;
  read(session: Session, request: ResourceReadRequest): Promise<ReadResponse>;
  create(session: Session, request: CreateRequest): Promise<ApplyResponse>;
  update(session: Session, request: UpdateRequest): Promise<ApplyResponse>;
  delete(session: Session, request: DeleteRequest): Promise<ApplyResponse>;
  /** `id`: what the user gives to the import: an id, or what the type accepts in its place, such as a natural key. */
  import(session: Session, id: string): Promise<ImportResponse>;
  /**
   * Converts the state of an object of another type or provider, or refuses with an error. Types without an object of
   * their own, such as a rule set, always refuse.
   */
  move(request: MoveRequest): MoveResponse;
}
