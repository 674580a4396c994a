import type { JsonObject } from '../../model/json';
import type { Call, View } from '../call';
import type { Stored } from '../store';

/** An object about to be stored: all but what the service itself sets. */
export type Draft = Omit<Stored, 'service'>;

/** What one kind does beyond what the model says as data. Every member is optional; a kind without one needs no file. */
export interface Behaviour {
  /** Attributes answered in the spelling in which they were given, though others mean the same. */
  readonly keepsSpelling?: readonly string[];
  /** Paths of attributes that the model wants at creation and the service does not. */
  readonly waives?: readonly string[];
  /** Refuses values that the model cannot judge. */
  check?(call: Call, values: JsonObject): void;
  /** What the service sets by itself, by attribute name. May refuse; must not change anything. */
  make?(call: Call, draft: Draft, before?: Stored): JsonObject | Promise<JsonObject>;
  /** The answer, changed to what this kind shows; in the specification's words. */
  show?(view: View, stored: Stored, answer: JsonObject): JsonObject;
}
