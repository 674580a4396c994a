// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTcpAddress}. */
export interface DataNetingressTcpAddressProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * The reserved address, `hostname:port`, chosen by the service.
   *
   * @default - computed by the service
   */
  readonly addr?: string;
}

/**
 * Reads one TCP address by `id` or `addr`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_tcp_address`.
 */
export class DataNetingressTcpAddress extends NetingressDataSource<DataNetingressTcpAddressProps> {
  static readonly tfResourceType = 'netingress_tcp_address';

  constructor(scope: Construct, id: string, props: DataNetingressTcpAddressProps = {}) {
    super(scope, id, findDataSource('tcp_address'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTcpAddress(value: unknown): value is DataNetingressTcpAddress {
    return isDataSourceOfType(value, DataNetingressTcpAddress.tfResourceType);
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

  /** Purpose of the address. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string {
    return this.getStringAttribute('addr');
  }

  set addr(value: string) {
    this.inputs.set('addr', value);
  }

  /** The input value of `addr`. */
  get addrInput() {
    return this.inputs.get('addr');
  }

  /** Unsets `addr`. */
  resetAddr(): void {
    this.inputs.reset('addr');
  }

  /** Region of the address. Default: `us`. */
  get region(): string {
    return this.getStringAttribute('region');
  }
}
