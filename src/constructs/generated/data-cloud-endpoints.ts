// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressCloudEndpoints}. */
export interface DataNetingressCloudEndpointsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.pooling_enabled`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `cloudEndpoints`. */
export class DataNetingressCloudEndpointsCloudEndpointOutputReference extends ComplexObject {
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

/**
 * Reads all objects of the type cloud endpoint, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_cloud_endpoints`.
 */
export class DataNetingressCloudEndpoints extends NetingressDataSource<DataNetingressCloudEndpointsProps> {
  static readonly tfResourceType = 'netingress_cloud_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressCloudEndpointsProps = {}) {
    super(scope, id, findDataSource('cloud_endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCloudEndpoints(value: unknown): value is DataNetingressCloudEndpoints {
    return isDataSourceOfType(value, DataNetingressCloudEndpoints.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.pooling_enabled`. All objects are read if unset. */
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
  get cloudEndpoints(): OutputList<DataNetingressCloudEndpointsCloudEndpointOutputReference> {
    return new OutputList(this, 'cloud_endpoints', false, DataNetingressCloudEndpointsCloudEndpointOutputReference);
  }
}
