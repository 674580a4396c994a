// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpPolicies}. */
export interface DataNetingressIpPoliciesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicies`. */
export class DataNetingressIpPoliciesIpPolicyOutputReference extends ComplexObject {
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

  /** Purpose of the policy. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }
}

/**
 * Reads all objects of the type IP policy, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_policies`.
 */
export class DataNetingressIpPolicies extends NetingressDataSource<DataNetingressIpPoliciesProps> {
  static readonly tfResourceType = 'netingress_ip_policies';

  constructor(scope: Construct, id: string, props: DataNetingressIpPoliciesProps = {}) {
    super(scope, id, findDataSource('ip_policies'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicies(value: unknown): value is DataNetingressIpPolicies {
    return isDataSourceOfType(value, DataNetingressIpPolicies.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
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
  get ipPolicies(): OutputList<DataNetingressIpPoliciesIpPolicyOutputReference> {
    return new OutputList(this, 'ip_policies', false, DataNetingressIpPoliciesIpPolicyOutputReference);
  }
}
