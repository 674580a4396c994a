// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicyRule}. */
export interface DataNetingressIpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal.
   *
   * @default - computed by the service
   */
  readonly cidr?: string;

  /**
   * Identifier of the IP policy that contains the rule.
   *
   * @default - computed by the service
   */
  readonly ipPolicyId?: string;
}

/**
 * Reads one IP policy rule by `id` or `ipPolicyId` and `cidr`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class DataNetingressIpPolicyRule extends NetingressDataSource<DataNetingressIpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRuleProps = {}) {
    super(scope, id, findDataSource('ip_policy_rule'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicyRule(value: unknown): value is DataNetingressIpPolicyRule {
    return isDataSourceOfType(value, DataNetingressIpPolicyRule.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
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

  /** Unsets `cidr`. */
  resetCidr(): void {
    this.inputs.reset('cidr');
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

  /** Unsets `ipPolicyId`. */
  resetIpPolicyId(): void {
    this.inputs.reset('ipPolicyId');
  }

  /** Effect on matching traffic: `allow` or `deny`. */
  get action(): string {
    return this.getStringAttribute('action');
  }
}
