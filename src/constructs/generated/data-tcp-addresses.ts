// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTcpAddresses}. */
export interface DataNetingressTcpAddressesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.addr`, `obj.region`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `tcpAddresses`. */
export class DataNetingressTcpAddressesTcpAddressOutputReference extends ComplexObject {
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

  /** Region of the address. Default: `us`. */
  get region(): string {
    return this.getStringAttribute('region');
  }
}

/**
 * Reads all objects of the type TCP address, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_tcp_addresses`.
 */
export class DataNetingressTcpAddresses extends NetingressDataSource<DataNetingressTcpAddressesProps> {
  static readonly tfResourceType = 'netingress_tcp_addresses';

  constructor(scope: Construct, id: string, props: DataNetingressTcpAddressesProps = {}) {
    super(scope, id, findDataSource('tcp_addresses'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTcpAddresses(value: unknown): value is DataNetingressTcpAddresses {
    return isDataSourceOfType(value, DataNetingressTcpAddresses.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.addr`, `obj.region`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get tcpAddresses(): OutputList<DataNetingressTcpAddressesTcpAddressOutputReference> {
    return new OutputList(this, 'tcp_addresses', false, DataNetingressTcpAddressesTcpAddressOutputReference);
  }
}
