import type { JsonObject } from '../../../values/json';
import type { IdPosition } from '../../crypto/ids';
import type { Settings } from '../../service/state/options';

export const SNAPSHOT_FORMAT = 'netingress-emulator-state';
/** An emulator reads this version only. Raise it with a change after which an older snapshot could not be loaded. */
export const SNAPSHOT_VERSION = 1;

/** One object in a snapshot. */
export interface SnapshotObject {
  readonly id: string;
  /** RFC 3339 with milliseconds. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Values of inputs by attribute name, with defaults. */
  readonly values: JsonObject;
  /** Values that the service computes, by attribute name, and internal members of the emulator. */
  readonly service: JsonObject;
  /** Set if the object may change by the clock. */
  readonly pending?: true;
}

/** One account in a snapshot. */
export interface SnapshotAccount {
  /** `ac_...` */
  readonly id: string;
  /** The objects by kind, oldest first; kinds without objects are omitted. */
  readonly objects: Readonly<Record<string, readonly SnapshotObject[]>>;
}

// `validateSnapshot` of load.ts repeats this shape, which the compiler does not compare: it refuses a member that it
// does not name.
/**
 * The contents of an emulator as JSON. Events, scheduled traffic, requests, faults and named snapshots are not
 * included.
 */
export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION;
  /** Whether it includes secrets, such as the seed, tokens, private keys, and credentials of event destinations. */
  readonly secrets: boolean;
  readonly profile: string;
  /** Time of the snapshot by the emulator's clock, RFC 3339 with milliseconds. */
  readonly time: string;
  readonly clock: { readonly frozen_at: string | null; readonly offset_ms: number };
  readonly ids: IdPosition;
  readonly seed?: string;
  readonly settings: Settings;
  /** The accounts by name. */
  readonly accounts: Readonly<Record<string, SnapshotAccount>>;
}
