import type { JsonObject } from '../../../values/json';
import type { ReadContext, RequestContext } from '../state/request-context';
import type { StoredObject } from '../state/store';
import type { Account, State } from '../state/types';

export type PendingObject = Omit<StoredObject, 'service'>;

/** A change of an object that is due: `service` replaces its service members, and the `created` objects are added. */
export interface ScheduledChange {
  readonly service: JsonObject;
  readonly created: readonly StoredObject[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface KindHooks {
  /** Attributes that are returned as sent, although another representation is equal. */
  readonly keepsRepresentation?: readonly string[];
  /** Attribute paths that the model requires on create and the service does not. */
  readonly optionalOnCreate?: readonly string[];
  /** Kinds whose objects are in the same collection and can only be read there. */
  readonly sharesListWith?: readonly string[];
  /** Deprecated query parameters of the list: members, of which an object has one of the given values. */
  readonly listSelectors?: readonly string[];
  /**
   * Replaces a member of the body of a create that is another way to name an attribute's value: `vault_name` ->
   * `vault_id`.
   */
  resolveAlias?(context: RequestContext, body: JsonObject): JsonObject;
  /** Adds defaults to the values of a create that depend on other values or on the account. May replace values. */
  fillDefaults?(context: RequestContext, values: JsonObject): JsonObject;
  /**
   * Rejects values of a create or an update, complete and valid by the model, that the service does not accept. Ids may
   * name no object: references are checked afterwards.
   */
  validate?(context: RequestContext, values: JsonObject): void;
  /** Computes the service members of a new or changed object. May reject, so it must not change objects. */
  computeService?(
    context: RequestContext,
    pending: PendingObject,
    before?: StoredObject,
  ): JsonObject | Promise<JsonObject>;
  /**
   * Adjusts the response body before its members get the names of the profile. Called for each response: not cached.
   */
  render?(context: ReadContext, stored: StoredObject, body: JsonObject): JsonObject;
  /**
   * Rejects a deletion that the references allow; also called for objects that are deleted with the one they refer to.
   */
  validateDelete?(stored: StoredObject): void;
  /**
   * Returns the objects that the service created for this one. They are deleted with it, or once it no longer has them.
   */
  findDependents?(account: Account, stored: StoredObject): readonly StoredObject[];
  /**
   * `waiting`: the change is not due yet; `done`: there will be none. After a change it is called again at once, until
   * it returns one of these. See `advanceToNow` for when it is called.
   */
  findDueChange?(state: State, stored: StoredObject): 'waiting' | 'done' | Promise<ScheduledChange>;
}
