// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSecret}. */
export interface DataNetingressSecretProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Identifier of the vault that contains the secret.
   *
   * @default - computed by the service
   */
  readonly vaultId?: string;

  /**
   * Name of the secret, unique in its vault.
   *
   * @default - computed by the service
   */
  readonly name?: string;
}

/**
 * Reads one secret by `id` or `vaultId` and `name`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_secret`.
 */
export class DataNetingressSecret extends NetingressDataSource<DataNetingressSecretProps> {
  static readonly tfResourceType = 'netingress_secret';

  constructor(scope: Construct, id: string, props: DataNetingressSecretProps = {}) {
    super(scope, id, findDataSource('secret'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSecret(value: unknown): value is DataNetingressSecret {
    return isDataSourceOfType(value, DataNetingressSecret.tfResourceType);
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

  /** Purpose of the secret. At most 255 bytes. */
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

  /** Identifier of the vault that contains the secret. */
  get vaultId(): string {
    return this.getStringAttribute('vault_id');
  }

  set vaultId(value: string) {
    this.inputs.set('vaultId', value);
  }

  /** The input value of `vaultId`. */
  get vaultIdInput() {
    return this.inputs.get('vaultId');
  }

  /** Unsets `vaultId`. */
  resetVaultId(): void {
    this.inputs.reset('vaultId');
  }

  /** Name of the secret, unique in its vault. */
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

  /** Name of the vault that contains the secret. */
  get vaultName(): string {
    return this.getStringAttribute('vault_name');
  }

  /** Identifier of the user who created the secret. */
  get createdBy(): string {
    return this.getStringAttribute('created_by');
  }

  /** Identifier of the user who changed the secret last. */
  get lastUpdatedBy(): string {
    return this.getStringAttribute('last_updated_by');
  }
}
