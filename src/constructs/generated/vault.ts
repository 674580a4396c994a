// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `Vault` has. */
interface VaultAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the vault. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string;
  /** Name of the vault, unique in the account. */
  get name(): string;
  /** Identifier of the user who created the vault. */
  get createdBy(): string;
  /** Identifier of the user who changed the vault last. */
  get lastUpdatedBy(): string;
}

/** Properties of {@link Vault}. */
export interface VaultProps extends TerraformMetaArguments {
  /**
   * Purpose of the vault. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;
  /** Name of the vault, unique in the account. */
  readonly name: string;
}

/**
 * A container of secrets for traffic policies. Policies name the vault, so renaming it breaks them until they follow.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_vault`.
 */
export class Vault extends NetingressResource<VaultProps> {
  static readonly tfResourceType = 'netingress_vault';

  constructor(scope: Construct, id: string, props: VaultProps) {
    super(scope, id, getKind('vault'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isVault(value: unknown): value is Vault {
    return isResourceOfType(value, Vault.tfResourceType);
  }
}
export interface Vault extends VaultAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the vault. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Name of the vault, unique in the account. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
}

defineAttributes(Vault, expandAttributes(getKind('vault').attributes));

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
    super(scope, id, getDataSource('vault'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressVault(value: unknown): value is DataNetingressVault {
    return isDataSourceOfType(value, DataNetingressVault.tfResourceType);
  }
}
export interface DataNetingressVault extends VaultAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Name of the vault, unique in the account. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
  /** Unsets `name`. */
  resetName(): void;
}

defineAttributes(DataNetingressVault, getDataSource('vault').attributes);

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
export class DataNetingressVaultsVaultOutputReference extends ComplexObject {}
export interface DataNetingressVaultsVaultOutputReference extends VaultAttributes {}

/**
 * Reads all objects of the type vault, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_vaults`.
 */
export class DataNetingressVaults extends NetingressDataSource<DataNetingressVaultsProps> {
  static readonly tfResourceType = 'netingress_vaults';

  constructor(scope: Construct, id: string, props: DataNetingressVaultsProps = {}) {
    super(scope, id, getDataSource('vaults'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressVaults(value: unknown): value is DataNetingressVaults {
    return isDataSourceOfType(value, DataNetingressVaults.tfResourceType);
  }
}
export interface DataNetingressVaults extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.name`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get vaults(): OutputList<DataNetingressVaultsVaultOutputReference>;
}

defineAttributes(DataNetingressVaults, getDataSource('vaults').attributes, {
  'vaults': DataNetingressVaultsVaultOutputReference,
});
