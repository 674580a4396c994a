import type { Json, JsonObject } from '../values/json';
import type { Marks } from '../values/marks';
import type { DescribedFailure } from '../values/read-failure';
import type { AttributeValues } from './from-response';

/** `values` has all attributes of the kind; absent ones are null. */
export interface AccountObject {
  readonly id: string;
  readonly values: AttributeValues;
  /** Attributes that decide about access and that the response lacks: their null in `values` means not known. */
  readonly missing?: readonly string[];
}

export interface KindListing {
  readonly kind: string;
  /** Newest first, each id once. After a failure only the objects of the pages before it. */
  readonly objects: readonly AccountObject[];
  /** Pages that this run has read; 0 if the first one failed, or if an earlier run had read the whole list. */
  readonly pages: number;
  /** Set if the list is incomplete. */
  readonly failure?: DescribedFailure;
}

export interface AccountInventory {
  readonly kinds: readonly KindListing[];
}

/** Identifies a state: that of a stack, read in its working directory, or a given file. */
export type StateSource = { readonly stack: string } | { readonly file: string };

/** The directory in which Terraform runs for a state. */
export interface WorkingDirectory {
  readonly state: StateSource;
  /** Argument of `terraform -chdir`; undefined if unknown. */
  readonly directory?: string | undefined;
}

/** The name of the stack that is a folder without a synthesized app: its root module. */
export const ROOT_MODULE = '.';

/** The state for messages: `stack access`, `the root module`, or the name of the file. */
export function formatStateSource(source: StateSource): string {
  if ('file' in source) return source.file;
  return source.stack === ROOT_MODULE ? 'the root module' : `stack ${source.stack}`;
}

export function isSameState(a: StateSource, b: StateSource): boolean {
  return 'stack' in a ? 'stack' in b && a.stack === b.stack : 'file' in b && a.file === b.file;
}

/** One resource instance of a state. */
export interface StateResource {
  readonly state: StateSource;
  /** Full address: `module.edge.netingress_ip_policy.office["eu"]`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  /** Key of `count` or `for_each`. */
  readonly index?: string | number;
  /** Address of the module, absent in the root module. */
  readonly module?: string;
  /** Source address of the provider, `terraform.local/netingress/netingress`. */
  readonly provider: string;
  /**
   * Alias of the provider configuration, `second`. Undefined for the default one, and in what `terraform show` prints.
   */
  readonly alias?: string;
  readonly values: JsonObject;
  /** The values that Terraform marks as sensitive. */
  readonly sensitive: Marks;
  /** Key of a replaced object that is not destroyed yet. */
  readonly deposed?: string;
}

/** A resource of the synthesized configuration. */
export interface ConfiguredResource {
  readonly stack: string;
  /** Address without instance key: `netingress_ip_policy.office`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  /** Path of the construct, `access/office`. */
  readonly path?: string;
  /** First steps of the paths in `lifecycle.ignore_changes`, or `all`. */
  readonly ignoreChanges?: readonly string[] | 'all';
  /** `count` or `for_each` as written, if the resource has one. */
  readonly repetition?: Repetition;
  /** The arguments as configured, with references as `${...}`. */
  readonly values: JsonObject;
}

export interface Repetition {
  readonly count?: Json;
  readonly forEach?: Json;
}
