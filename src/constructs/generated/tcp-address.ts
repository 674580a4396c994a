// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `TcpAddress` has. */
interface TcpAddressAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the address. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string;
  /** Region of the address. Default: `us`. */
  get region(): string;
}

/** Properties of {@link TcpAddress}. */
export interface TcpAddressProps extends TerraformMetaArguments {
  /**
   * Purpose of the address. At most 255 bytes.
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
  /**
   * Region of the address. Default: `us`. Changing it replaces the object. One of `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`.
   *
   * @default "us"
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {});
}

/**
 * A host name and port reserved for your TCP endpoints.
 *
 * Terraform type: `netingress_tcp_address`.
 */
export class TcpAddress extends NetingressResource<TcpAddressProps> {
  static readonly tfResourceType = 'netingress_tcp_address';

  constructor(scope: Construct, id: string, props: TcpAddressProps = {}) {
    super(scope, id, getKind('tcp_address'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isTcpAddress(value: unknown): value is TcpAddress {
    return isResourceOfType(value, TcpAddress.tfResourceType);
  }
}
export interface TcpAddress extends TcpAddressAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the address. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Region of the address. Default: `us`. */
  get region(): string;
  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {}));
  /** The input value of `region`. */
  get regionInput(): 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {}) | undefined;
  /** Unsets `region`. */
  resetRegion(): void;
}

defineAttributes(TcpAddress, expandAttributes(getKind('tcp_address').attributes));

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
    super(scope, id, getDataSource('tcp_address'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTcpAddress(value: unknown): value is DataNetingressTcpAddress {
    return isDataSourceOfType(value, DataNetingressTcpAddress.tfResourceType);
  }
}
export interface DataNetingressTcpAddress extends TcpAddressAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string;
  set addr(value: string);
  /** The input value of `addr`. */
  get addrInput(): string | undefined;
  /** Unsets `addr`. */
  resetAddr(): void;
}

defineAttributes(DataNetingressTcpAddress, getDataSource('tcp_address').attributes);

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
export class DataNetingressTcpAddressesTcpAddressOutputReference extends ComplexObject {}
export interface DataNetingressTcpAddressesTcpAddressOutputReference extends TcpAddressAttributes {}

/**
 * Reads all objects of the type TCP address, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_tcp_addresses`.
 */
export class DataNetingressTcpAddresses extends NetingressDataSource<DataNetingressTcpAddressesProps> {
  static readonly tfResourceType = 'netingress_tcp_addresses';

  constructor(scope: Construct, id: string, props: DataNetingressTcpAddressesProps = {}) {
    super(scope, id, getDataSource('tcp_addresses'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTcpAddresses(value: unknown): value is DataNetingressTcpAddresses {
    return isDataSourceOfType(value, DataNetingressTcpAddresses.tfResourceType);
  }
}
export interface DataNetingressTcpAddresses extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.addr`, `obj.region`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get tcpAddresses(): OutputList<DataNetingressTcpAddressesTcpAddressOutputReference>;
}

defineAttributes(DataNetingressTcpAddresses, getDataSource('tcp_addresses').attributes, {
  'tcp_addresses': DataNetingressTcpAddressesTcpAddressOutputReference,
});
