import type { Attributes, ProfileName } from '../kind';

export interface DataSource {
  readonly name: string;
  readonly doc: string;
  /** Arguments are `required`, `optional` or `optional-computed`; results are `computed`. */
  readonly attributes: Attributes;
  readonly lookupKeys?: LookupKeys;
  /** Profiles that have the data source; by default all. */
  readonly profiles?: readonly ProfileName[];
}

export interface LookupKey {
  readonly paths: readonly string[];
  /** True: all paths must be configured. False: some of them suffice, if exactly one object matches. */
  readonly allRequired: boolean;
}

/** Alternative keys, of which exactly one is configured. */
export type LookupKeys = readonly LookupKey[];
