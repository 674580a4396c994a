// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpRestrictions}. */
export interface DataNetingressIpRestrictionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipRestrictions`. */
export class DataNetingressIpRestrictionsIpRestrictionOutputReference extends ComplexObject {
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

  /** Why access is restricted. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings. */
  get enforced(): IResolvable {
    return this.getBooleanAttribute('enforced');
  }

  /** What is restricted: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }
}

/**
 * Reads all objects of the kind IP restriction, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_ip_restrictions`.
 */
export class DataNetingressIpRestrictions extends NetingressDataSource<DataNetingressIpRestrictionsProps> {
  static readonly tfResourceType = 'netingress_ip_restrictions';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionsProps = {}) {
    super(scope, id, findDataSource('ip_restrictions'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressIpRestrictions(value: unknown): value is DataNetingressIpRestrictions {
    return isDataSourceOfType(value, DataNetingressIpRestrictions.tfResourceType);
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
  get ipRestrictions(): OutputList<DataNetingressIpRestrictionsIpRestrictionOutputReference> {
    return new OutputList(this, 'ip_restrictions', false, DataNetingressIpRestrictionsIpRestrictionOutputReference);
  }
}
