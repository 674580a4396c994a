// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshPublicKey}. */
export interface SshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Owner or purpose of the key. At most 255 bytes.
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

  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. Changing it replaces the object. */
  readonly publicKey: string;

  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];

  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it. Changing it replaces the object. Profile `ngrok` only.
   *
   * @default - computed by the service
   */
  readonly ownerId?: string;
}

/**
 * A public key that authenticates clients which start tunnels over SSH.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class SshPublicKey extends NetingressResource<SshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: SshPublicKeyProps) {
    super(scope, id, getKind('ssh_public_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSshPublicKey(value: unknown): value is SshPublicKey {
    return isResourceOfType(value, SshPublicKey.tfResourceType);
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
    return createImportableResource(scope, importToId, SshPublicKey.tfResourceType, importFromId, provider);
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

  /** Owner or purpose of the key. At most 255 bytes. */
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

  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  set publicKey(value: string) {
    this.inputs.set('publicKey', value);
  }

  /** The input value of `publicKey`. */
  get publicKeyInput() {
    return this.inputs.get('publicKey');
  }

  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }

  set acl(value: readonly string[]) {
    this.inputs.set('acl', value);
  }

  /** The input value of `acl`. */
  get aclInput() {
    return this.inputs.get('acl');
  }

  /** Unsets `acl`. */
  resetAcl(): void {
    this.inputs.reset('acl');
  }

  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string {
    return this.getStringAttribute('owner_id');
  }

  set ownerId(value: string) {
    this.inputs.set('ownerId', value);
  }

  /** The input value of `ownerId`. */
  get ownerIdInput() {
    return this.inputs.get('ownerId');
  }

  /** Unsets `ownerId`. */
  resetOwnerId(): void {
    this.inputs.reset('ownerId');
  }
}
