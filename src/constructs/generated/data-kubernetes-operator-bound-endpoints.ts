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

  /** Region that the endpoint belongs to. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** When the endpoint was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** When the endpoint was last updated, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** URL of the host and port that are served. */
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

  /** Port that the endpoint is served on. */
  get port(): number {
    return this.getNumberAttribute('port');
  }

  /** `ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint). */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Machine-readable data that the user gave the tunnel or edge. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Description that the user gave the tunnel. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Domain reserved for the endpoint. */
  get domain(): RefOutputReference {
    return new RefOutputReference(this, 'domain', false);
  }

  /** Address reserved for the endpoint. */
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

  /** Protocol that the agent forwards with. */
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

  /** URI at which the management API serves the endpoint. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Name that the user gave the endpoint. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Whether the endpoint may be pooled with others. */
  get poolingEnabled(): IResolvable {
    return this.getBooleanAttribute('pooling_enabled');
  }
}

/**
 * The endpoints that are bound to a Kubernetes operator and so projected into its cluster.
 *
 * Terraform type: `netingress_kubernetes_operator_bound_endpoints`.
 */
export class DataNetingressKubernetesOperatorBoundEndpoints extends NetingressDataSource<DataNetingressKubernetesOperatorBoundEndpointsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator_bound_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorBoundEndpointsProps) {
    super(scope, id, findDataSource('kubernetes_operator_bound_endpoints'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressKubernetesOperatorBoundEndpoints(value: unknown): value is DataNetingressKubernetesOperatorBoundEndpoints {
    return isDataSourceOfType(value, DataNetingressKubernetesOperatorBoundEndpoints.tfResourceType);
  }

  /** Identifier of the Kubernetes operator. */
  get kubernetesOperatorId(): string {
    return this.getStringAttribute('kubernetes_operator_id');
  }

  set kubernetesOperatorId(value: string) {
    this.inputs.put('kubernetesOperatorId', value);
  }

  /** What was given for `kubernetesOperatorId`. */
  get kubernetesOperatorIdInput() {
    return this.inputs.get('kubernetesOperatorId');
  }

  /** The bound endpoints in the order in which the service lists them; empty when there are none. */
  get endpoints(): OutputList<DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference> {
    return new OutputList(this, 'endpoints', false, DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference);
  }
}
