// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { type TrafficPolicy } from '../patterns/traffic-policy/policy';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `CloudEndpoint` has. */
interface CloudEndpointAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the endpoint. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string;
  /** URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored. */
  get url(): string;
  /** Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference. */
  get trafficPolicy(): string;
  /** Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. */
  get bindings(): string[];
  /** Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`. */
  get poolingEnabled(): IResolvable;
  /** Type of the endpoint: `cloud`. */
  get type(): string;
  /** Protocol of the URL: `http`, `https`, `tcp` or `tls`. */
  get proto(): string;
  /** Host and port of the URL, `hostname:port`, also for the default port. */
  get hostport(): string;
  /** The reserved domain of the URL. */
  get domain(): RefOutputReference;
  /** The reserved TCP address of the URL. */
  get tcpAddr(): RefOutputReference;
}

/** Properties of {@link CloudEndpoint}. */
export interface CloudEndpointProps extends TerraformMetaArguments {
  /**
   * Purpose of the endpoint. At most 255 bytes.
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
  /** URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored. Another scheme replaces the object. */
  readonly url: string;
  /** Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference. */
  readonly trafficPolicy: string | TrafficPolicy;
  /**
   * Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. Default: `internal` for a host that ends in `.internal`, else `public`. Removing it keeps the value.
   *
   * @default - computed by the service
   */
  readonly bindings?: readonly ('public' | 'internal' | 'kubernetes' | (string & {}))[];
  /**
   * Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`.
   *
   * @default false
   */
  readonly poolingEnabled?: boolean | IResolvable;
}

/**
 * A URL that the service itself serves, by a traffic policy and without an agent. It is online in all regions at once.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_cloud_endpoint`.
 */
export class CloudEndpoint extends NetingressResource<CloudEndpointProps> {
  static readonly tfResourceType = 'netingress_cloud_endpoint';

  constructor(scope: Construct, id: string, props: CloudEndpointProps) {
    super(scope, id, getKind('cloud_endpoint'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isCloudEndpoint(value: unknown): value is CloudEndpoint {
    return isResourceOfType(value, CloudEndpoint.tfResourceType);
  }
}
export interface CloudEndpoint extends CloudEndpointAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the endpoint. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored. */
  get url(): string;
  set url(value: string);
  /** The input value of `url`. */
  get urlInput(): string | undefined;
  /** Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference. */
  get trafficPolicy(): string;
  set trafficPolicy(value: string | TrafficPolicy);
  /** The input value of `trafficPolicy`. */
  get trafficPolicyInput(): string | TrafficPolicy | undefined;
  /** Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. */
  get bindings(): string[];
  set bindings(value: readonly ('public' | 'internal' | 'kubernetes' | (string & {}))[]);
  /** The input value of `bindings`. */
  get bindingsInput(): readonly ('public' | 'internal' | 'kubernetes' | (string & {}))[] | undefined;
  /** Unsets `bindings`. */
  resetBindings(): void;
  /** Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`. */
  get poolingEnabled(): IResolvable;
  set poolingEnabled(value: boolean | IResolvable);
  /** The input value of `poolingEnabled`. */
  get poolingEnabledInput(): boolean | IResolvable | undefined;
  /** Unsets `poolingEnabled`. */
  resetPoolingEnabled(): void;
}

defineAttributes(CloudEndpoint, expandAttributes(getKind('cloud_endpoint').attributes));

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
    super(scope, id, getDataSource('cloud_endpoint'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCloudEndpoint(value: unknown): value is DataNetingressCloudEndpoint {
    return isDataSourceOfType(value, DataNetingressCloudEndpoint.tfResourceType);
  }
}
export interface DataNetingressCloudEndpoint extends CloudEndpointAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding `kubernetes`. Case and the default port are ignored. */
  get url(): string;
  set url(value: string);
  /** The input value of `url`. */
  get urlInput(): string | undefined;
  /** Unsets `url`. */
  resetUrl(): void;
}

defineAttributes(DataNetingressCloudEndpoint, getDataSource('cloud_endpoint').attributes);

/** Properties of {@link DataNetingressCloudEndpoints}. */
export interface DataNetingressCloudEndpointsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.binding`, `obj.bindings`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `cloudEndpoints`. */
export class DataNetingressCloudEndpointsCloudEndpointOutputReference extends ComplexObject {}
export interface DataNetingressCloudEndpointsCloudEndpointOutputReference extends CloudEndpointAttributes {}

/**
 * Reads all objects of the type cloud endpoint, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_cloud_endpoints`.
 */
export class DataNetingressCloudEndpoints extends NetingressDataSource<DataNetingressCloudEndpointsProps> {
  static readonly tfResourceType = 'netingress_cloud_endpoints';

  constructor(scope: Construct, id: string, props: DataNetingressCloudEndpointsProps = {}) {
    super(scope, id, getDataSource('cloud_endpoints'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCloudEndpoints(value: unknown): value is DataNetingressCloudEndpoints {
    return isDataSourceOfType(value, DataNetingressCloudEndpoints.tfResourceType);
  }
}
export interface DataNetingressCloudEndpoints extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.type`, `obj.url`, `obj.binding`, `obj.bindings`, `obj.pooling_enabled`, `obj.scheme`, `obj.region`, `obj.name`, `obj.principal.id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get cloudEndpoints(): OutputList<DataNetingressCloudEndpointsCloudEndpointOutputReference>;
}

defineAttributes(DataNetingressCloudEndpoints, getDataSource('cloud_endpoints').attributes, {
  'cloud_endpoints': DataNetingressCloudEndpointsCloudEndpointOutputReference,
});
