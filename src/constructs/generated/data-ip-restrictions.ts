// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpRestrictions}. */
export interface DataNetingressIpRestrictionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipRestrictions`. */
export class DataNetingressIpRestrictionsIpRestrictionOutputReference extends ComplexObject {
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

  /** Reason of the restriction. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  get enforced(): IResolvable {
    return this.getBooleanAttribute('enforced');
  }

  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }
}

/**
 * Reads all objects of the type IP restriction, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_restrictions`.
 */
export class DataNetingressIpRestrictions extends NetingressDataSource<DataNetingressIpRestrictionsProps> {
  static readonly tfResourceType = 'netingress_ip_restrictions';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionsProps = {}) {
    super(scope, id, findDataSource('ip_restrictions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpRestrictions(value: unknown): value is DataNetingressIpRestrictions {
    return isDataSourceOfType(value, DataNetingressIpRestrictions.tfResourceType);
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
  get ipRestrictions(): OutputList<DataNetingressIpRestrictionsIpRestrictionOutputReference> {
    return new OutputList(this, 'ip_restrictions', false, DataNetingressIpRestrictionsIpRestrictionOutputReference);
  }
}
