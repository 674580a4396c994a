// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicyRules}. */
export interface DataNetingressIpPolicyRulesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicyRules`. */
export class DataNetingressIpPolicyRulesIpPolicyRuleOutputReference extends ComplexObject {
  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
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

  /** Identifier of the IP policy that the rule belongs to. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  /** What happens to matching traffic: `allow` or `deny`. */
  get action(): string {
    return this.getStringAttribute('action');
  }
}

/**
 * Reads all objects of the kind IP policy rule, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class DataNetingressIpPolicyRules extends NetingressDataSource<DataNetingressIpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRulesProps = {}) {
    super(scope, id, findDataSource('ip_policy_rules'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressIpPolicyRules(value: unknown): value is DataNetingressIpPolicyRules {
    return isDataSourceOfType(value, DataNetingressIpPolicyRules.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get ipPolicyRules(): OutputList<DataNetingressIpPolicyRulesIpPolicyRuleOutputReference> {
    return new OutputList(this, 'ip_policy_rules', false, DataNetingressIpPolicyRulesIpPolicyRuleOutputReference);
  }
}
