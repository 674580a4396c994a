// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressCloudEndpoint}. */
export interface DataNetingressCloudEndpointProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored.
   *
   * @default - computed by the service
   */
  readonly url?: string;
}

/**
 * Reads one cloud endpoint by `id` or `url`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_cloud_endpoint`.
 */
export class DataNetingressCloudEndpoint extends NetingressDataSource<DataNetingressCloudEndpointProps> {
  static readonly tfResourceType = 'netingress_cloud_endpoint';

  constructor(scope: Construct, id: string, props: DataNetingressCloudEndpointProps = {}) {
    super(scope, id, findDataSource('cloud_endpoint'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCloudEndpoint(value: unknown): value is DataNetingressCloudEndpoint {
    return isDataSourceOfType(value, DataNetingressCloudEndpoint.tfResourceType);
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

  /** Purpose of the endpoint. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored. */
  get url(): string {
    return this.getStringAttribute('url');
  }

  set url(value: string) {
    this.inputs.set('url', value);
  }

  /** The input value of `url`. */
  get urlInput() {
    return this.inputs.get('url');
  }

  /** Unsets `url`. */
  resetUrl(): void {
    this.inputs.reset('url');
  }

  /** Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference. */
  get trafficPolicy(): string {
    return this.getStringAttribute('traffic_policy');
  }

  /** Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. */
  get bindings(): string[] {
    return Fn.tolist(this.getListAttribute('bindings'));
  }

  /** Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`. */
  get poolingEnabled(): IResolvable {
    return this.getBooleanAttribute('pooling_enabled');
  }

  /** Type of the endpoint: `cloud`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Protocol of the URL: `http`, `https`, `tcp` or `tls`. */
  get proto(): string {
    return this.getStringAttribute('proto');
  }

  /** Host and port of the URL, `hostname:port`, also for the default port. */
  get hostport(): string {
    return this.getStringAttribute('hostport');
  }

  /** The reserved domain of the URL. */
  get domain(): RefOutputReference {
    return new RefOutputReference(this, 'domain', false);
  }

  /** The reserved TCP address of the URL. */
  get tcpAddr(): RefOutputReference {
    return new RefOutputReference(this, 'tcp_addr', false);
  }
}
