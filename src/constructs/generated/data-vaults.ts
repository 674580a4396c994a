// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressVaults}. */
export interface DataNetingressVaultsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.name`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `vaults`. */
export class DataNetingressVaultsVaultOutputReference extends ComplexObject {
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

  /** Identifier of the user who created the vault. */
  get createdBy(): string {
    return this.getStringAttribute('created_by');
  }

  /** Identifier of the user who changed the vault last. */
  get lastUpdatedBy(): string {
    return this.getStringAttribute('last_updated_by');
  }
}

/**
 * Reads all objects of the type vault, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_vaults`.
 */
export class DataNetingressVaults extends NetingressDataSource<DataNetingressVaultsProps> {
  static readonly tfResourceType = 'netingress_vaults';

  constructor(scope: Construct, id: string, props: DataNetingressVaultsProps = {}) {
    super(scope, id, findDataSource('vaults'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressVaults(value: unknown): value is DataNetingressVaults {
    return isDataSourceOfType(value, DataNetingressVaults.tfResourceType);
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
  get vaults(): OutputList<DataNetingressVaultsVaultOutputReference> {
    return new OutputList(this, 'vaults', false, DataNetingressVaultsVaultOutputReference);
  }
}
