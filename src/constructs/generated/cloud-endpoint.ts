// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import type { TrafficPolicy } from '../patterns/traffic-policy/policy';
import { RefOutputReference } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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
    return createImportableResource(scope, importToId, CloudEndpoint.tfResourceType, importFromId, provider);
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

  /** Purpose of the endpoint. At most 255 bytes. */
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

  /** Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members, and YAML or JSON make no difference. */
  get trafficPolicy(): string {
    return this.getStringAttribute('traffic_policy');
  }

  set trafficPolicy(value: string | TrafficPolicy) {
    this.inputs.set('trafficPolicy', value);
  }

  /** The input value of `trafficPolicy`. */
  get trafficPolicyInput() {
    return this.inputs.get('trafficPolicy');
  }

  /** Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. */
  get bindings(): string[] {
    return Fn.tolist(this.getListAttribute('bindings'));
  }

  set bindings(value: readonly ('public' | 'internal' | 'kubernetes' | (string & {}))[]) {
    this.inputs.set('bindings', value);
  }

  /** The input value of `bindings`. */
  get bindingsInput() {
    return this.inputs.get('bindings');
  }

  /** Unsets `bindings`. */
  resetBindings(): void {
    this.inputs.reset('bindings');
  }

  /** Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`. */
  get poolingEnabled(): IResolvable {
    return this.getBooleanAttribute('pooling_enabled');
  }

  set poolingEnabled(value: boolean | IResolvable) {
    this.inputs.set('poolingEnabled', value);
  }

  /** The input value of `poolingEnabled`. */
  get poolingEnabledInput() {
    return this.inputs.get('poolingEnabled');
  }

  /** Unsets `poolingEnabled`. */
  resetPoolingEnabled(): void {
    this.inputs.reset('poolingEnabled');
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
