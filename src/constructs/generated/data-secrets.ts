// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSecrets}. */
export interface DataNetingressSecretsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.name`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `secrets`. */
export class DataNetingressSecretsSecretOutputReference extends ComplexObject {
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

  /** Name of the secret, unique in its vault. */
  get name(): string {
    return this.getStringAttribute('name');
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

/**
 * Reads all objects of the type secret, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_secrets`.
 */
export class DataNetingressSecrets extends NetingressDataSource<DataNetingressSecretsProps> {
  static readonly tfResourceType = 'netingress_secrets';

  constructor(scope: Construct, id: string, props: DataNetingressSecretsProps = {}) {
    super(scope, id, findDataSource('secrets'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSecrets(value: unknown): value is DataNetingressSecrets {
    return isDataSourceOfType(value, DataNetingressSecrets.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.name`. All objects are read if unset. */
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
  get secrets(): OutputList<DataNetingressSecretsSecretOutputReference> {
    return new OutputList(this, 'secrets', false, DataNetingressSecretsSecretOutputReference);
  }
}
