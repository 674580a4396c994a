// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressVault}. */
export interface DataNetingressVaultProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Name of the vault, unique in the account.
   *
   * @default - computed by the service
   */
  readonly name?: string;
}

/**
 * Reads one vault by `id` or `name`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_vault`.
 */
export class DataNetingressVault extends NetingressDataSource<DataNetingressVaultProps> {
  static readonly tfResourceType = 'netingress_vault';

  constructor(scope: Construct, id: string, props: DataNetingressVaultProps = {}) {
    super(scope, id, findDataSource('vault'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressVault(value: unknown): value is DataNetingressVault {
    return isDataSourceOfType(value, DataNetingressVault.tfResourceType);
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

  /** Purpose of the vault. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** Name of the vault, unique in the account. */
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

  /** Identifier of the user who created the vault. */
  get createdBy(): string {
    return this.getStringAttribute('created_by');
  }

  /** Identifier of the user who changed the vault last. */
  get lastUpdatedBy(): string {
    return this.getStringAttribute('last_updated_by');
  }
}
