// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, Vault.tfResourceType, importFromId, provider);
  }

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

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
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

  /** Identifier of the user who created the vault. */
  get createdBy(): string {
    return this.getStringAttribute('created_by');
  }

  /** Identifier of the user who changed the vault last. */
  get lastUpdatedBy(): string {
    return this.getStringAttribute('last_updated_by');
  }
}
