// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTcpAddress}. */
export interface DataNetingressTcpAddressProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * The reserved address, `hostname:port`, chosen by the service.
   *
   * @default - the service chooses
   */
  readonly addr?: string;
}

/**
 * Reads one TCP address, named by `id` or `addr`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_tcp_address`.
 */
export class DataNetingressTcpAddress extends NetingressDataSource<DataNetingressTcpAddressProps> {
  static readonly tfResourceType = 'netingress_tcp_address';

  constructor(scope: Construct, id: string, props: DataNetingressTcpAddressProps = {}) {
    super(scope, id, findDataSource('tcp_address'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressTcpAddress(value: unknown): value is DataNetingressTcpAddress {
    return isDataSourceOfType(value, DataNetingressTcpAddress.tfResourceType);
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

  /** What the address is used for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string {
    return this.getStringAttribute('addr');
  }

  set addr(value: string) {
    this.inputs.put('addr', value);
  }

  /** What was given for `addr`. */
  get addrInput() {
    return this.inputs.get('addr');
  }

  /** Takes `addr` back, as if it had never been given. */
  resetAddr(): void {
    this.inputs.reset('addr');
  }

  /** Region of the address. The default is `us`, the service’s own. */
  get region(): string {
    return this.getStringAttribute('region');
  }
}
