// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressServiceUser}. */
export interface DataNetingressServiceUserProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Name of the service user, unique in the account.
   *
   * @default - computed by the service
   */
  readonly name?: string;
}

/**
 * Reads one service user by `id` or `name`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_service_user`.
 */
export class DataNetingressServiceUser extends NetingressDataSource<DataNetingressServiceUserProps> {
  static readonly tfResourceType = 'netingress_service_user';

  constructor(scope: Construct, id: string, props: DataNetingressServiceUserProps = {}) {
    super(scope, id, findDataSource('service_user'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressServiceUser(value: unknown): value is DataNetingressServiceUser {
    return isDataSourceOfType(value, DataNetingressServiceUser.tfResourceType);
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

  /** Name of the service user, unique in the account. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  set name(value: string) {
    this.inputs.set('name', value);
  }

  /** The input value of `name`. */
  get nameInput() {
    return this.inputs.get('name');
  }

  /** Unsets `name`. */
  resetName(): void {
    this.inputs.reset('name');
  }

  /** Whether the credentials of the service user are accepted. Default: `true`. */
  get active(): IResolvable {
    return this.getBooleanAttribute('active');
  }
}
