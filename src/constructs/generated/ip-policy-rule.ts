// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link IpPolicyRule}. */
export interface IpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Owner or purpose of the addresses. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  readonly cidr: string;

  /** Identifier of the IP policy that contains the rule. Changing it replaces the object. */
  readonly ipPolicyId: string;

  /** Effect on matching traffic: `allow` or `deny`. Changing it replaces the object. */
  readonly action: 'allow' | 'deny' | (string & {});
}

/**
 * Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class IpPolicyRule extends NetingressResource<IpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: IpPolicyRuleProps) {
    super(scope, id, getKind('ip_policy_rule'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpPolicyRule(value: unknown): value is IpPolicyRule {
    return isResourceOfType(value, IpPolicyRule.tfResourceType);
  }

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, IpPolicyRule.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Owner or purpose of the addresses. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  get cidr(): string {
    return this.getStringAttribute('cidr');
  }

  set cidr(value: string) {
    this.inputs.set('cidr', value);
  }

  /** The input value of `cidr`. */
  get cidrInput() {
    return this.inputs.get('cidr');
  }

  /** Identifier of the IP policy that contains the rule. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  set ipPolicyId(value: string) {
    this.inputs.set('ipPolicyId', value);
  }

  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput() {
    return this.inputs.get('ipPolicyId');
  }

  /** Effect on matching traffic: `allow` or `deny`. */
  get action(): string {
    return this.getStringAttribute('action');
  }

  set action(value: 'allow' | 'deny' | (string & {})) {
    this.inputs.set('action', value);
  }

  /** The input value of `action`. */
  get actionInput() {
    return this.inputs.get('action');
  }
}
