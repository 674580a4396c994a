// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressIpRestriction}. */
export interface DataNetingressIpRestrictionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * What is restricted: `dashboard`, `api`, `agent` or `endpoints`.
   *
   * @default - the service chooses
   */
  readonly type?: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {});
}

/**
 * Reads one IP restriction, named by `id` or `type`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_ip_restriction`.
 */
export class DataNetingressIpRestriction extends NetingressDataSource<DataNetingressIpRestrictionProps> {
  static readonly tfResourceType = 'netingress_ip_restriction';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionProps = {}) {
    super(scope, id, findDataSource('ip_restriction'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressIpRestriction(value: unknown): value is DataNetingressIpRestriction {
    return isDataSourceOfType(value, DataNetingressIpRestriction.tfResourceType);
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

  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {})) {
    this.inputs.put('type', value);
  }

  /** What was given for `type`. */
  get typeInput() {
    return this.inputs.get('type');
  }

  /** Takes `type` back, as if it had never been given. */
  resetType(): void {
    this.inputs.reset('type');
  }

  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }
}
