import type { TerraformDataSource, TerraformResource } from 'cdktf';
import { camelCase } from '../model/naming';

/** `netingress_ip_policy.office` */
export function getAddress({
  terraformResourceType,
  friendlyUniqueId,
}: TerraformResource | TerraformDataSource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

/**
 * The property for an attribute, `ip_policy_id` -> the value of `ipPolicyIdInput`. May be a token; undefined if it is
 * not set, or if the class has no such property.
 */
export function readResourceInput(resource: TerraformResource, attribute: string): unknown {
  return (resource as unknown as Record<string, unknown>)[`${camelCase(attribute)}Input`];
}
