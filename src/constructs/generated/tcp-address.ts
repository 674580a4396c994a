// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link TcpAddress}. */
export interface TcpAddressProps extends TerraformMetaArguments {
  /**
   * What the address is used for. At most 255 bytes.
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

  /**
   * Region of the address. The default is `us`, the service’s own. Another region needs a new address. One of `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`.
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

  /** Whether the value is such a construct. */
  static isTcpAddress(value: unknown): value is TcpAddress {
    return isResourceOfType(value, TcpAddress.tfResourceType);
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
    return importedResource(scope, importToId, TcpAddress.tfResourceType, importFromId, provider);
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

  /** What the address is used for. At most 255 bytes. */
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

  /** The reserved address, `hostname:port`, chosen by the service. */
  get addr(): string {
    return this.getStringAttribute('addr');
  }

  /** Region of the address. The default is `us`, the service’s own. Another region needs a new address. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {})) {
    this.inputs.put('region', value);
  }

  /** What was given for `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Takes `region` back, as if it had never been given. */
  resetRegion(): void {
    this.inputs.reset('region');
  }
}
