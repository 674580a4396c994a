// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type FilterInput, type IdInput } from './shared-inputs';

/** What each class of a `Endpoint` has. */
interface EndpointAttributes {
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

/** Properties of {@link DataNetingressEndpoint}. */
export interface DataNetingressEndpointProps extends TerraformMetaArguments {
  /**
   * Unique identifier of the endpoint.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * URL of the endpoint.
   *
   * @default - computed by the service
   */
  readonly url?: string;
}

/**
 * Reads one endpoint by `id` or `url`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_endpoint`.
 */
export class DataNetingressEndpoint extends NetingressDataSource<DataNetingressEndpointProps> {
  static readonly tfResourceType = 'netingress_endpoint';

  constructor(scope: Construct, id: string, props: DataNetingressEndpointProps = {}) {
    super(scope, id, getDataSource('endpoint'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEndpoint(value: unknown): value is DataNetingressEndpoint {
    return isDataSourceOfType(value, DataNetingressEndpoint.tfResourceType);
  }
}
export interface DataNetingressEndpoint extends EndpointAttributes, IdInput {
  /** Unique identifier of the endpoint. */
  get id(): string;
  set id(value: string);
  /** URL of the endpoint. */
  get url(): string;
  set url(value: string);
  /** The input value of `url`. */
  get urlInput(): string | undefined;
  /** Unsets `url`. */
  resetUrl(): void;
}

defineAttributes(DataNetingressEndpoint, getDataSource('endpoint').attributes);

/** Properties of {@link DataNetingressEndpoints}. */
export interface DataNetingressEndpointsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.binding`, `obj.bindings`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `endpoints`. */
export class DataNetingressEndpointsEndpointOutputReference extends ComplexObject {}
export interface DataNetingressEndpointsEndpointOutputReference extends EndpointAttributes {}

/**
 * Reads all objects of the type endpoint, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_endpoints`.
 */
export class DataNetingressEndpoints extends NetingressDataSource<DataNetingressEndpointsProps> {
  static readonly tfResourceType = 'netingress_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressEndpointsProps = {}) {
    super(scope, id, getDataSource('endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEndpoints(value: unknown): value is DataNetingressEndpoints {
    return isDataSourceOfType(value, DataNetingressEndpoints.tfResourceType);
  }
}
export interface DataNetingressEndpoints extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.binding`, `obj.bindings`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get endpoints(): OutputList<DataNetingressEndpointsEndpointOutputReference>;
}

defineAttributes(DataNetingressEndpoints, getDataSource('endpoints').attributes, {
  'endpoints': DataNetingressEndpointsEndpointOutputReference,
});
