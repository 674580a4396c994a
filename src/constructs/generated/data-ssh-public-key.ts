// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshPublicKey}. */
export interface DataNetingressSshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter.
   *
   * @default - the service chooses
   */
  readonly publicKey?: string;
}

/**
 * Reads one SSH public key, named by `id` or `publicKey`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class DataNetingressSshPublicKey extends NetingressDataSource<DataNetingressSshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: DataNetingressSshPublicKeyProps = {}) {
    super(scope, id, findDataSource('ssh_public_key'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressSshPublicKey(value: unknown): value is DataNetingressSshPublicKey {
    return isDataSourceOfType(value, DataNetingressSshPublicKey.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter. */
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

  /** Takes `publicKey` back, as if it had never been given. */
  resetPublicKey(): void {
    this.inputs.reset('publicKey');
  }

  /** What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }
}
