// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpRestriction}. */
export interface DataNetingressIpRestrictionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`.
   *
   * @default - computed by the service
   */
  readonly type?: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {});
}

/**
 * Reads one IP restriction by `id` or `type`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ip_restriction`.
 */
export class DataNetingressIpRestriction extends NetingressDataSource<DataNetingressIpRestrictionProps> {
  static readonly tfResourceType = 'netingress_ip_restriction';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionProps = {}) {
    super(scope, id, findDataSource('ip_restriction'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpRestriction(value: unknown): value is DataNetingressIpRestriction {
    return isDataSourceOfType(value, DataNetingressIpRestriction.tfResourceType);
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

  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {})) {
    this.inputs.set('type', value);
  }

  /** The input value of `type`. */
  get typeInput() {
    return this.inputs.get('type');
  }

  /** Unsets `type`. */
  resetType(): void {
    this.inputs.reset('type');
  }

  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }
}
