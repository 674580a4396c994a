/**
 * Stacks of either CDKTF core, as far as the kit uses them. Nothing is imported from a core: which one a stack stands on
 * is the business of those who wrote it, and both are used alike (terraform/rules section 9).
 */

/** A `TerraformStack` of `cdktf` or `cdktn`. */
export interface AnyStack {
  readonly node: { readonly id: string; readonly path: string };
  readonly synthesizer: object;
  prepareStack(): void;
  toTerraform(): unknown;
}

/** A resource of a stack of `cdktf` or `cdktn`. */
export interface AnyResource {
  readonly terraformResourceType: string;
  readonly friendlyUniqueId: string;
}

/** A resource by its construct, or by its address in Terraform: `netingress_ip_policy.offices`. */
export type ResourceName = string | AnyResource;

/** The address in Terraform. */
export function addressOf(resource: ResourceName): string {
  return typeof resource === 'string' ? resource : `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}
