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

/** What each class of a `Secret` has. */
interface SecretAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the secret. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string;
  /** Identifier of the vault that contains the secret. */
  get vaultId(): string;
  /** Name of the secret, unique in its vault. */
  get name(): string;
  /** Name of the vault that contains the secret. */
  get vaultName(): string;
  /** Identifier of the user who created the secret. */
  get createdBy(): string;
  /** Identifier of the user who changed the secret last. */
  get lastUpdatedBy(): string;
}

/** Properties of {@link Secret}. */
export interface SecretProps extends TerraformMetaArguments {
  /**
   * Purpose of the secret. At most 255 bytes.
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
  /** Identifier of the vault that contains the secret. Changing it replaces the object. */
  readonly vaultId: string;
  /** Name of the secret, unique in its vault. */
  readonly name: string;
  /**
   * The secret value. No response contains it; it cannot be empty. Sensitive.
   *
   * @default - not set
   */
  readonly value?: string;
  /**
   * Write-only variant of `value`: never stored in plan or state; accepts ephemeral values. Conflicts with `value`. Requires Terraform 1.11 or OpenTofu 1.11. Sensitive.
   *
   * @default - not set
   */
  readonly valueWo?: string;
  /**
   * Version of `valueWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes.
   *
   * @default - not set
   */
  readonly valueWoVersion?: number;
}

/**
 * A value for traffic policies, which read it with `secrets.get(<vault>, <name>)`. A new value is in force at once. Policies name vault and secret, so renaming it breaks them until they follow.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_secret`.
 */
export class Secret extends NetingressResource<SecretProps> {
  static readonly tfResourceType = 'netingress_secret';

  constructor(scope: Construct, id: string, props: SecretProps) {
    super(scope, id, getKind('secret'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSecret(value: unknown): value is Secret {
    return isResourceOfType(value, Secret.tfResourceType);
  }
}
export interface Secret extends SecretAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the secret. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Identifier of the vault that contains the secret. */
  get vaultId(): string;
  set vaultId(value: string);
  /** The input value of `vaultId`. */
  get vaultIdInput(): string | undefined;
  /** Name of the secret, unique in its vault. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
  /** The secret value. No response contains it; it cannot be empty. */
  get value(): string;
  set value(value: string);
  /** The input value of `value`. */
  get valueInput(): string | undefined;
  /** Unsets `value`. */
  resetValue(): void;
  /** Write-only variant of `value`: never stored in plan or state; accepts ephemeral values. Conflicts with `value`. Requires Terraform 1.11 or OpenTofu 1.11. */
  set valueWo(value: string);
  /** The input value of `valueWo`. */
  get valueWoInput(): string | undefined;
  /** Unsets `valueWo`. */
  resetValueWo(): void;
  /** Version of `valueWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get valueWoVersion(): number;
  set valueWoVersion(value: number);
  /** The input value of `valueWoVersion`. */
  get valueWoVersionInput(): number | undefined;
  /** Unsets `valueWoVersion`. */
  resetValueWoVersion(): void;
}

defineAttributes(Secret, expandAttributes(getKind('secret').attributes));

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
    super(scope, id, getDataSource('secret'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSecret(value: unknown): value is DataNetingressSecret {
    return isDataSourceOfType(value, DataNetingressSecret.tfResourceType);
  }
}
export interface DataNetingressSecret extends SecretAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Identifier of the vault that contains the secret. */
  get vaultId(): string;
  set vaultId(value: string);
  /** The input value of `vaultId`. */
  get vaultIdInput(): string | undefined;
  /** Unsets `vaultId`. */
  resetVaultId(): void;
  /** Name of the secret, unique in its vault. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
  /** Unsets `name`. */
  resetName(): void;
}

defineAttributes(DataNetingressSecret, getDataSource('secret').attributes);

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
export class DataNetingressSecretsSecretOutputReference extends ComplexObject {}
export interface DataNetingressSecretsSecretOutputReference extends SecretAttributes {}

/**
 * Reads all objects of the type secret, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_secrets`.
 */
export class DataNetingressSecrets extends NetingressDataSource<DataNetingressSecretsProps> {
  static readonly tfResourceType = 'netingress_secrets';

  constructor(scope: Construct, id: string, props: DataNetingressSecretsProps = {}) {
    super(scope, id, getDataSource('secrets'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSecrets(value: unknown): value is DataNetingressSecrets {
    return isDataSourceOfType(value, DataNetingressSecrets.tfResourceType);
  }
}
export interface DataNetingressSecrets extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.name`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get secrets(): OutputList<DataNetingressSecretsSecretOutputReference>;
}

defineAttributes(DataNetingressSecrets, getDataSource('secrets').attributes, {
  'secrets': DataNetingressSecretsSecretOutputReference,
});
