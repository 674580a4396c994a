// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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
    return createImportableResource(scope, importToId, TcpAddress.tfResourceType, importFromId, provider);
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

  /** Purpose of the address. At most 255 bytes. */
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

  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string {
    return this.getStringAttribute('addr');
  }

  /** Region of the address. Default: `us`. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {})) {
    this.inputs.set('region', value);
  }

  /** The input value of `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Unsets `region`. */
  resetRegion(): void {
    this.inputs.reset('region');
  }
}
