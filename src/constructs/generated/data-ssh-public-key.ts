// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshPublicKey}. */
export interface DataNetingressSshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored.
   *
   * @default - computed by the service
   */
  readonly publicKey?: string;
}

/**
 * Reads one SSH public key by `id` or `publicKey`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class DataNetingressSshPublicKey extends NetingressDataSource<DataNetingressSshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: DataNetingressSshPublicKeyProps = {}) {
    super(scope, id, findDataSource('ssh_public_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshPublicKey(value: unknown): value is DataNetingressSshPublicKey {
    return isDataSourceOfType(value, DataNetingressSshPublicKey.tfResourceType);
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

  /** Owner or purpose of the key. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
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

  /** Unsets `publicKey`. */
  resetPublicKey(): void {
    this.inputs.reset('publicKey');
  }

  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }

  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string {
    return this.getStringAttribute('owner_id');
  }
}
