// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTunnelCredential}. */
export interface DataNetingressTunnelCredentialProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * Who or what uses the credential. At most 255 bytes.
   *
   * @default - the service chooses
   */
  readonly description?: string;
}

/**
 * Reads one tunnel credential, named by `id` or `description`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class DataNetingressTunnelCredential extends NetingressDataSource<DataNetingressTunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelCredentialProps = {}) {
    super(scope, id, findDataSource('tunnel_credential'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressTunnelCredential(value: unknown): value is DataNetingressTunnelCredential {
    return isDataSourceOfType(value, DataNetingressTunnelCredential.tfResourceType);
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

  /** Who or what uses the credential. At most 255 bytes. */
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

  /** What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }
}
