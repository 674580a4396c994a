// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTunnelCredentials}. */
export interface DataNetingressTunnelCredentialsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `tunnelCredentials`. */
export class DataNetingressTunnelCredentialsTunnelCredentialOutputReference extends ComplexObject {
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

  /** Who or what uses the credential. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
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

/**
 * Reads all objects of the kind tunnel credential, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_tunnel_credentials`.
 */
export class DataNetingressTunnelCredentials extends NetingressDataSource<DataNetingressTunnelCredentialsProps> {
  static readonly tfResourceType = 'netingress_tunnel_credentials';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelCredentialsProps = {}) {
    super(scope, id, findDataSource('tunnel_credentials'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressTunnelCredentials(value: unknown): value is DataNetingressTunnelCredentials {
    return isDataSourceOfType(value, DataNetingressTunnelCredentials.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get tunnelCredentials(): OutputList<DataNetingressTunnelCredentialsTunnelCredentialOutputReference> {
    return new OutputList(this, 'tunnel_credentials', false, DataNetingressTunnelCredentialsTunnelCredentialOutputReference);
  }
}
