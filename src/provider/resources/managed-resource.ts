/** What Terraform can manage, as one interface, whether a kind of the model or a resource of our own making. */
import type { JsonObject } from '../../model/json';
import type { Attributes } from '../../model/kind';
import type { ObjectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import type {
  ApplyResponse,
  ImportResponse,
  PlanRequest,
  PlanResponse,
  PrivateState,
  ReadResponse,
} from '../protocol/provider';
import type { Schema } from '../protocol/schema';
import type { Session } from '../service/session';

/** What to create: the plan, with unknowns where the service decides, and the configuration for write-only values. */
export interface CreateRequest {
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
  readonly private: PrivateState;
  /**
   * To be called with the identifier as soon as the object exists. Whatever fails afterwards, the state then holds at
   * least the identifier.
   */
  readonly onCreated?: (id: string) => void;
}

/** A change of an object that exists. */
export interface UpdateRequest extends CreateRequest {
  readonly prior: ObjectValue;
}

/** An object to delete. */
export interface RemoveRequest {
  readonly prior: ObjectValue;
  readonly private: PrivateState;
}

/** An object to read again. */
export interface RefreshRequest {
  readonly current: ObjectValue;
  readonly private: PrivateState;
}

/** One resource type. `validate` and `plan` are pure; the others talk to the service through the session. */
export interface ManagedResource {
  /** Full type name, `netingress_ip_policy`. */
  readonly type: string;
  readonly schema: Schema;
  /** What the schema is made of. */
  readonly attributes: Attributes;
  /** For each earlier version of the schema: a stored state of it in the current layout. Pure. */
  readonly upgraders?: Readonly<Record<number, (state: JsonObject) => JsonObject>>;
  /** Unknown values are skipped. */
  validate(config: ObjectValue): Diagnostic[];
  /** Never called for a destroy. */
  plan(request: PlanRequest & { readonly config: ObjectValue }): PlanResponse;
  /** About how many requests it takes to carry out a plan, null being no object; one, unless given. Pure. */
  requests?(prior: ObjectValue | null, planned: ObjectValue | null): number;
  read(session: Session, request: RefreshRequest): Promise<ReadResponse>;
  create(session: Session, request: CreateRequest): Promise<ApplyResponse>;
  update(session: Session, request: UpdateRequest): Promise<ApplyResponse>;
  remove(session: Session, request: RemoveRequest): Promise<ApplyResponse>;
  import(session: Session, id: string): Promise<ImportResponse>;
}

/** One data source type. */
export interface ReadableData {
  readonly type: string;
  readonly schema: Schema;
  validate(config: ObjectValue): Diagnostic[];
  /** Given a wholly known configuration, answers the state. */
  read(
    session: Session,
    config: ObjectValue,
  ): Promise<{ state: ObjectValue | null; diagnostics: readonly Diagnostic[] }>;
}
