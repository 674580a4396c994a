/**
 * What there is, as plain data: the live account, what states hold, what is declared. Drift and adoption are functions
 * of these; who reads them stands elsewhere (`client/read-account.ts`, `terraform/state.ts`, `terraform/declared.ts`).
 */
import type { AttributeValues } from './from-response';
import type { JsonObject } from './json';
import type { SensitivePath } from './sensitive-paths';

/** Why a kind, or an object, could not be read. */
export interface ListFailure {
  /** `refused`: the key may not (401, 403). `limit`: the rate limit stayed spent. `service`: the service's own error. `unreachable`: no whole answer. */
  readonly reason: 'refused' | 'limit' | 'service' | 'unreachable';
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** The service's error code. */
  readonly code?: string;
  /** A whole sentence, without secrets. */
  readonly message: string;
}

/** One object of the account. */
export interface AccountObject {
  readonly id: string;
  /** All attributes of its kind, absent ones null, as `attributesOfAnswer` gives them. */
  readonly values: AttributeValues;
}

/** What was read of one kind. */
export interface KindListing {
  /** Name of the kind in the model. */
  readonly kind: string;
  /** Newest first, each identifier once. With a failure those of the pages before it. */
  readonly objects: readonly AccountObject[];
  readonly pages: number;
  /** Set when the list could not be read to its end. */
  readonly failure?: ListFailure;
}

/** The live account, one reading a kind in the model's order. */
export interface AccountInventory {
  readonly kinds: readonly KindListing[];
}

/** One object as a state holds it. */
export interface StateResource {
  /** The state it stands in: a name that a person knows it by, such as a file or a stack. */
  readonly state: string;
  /** Whole address: `module.edge.netingress_ip_policy.office["eu"]`. */
  readonly address: string;
  /** Terraform type, `netingress_ip_policy`. */
  readonly type: string;
  readonly name: string;
  /** Key of `count` or `for_each`. */
  readonly index?: string | number;
  /** Address of the module, absent in the root module. */
  readonly module?: string;
  /** Source address of the provider, `terraform.local/netingress/netingress`. */
  readonly provider: string;
  readonly values: JsonObject;
  /** Values that must not be shown, as the state marks them. */
  readonly sensitive: readonly SensitivePath[];
  /** Key of an object that was replaced and is still to be destroyed. */
  readonly deposed?: string;
}

/** One resource as the synthesized configuration declares it. */
export interface ConfiguredResource {
  /** Name of the stack. */
  readonly stack: string;
  /** Address without instance key: `netingress_ip_policy.office`. */
  readonly address: string;
  /** Terraform type, `netingress_ip_policy`. */
  readonly type: string;
  readonly name: string;
  /** Path of the construct, `access/office`. */
  readonly path?: string;
  /** Declared with `count` or `for_each`: stands for several objects. */
  readonly repeated: boolean;
  /** As written, references as `${...}`. */
  readonly values: JsonObject;
}
