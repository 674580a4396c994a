// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEndpoints}. */
export interface DataNetingressEndpointsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `endpoints`. */
export class DataNetingressEndpointsEndpointOutputReference extends ComplexObject {
  /** Unique identifier of the endpoint. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Region of the endpoint. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Creation time of the endpoint, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Time of the last update of the endpoint, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** Public URL of the endpoint. */
  get publicUrl(): string {
    return this.getStringAttribute('public_url');
  }

  /** Protocol: `http`, `https`, `tcp` or `tls`. */
  get proto(): string {
    return this.getStringAttribute('proto');
  }

  /** Scheme of the URL. */
  get scheme(): string {
    return this.getStringAttribute('scheme');
  }

  /**
   * Host name and port, `hostname:port`.
   *
   * @deprecated Use `host` and `port`.
   */
  get hostport(): string {
    return this.getStringAttribute('hostport');
  }

  /** Host name of the URL. */
  get host(): string {
    return this.getStringAttribute('host');
  }

  /** Port of the endpoint. */
  get port(): number {
    return this.getNumberAttribute('port');
  }

  /** `ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint). */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Machine-readable data of the tunnel or edge, set by the user. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Description of the tunnel, set by the user. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Domain reserved for the endpoint. */
  get domain(): RefOutputReference {
    return new RefOutputReference(this, 'domain', false);
  }

  /** TCP address reserved for the endpoint. */
  get tcpAddr(): RefOutputReference {
    return new RefOutputReference(this, 'tcp_addr', false);
  }

  /** Tunnel that serves an ephemeral endpoint. */
  get tunnel(): RefOutputReference {
    return new RefOutputReference(this, 'tunnel', false);
  }

  /** Edge that serves an edge endpoint. */
  get edge(): RefOutputReference {
    return new RefOutputReference(this, 'edge', false);
  }

  /** Local address that the tunnel forwards to. */
  get upstreamUrl(): string {
    return this.getStringAttribute('upstream_url');
  }

  /** Protocol that the agent uses to forward. */
  get upstreamProtocol(): string {
    return this.getStringAttribute('upstream_protocol');
  }

  /** URL of the endpoint. */
  get url(): string {
    return this.getStringAttribute('url');
  }

  /** Bot or user that owns the endpoint. */
  get principal(): RefOutputReference {
    return new RefOutputReference(this, 'principal', false);
  }

  /** Traffic policy attached to the endpoint. */
  get trafficPolicy(): string {
    return this.getStringAttribute('traffic_policy');
  }

  /** Bindings of the endpoint. */
  get bindings(): string[] {
    return this.getListAttribute('bindings');
  }

  /** Session of the agent that serves the endpoint. */
  get tunnelSession(): RefOutputReference {
    return new RefOutputReference(this, 'tunnel_session', false);
  }

  /** URI of the endpoint in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Name of the endpoint, set by the user. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Whether the endpoint may be pooled with others. */
  get poolingEnabled(): IResolvable {
    return this.getBooleanAttribute('pooling_enabled');
  }
}

/**
 * Reads all objects of the type endpoint, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_endpoints`.
 */
export class DataNetingressEndpoints extends NetingressDataSource<DataNetingressEndpointsProps> {
  static readonly tfResourceType = 'netingress_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressEndpointsProps = {}) {
    super(scope, id, findDataSource('endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEndpoints(value: unknown): value is DataNetingressEndpoints {
    return isDataSourceOfType(value, DataNetingressEndpoints.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset. */
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
  get endpoints(): OutputList<DataNetingressEndpointsEndpointOutputReference> {
    return new OutputList(this, 'endpoints', false, DataNetingressEndpointsEndpointOutputReference);
  }
}
