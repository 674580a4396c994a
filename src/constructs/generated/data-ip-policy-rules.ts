// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicyRules}. */
export interface DataNetingressIpPolicyRulesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicyRules`. */
export class DataNetingressIpPolicyRulesIpPolicyRuleOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  get cidr(): string {
    return this.getStringAttribute('cidr');
  }

  /** Identifier of the IP policy that contains the rule. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  /** Effect on matching traffic: `allow` or `deny`. */
  get action(): string {
    return this.getStringAttribute('action');
  }
}

/**
 * Reads all objects of the type IP policy rule, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class DataNetingressIpPolicyRules extends NetingressDataSource<DataNetingressIpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRulesProps = {}) {
    super(scope, id, findDataSource('ip_policy_rules'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicyRules(value: unknown): value is DataNetingressIpPolicyRules {
    return isDataSourceOfType(value, DataNetingressIpPolicyRules.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get ipPolicyRules(): OutputList<DataNetingressIpPolicyRulesIpPolicyRuleOutputReference> {
    return new OutputList(this, 'ip_policy_rules', false, DataNetingressIpPolicyRulesIpPolicyRuleOutputReference);
  }
}
