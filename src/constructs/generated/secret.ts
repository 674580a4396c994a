// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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
    return createImportableResource(scope, importToId, Secret.tfResourceType, importFromId, provider);
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

  /** Purpose of the secret. At most 255 bytes. */
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

  /** The secret value. No response contains it; it cannot be empty. */
  get value(): string {
    return this.getStringAttribute('value');
  }

  set value(value: string) {
    this.inputs.set('value', value);
  }

  /** The input value of `value`. */
  get valueInput() {
    return this.inputs.get('value');
  }

  /** Unsets `value`. */
  resetValue(): void {
    this.inputs.reset('value');
  }

  /** Write-only variant of `value`: never stored in plan or state; accepts ephemeral values. Conflicts with `value`. Requires Terraform 1.11 or OpenTofu 1.11. */
  set valueWo(value: string) {
    this.inputs.set('valueWo', value);
  }

  /** The input value of `valueWo`. */
  get valueWoInput() {
    return this.inputs.get('valueWo');
  }

  /** Unsets `valueWo`. */
  resetValueWo(): void {
    this.inputs.reset('valueWo');
  }

  /** Version of `valueWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get valueWoVersion(): number {
    return this.getNumberAttribute('value_wo_version');
  }

  set valueWoVersion(value: number) {
    this.inputs.set('valueWoVersion', value);
  }

  /** The input value of `valueWoVersion`. */
  get valueWoVersionInput() {
    return this.inputs.get('valueWoVersion');
  }

  /** Unsets `valueWoVersion`. */
  resetValueWoVersion(): void {
    this.inputs.reset('valueWoVersion');
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
