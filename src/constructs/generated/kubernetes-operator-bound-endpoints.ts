// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressKubernetesOperatorBoundEndpoints}. */
export interface DataNetingressKubernetesOperatorBoundEndpointsProps extends TerraformMetaArguments {
  /** Identifier of the Kubernetes operator. */
  readonly kubernetesOperatorId: string;
}

/** One element of `endpoints`. */
export class DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference {
  /** Unique identifier of the endpoint. */
  get id(): string;
  /** Region of the endpoint. */
  get region(): string;
  /** Creation time of the endpoint, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Time of the last update of the endpoint, RFC 3339 in UTC. */
  get updatedAt(): string;
  /** Public URL of the endpoint. */
  get publicUrl(): string;
  /** Protocol: `http`, `https`, `tcp` or `tls`. */
  get proto(): string;
  /** Scheme of the URL. */
  get scheme(): string;
  /**
   * Host name and port, `hostname:port`.
   *
   * @deprecated Use `host` and `port`.
   */
  get hostport(): string;
  /** Host name of the URL. */
  get host(): string;
  /** Port of the endpoint. */
  get port(): number;
  /** `ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint). */
  get type(): string;
  /** Machine-readable data of the tunnel or edge, set by the user. */
  get metadata(): string;
  /** Description of the tunnel, set by the user. */
  get description(): string;
  /** Domain reserved for the endpoint. */
  get domain(): RefOutputReference;
  /** TCP address reserved for the endpoint. */
  get tcpAddr(): RefOutputReference;
  /** Tunnel that serves an ephemeral endpoint. */
  get tunnel(): RefOutputReference;
  /** Edge that serves an edge endpoint. */
  get edge(): RefOutputReference;
  /** Local address that the tunnel forwards to. */
  get upstreamUrl(): string;
  /** Protocol that the agent uses to forward. */
  get upstreamProtocol(): string;
  /** URL of the endpoint. */
  get url(): string;
  /** Bot or user that owns the endpoint. */
  get principal(): RefOutputReference;
  /** Traffic policy attached to the endpoint. */
  get trafficPolicy(): string;
  /** Bindings of the endpoint. */
  get bindings(): string[];
  /** Session of the agent that serves the endpoint. */
  get tunnelSession(): RefOutputReference;
  /** URI of the endpoint in the management API. */
  get uri(): string;
  /** Name of the endpoint, set by the user. */
  get name(): string;
  /** Whether the endpoint may be pooled with others. */
  get poolingEnabled(): IResolvable;
}

/**
 * Reads the endpoints that are bound to a Kubernetes operator, which makes them available in its cluster.
 *
 * Terraform type: `netingress_kubernetes_operator_bound_endpoints`.
 */
export class DataNetingressKubernetesOperatorBoundEndpoints extends NetingressDataSource<DataNetingressKubernetesOperatorBoundEndpointsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator_bound_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorBoundEndpointsProps) {
    super(scope, id, getDataSource('kubernetes_operator_bound_endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperatorBoundEndpoints(value: unknown): value is DataNetingressKubernetesOperatorBoundEndpoints {
    return isDataSourceOfType(value, DataNetingressKubernetesOperatorBoundEndpoints.tfResourceType);
  }
}
export interface DataNetingressKubernetesOperatorBoundEndpoints {
  /** Identifier of the Kubernetes operator. */
  get kubernetesOperatorId(): string;
  set kubernetesOperatorId(value: string);
  /** The input value of `kubernetesOperatorId`. */
  get kubernetesOperatorIdInput(): string | undefined;
  /** Bound endpoints in the order of the service. */
  get endpoints(): OutputList<DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference>;
}

defineAttributes(DataNetingressKubernetesOperatorBoundEndpoints, getDataSource('kubernetes_operator_bound_endpoints').attributes, {
  'endpoints': DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference,
});
