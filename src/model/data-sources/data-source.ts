import type { Attributes } from '../kind';
import type { LookupKeys } from './lookup';

/** A data source: its inputs and what is answered, as data. */
export interface DataSource {
  /** Lower snake case; the Terraform type is `netingress_<name>`. */
  readonly name: string;
  /** What a person calls one. */
  readonly title: string;
  readonly doc: string;
  /** Inputs are `required`, `optional` or `chosen` (then they are answered too); everything else that is read is `computed`. */
  readonly attributes: Attributes;
  /** How the one object is named, where one is read. */
  readonly lookupKeys?: LookupKeys;
  /** Attributes that are there for likeness with other data sources and cannot be set, with what to do instead. */
  readonly unsupported?: readonly UnsupportedArgument[];
}

/** An attribute that cannot be set here. */
export interface UnsupportedArgument {
  readonly attribute: string;
  readonly problem: string;
  readonly expected: string;
}
