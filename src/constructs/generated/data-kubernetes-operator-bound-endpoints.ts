// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressKubernetesOperatorBoundEndpoints}. */
export interface DataNetingressKubernetesOperatorBoundEndpointsProps extends TerraformMetaArguments {
  /** Identifier of the Kubernetes operator. */
  readonly kubernetesOperatorId: string;
}

/** One element of `endpoints`. */
export class DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference extends ComplexObject {
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
 * Reads the endpoints that are bound to a Kubernetes operator, which makes them available in its cluster.
 *
 * Terraform type: `netingress_kubernetes_operator_bound_endpoints`.
 */
export class DataNetingressKubernetesOperatorBoundEndpoints extends NetingressDataSource<DataNetingressKubernetesOperatorBoundEndpointsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator_bound_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorBoundEndpointsProps) {
    super(scope, id, findDataSource('kubernetes_operator_bound_endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperatorBoundEndpoints(value: unknown): value is DataNetingressKubernetesOperatorBoundEndpoints {
    return isDataSourceOfType(value, DataNetingressKubernetesOperatorBoundEndpoints.tfResourceType);
  }

  /** Identifier of the Kubernetes operator. */
  get kubernetesOperatorId(): string {
    return this.getStringAttribute('kubernetes_operator_id');
  }

  set kubernetesOperatorId(value: string) {
    this.inputs.set('kubernetesOperatorId', value);
  }

  /** The input value of `kubernetesOperatorId`. */
  get kubernetesOperatorIdInput() {
    return this.inputs.get('kubernetesOperatorId');
  }

  /** Bound endpoints in the order of the service. */
  get endpoints(): OutputList<DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference> {
    return new OutputList(this, 'endpoints', false, DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference);
  }
}
