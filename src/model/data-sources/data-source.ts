import type { Attributes } from '../kind';

/** A data source that is not simply 'a kind by id' or 'a kind's list': its inputs and what is answered, as data. */
export interface DataSource {
  /** Lower snake case; the Terraform type is `netingress_<name>`. */
  readonly name: string;
  /** What a person calls one. */
  readonly title: string;
  readonly doc: string;
  /** Inputs are `required` or `optional`; everything that is read is `computed`. */
  readonly attributes: Attributes;
}
