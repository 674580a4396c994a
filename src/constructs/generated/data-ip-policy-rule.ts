// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicyRule}. */
export interface DataNetingressIpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits beyond the mask must be zero. Equivalent spellings are equal.
   *
   * @default - the service chooses
   */
  readonly cidr?: string;

  /**
   * Identifier of the IP policy that the rule belongs to.
   *
   * @default - the service chooses
   */
  readonly ipPolicyId?: string;
}

/**
 * Reads one IP policy rule, named by `id` or `ipPolicyId` and `cidr`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class DataNetingressIpPolicyRule extends NetingressDataSource<DataNetingressIpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRuleProps = {}) {
    super(scope, id, findDataSource('ip_policy_rule'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressIpPolicyRule(value: unknown): value is DataNetingressIpPolicyRule {
    return isDataSourceOfType(value, DataNetingressIpPolicyRule.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Who or what the addresses of this rule are. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits beyond the mask must be zero. Equivalent spellings are equal. */
  get cidr(): string {
    return this.getStringAttribute('cidr');
  }

  set cidr(value: string) {
    this.inputs.put('cidr', value);
  }

  /** What was given for `cidr`. */
  get cidrInput() {
    return this.inputs.get('cidr');
  }

  /** Takes `cidr` back, as if it had never been given. */
  resetCidr(): void {
    this.inputs.reset('cidr');
  }

  /** Identifier of the IP policy that the rule belongs to. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  set ipPolicyId(value: string) {
    this.inputs.put('ipPolicyId', value);
  }

  /** What was given for `ipPolicyId`. */
  get ipPolicyIdInput() {
    return this.inputs.get('ipPolicyId');
  }

  /** Takes `ipPolicyId` back, as if it had never been given. */
  resetIpPolicyId(): void {
    this.inputs.reset('ipPolicyId');
  }

  /** What happens to matching traffic: `allow` or `deny`. */
  get action(): string {
    return this.getStringAttribute('action');
  }
}
