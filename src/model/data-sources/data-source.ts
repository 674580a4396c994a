import type { Attributes } from '../kind';

/** A data source as data. */
export interface DataSource {
  /** Snake case; the Terraform type is `netingress_<name>`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  readonly doc: string;
  /** Arguments are `required`, `optional` or `optional-computed`; results are `computed`. */
  readonly attributes: Attributes;
  /** For data sources that read one object. */
  readonly lookupKeys?: LookupKeys;
}

/** Dotted paths of attributes that together identify an object. */
export interface LookupKey {
  readonly paths: readonly string[];
  /** All paths are required; otherwise some suffice if exactly one object matches. */
  readonly unique: boolean;
}

/** Alternative keys, of which exactly one is configured. */
export type LookupKeys = readonly LookupKey[];
