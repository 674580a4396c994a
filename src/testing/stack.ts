/** A `TerraformStack` of `cdktf` or `cdktn`. The testing kit imports neither, so it works with both. */
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

export function toAddress(resource: ResourceName): string {
  return typeof resource === 'string' ? resource : `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}
