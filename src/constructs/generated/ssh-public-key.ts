// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshPublicKey}. */
export interface SshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Who or what uses the key. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /** The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter. Another key needs a new object. */
  readonly publicKey: string;

  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];
}

/**
 * A public key whose owner may start tunnels over SSH.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class SshPublicKey extends NetingressResource<SshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: SshPublicKeyProps) {
    super(scope, id, getKind('ssh_public_key'), props);
  }

  /** Whether the value is such a construct. */
  static isSshPublicKey(value: unknown): value is SshPublicKey {
    return isResourceOfType(value, SshPublicKey.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, SshPublicKey.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Who or what uses the key. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter. Another key needs a new object. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  set publicKey(value: string) {
    this.inputs.put('publicKey', value);
  }

  /** What was given for `publicKey`. */
  get publicKeyInput() {
    return this.inputs.get('publicKey');
  }

  /** What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }

  set acl(value: readonly string[]) {
    this.inputs.put('acl', value);
  }

  /** What was given for `acl`. */
  get aclInput() {
    return this.inputs.get('acl');
  }

  /** Takes `acl` back, as if it had never been given. */
  resetAcl(): void {
    this.inputs.reset('acl');
  }
}
