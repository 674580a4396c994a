import type { JsonObject } from '../../model/json';
import type { ReadContext, RequestContext } from '../objects/request-context';
import type { Stored } from '../objects/store';
import type { Account, State } from '../state/state';

/** An object about to be stored: all but what the service itself sets. */
export type Draft = Omit<Stored, 'service'>;

/** What the passing of time has brought about for an object. */
export interface Settlement {
  /** What the service now sets for the object, whole. */
  readonly service: JsonObject;
  /** Objects that the service made for it. */
  readonly made: readonly Stored[];
  /** When the change was due, in milliseconds: it is dated then, although it is applied with the next request. */
  readonly at: number;
}

/** What one kind does beyond what the model says as data. Every member is optional; a kind without one needs no file. */
export interface Behaviour {
  /** Attributes answered in the spelling in which they were given, though of those that mean the same only one is sent. */
  readonly keepsSpelling?: readonly string[];
  /** Paths of attributes that the model wants at creation and the service does not. */
  readonly waives?: readonly string[];
  /** What a new object gets beyond what its creation gives and the model's defaults: the values, completed. */
  complete?(call: RequestContext, values: JsonObject): JsonObject;
  /** Refuses values that the model cannot judge. */
  check?(call: RequestContext, values: JsonObject): void;
  /** What the service sets by itself, by attribute name. May refuse; must not change anything. */
  make?(call: RequestContext, draft: Draft, before?: Stored): JsonObject | Promise<JsonObject>;
  /** The answer, changed to what this kind shows; in the specification's words. */
  show?(view: ReadContext, stored: Stored, answer: JsonObject): JsonObject;
  /** Refuses a deletion that references between objects would allow. */
  checkRemoval?(account: Account, stored: Stored): void;
  /** Objects that the service made for this one: they go when it goes, or when it does not own them any more. */
  owned?(account: Account, stored: Stored): readonly Stored[];
  /**
   * What has come about with the clock since the object was stored; `waiting` for nothing yet, `done` for nothing ever.
   * Asked before each request, in turn with the changes, until there is nothing more to wait for.
   */
  settle?(state: State, stored: Stored): 'waiting' | 'done' | Promise<Settlement>;
}
