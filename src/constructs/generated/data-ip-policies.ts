// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicies}. */
export interface DataNetingressIpPoliciesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicies`. */
export class DataNetingressIpPoliciesIpPolicyOutputReference extends ComplexObject {
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

  /** What the policy is for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }
}

/**
 * Reads all objects of the kind IP policy, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_ip_policies`.
 */
export class DataNetingressIpPolicies extends NetingressDataSource<DataNetingressIpPoliciesProps> {
  static readonly tfResourceType = 'netingress_ip_policies';

  constructor(scope: Construct, id: string, props: DataNetingressIpPoliciesProps = {}) {
    super(scope, id, findDataSource('ip_policies'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressIpPolicies(value: unknown): value is DataNetingressIpPolicies {
    return isDataSourceOfType(value, DataNetingressIpPolicies.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it. */
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
  get ipPolicies(): OutputList<DataNetingressIpPoliciesIpPolicyOutputReference> {
    return new OutputList(this, 'ip_policies', false, DataNetingressIpPoliciesIpPolicyOutputReference);
  }
}
