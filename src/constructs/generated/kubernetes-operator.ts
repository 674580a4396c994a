// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { RefOutputReference } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
export interface KubernetesOperatorBinding {
  /**
   * CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true.
   *
   * @default - not set
   */
  readonly endpointSelectors?: readonly string[];

  /**
   * PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a request the service issues no certificate. No response contains the request. Changing it issues a new certificate.
   *
   * @default - not set
   */
  readonly csr?: string;

  /**
   * Public ingress endpoint of the operator, `host:port`. If unset, the service chooses it; removing it keeps the value.
   *
   * @default - computed by the service
   */
  readonly ingressEndpoint?: string;
}

/** Deployment of the operator in the cluster. */
export interface KubernetesOperatorDeployment {
  /**
   * Name of the Kubernetes deployment.
   *
   * @default - not set
   */
  readonly name?: string;

  /**
   * Kubernetes namespace of the deployment. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly namespace?: string;

  /**
   * Version of the operator software.
   *
   * @default - not set
   */
  readonly version?: string;

  /**
   * Name of the cluster, chosen by you. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly clusterName?: string;
}

/** Properties of {@link KubernetesOperator}. */
export interface KubernetesOperatorProps extends TerraformMetaArguments {
  /**
   * Purpose of the operator. At most 255 bytes.
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

  /**
   * Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored.
   *
   * @default - not set
   */
  readonly enabledFeatures?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];

  /**
   * Service region of the operator’s ingress. Default: `global`.
   *
   * @default "global"
   */
  readonly region?: string;

  /**
   * Deployment of the operator in the cluster.
   *
   * @default - not set
   */
  readonly deployment?: KubernetesOperatorDeployment | IResolvable;

  /**
   * Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`.
   *
   * @default - not set
   */
  readonly binding?: KubernetesOperatorBinding | IResolvable;
}

/** Client certificate that the service signed from `csr`. */
export class KubernetesOperatorBindingCertOutputReference extends ComplexObject {
  /** The certificate as PEM. */
  get cert(): string {
    return this.getStringAttribute('cert');
  }

  /** Start of the validity, RFC 3339. */
  get notBefore(): string {
    return this.getStringAttribute('not_before');
  }

  /** End of the validity, RFC 3339. */
  get notAfter(): string {
    return this.getStringAttribute('not_after');
  }
}

/** References to the attributes of {@link KubernetesOperatorBinding}. */
export class KubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
  get endpointSelectors(): string[] {
    return Fn.tolist(this.getListAttribute('endpoint_selectors'));
  }

  /** PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a request the service issues no certificate. No response contains the request. Changing it issues a new certificate. */
  get csr(): string {
    return this.getStringAttribute('csr');
  }

  /** Public ingress endpoint of the operator, `host:port`. */
  get ingressEndpoint(): string {
    return this.getStringAttribute('ingress_endpoint');
  }

  /** Client certificate that the service signed from `csr`. */
  get cert(): KubernetesOperatorBindingCertOutputReference {
    return new KubernetesOperatorBindingCertOutputReference(this, 'cert', false);
  }
}

/** References to the attributes of {@link KubernetesOperatorDeployment}. */
export class KubernetesOperatorDeploymentOutputReference extends ComplexObject {
  /** Name of the Kubernetes deployment. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Kubernetes namespace of the deployment. */
  get namespace(): string {
    return this.getStringAttribute('namespace');
  }

  /** Version of the operator software. */
  get version(): string {
    return this.getStringAttribute('version');
  }

  /** Name of the cluster, chosen by you. */
  get clusterName(): string {
    return this.getStringAttribute('cluster_name');
  }
}

/**
 * A registered deployment of the service’s operator in a Kubernetes cluster. With the feature `bindings` it has a client certificate, and endpoints are projected into the cluster.
 *
 * Terraform type: `netingress_kubernetes_operator`.
 */
export class KubernetesOperator extends NetingressResource<KubernetesOperatorProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator';

  constructor(scope: Construct, id: string, props: KubernetesOperatorProps = {}) {
    super(scope, id, getKind('kubernetes_operator'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isKubernetesOperator(value: unknown): value is KubernetesOperator {
    return isResourceOfType(value, KubernetesOperator.tfResourceType);
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
    return createImportableResource(scope, importToId, KubernetesOperator.tfResourceType, importFromId, provider);
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

  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** Purpose of the operator. At most 255 bytes. */
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

  /** User or bot that created the operator. */
  get principal(): RefOutputReference {
    return new RefOutputReference(this, 'principal', false);
  }

  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  get enabledFeatures(): string[] {
    return Fn.tolist(this.getListAttribute('enabled_features'));
  }

  set enabledFeatures(value: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[]) {
    this.inputs.set('enabledFeatures', value);
  }

  /** The input value of `enabledFeatures`. */
  get enabledFeaturesInput() {
    return this.inputs.get('enabledFeatures');
  }

  /** Unsets `enabledFeatures`. */
  resetEnabledFeatures(): void {
    this.inputs.reset('enabledFeatures');
  }

  /** Service region of the operator’s ingress. Default: `global`. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: string) {
    this.inputs.set('region', value);
  }

  /** The input value of `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Unsets `region`. */
  resetRegion(): void {
    this.inputs.reset('region');
  }

  /** Deployment of the operator in the cluster. */
  get deployment(): KubernetesOperatorDeploymentOutputReference {
    return new KubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  set deployment(value: KubernetesOperatorDeployment | IResolvable) {
    this.inputs.set('deployment', value);
  }

  /** The input value of `deployment`. */
  get deploymentInput() {
    return this.inputs.get('deployment');
  }

  /** Unsets `deployment`. */
  resetDeployment(): void {
    this.inputs.reset('deployment');
  }

  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
  get binding(): KubernetesOperatorBindingOutputReference {
    return new KubernetesOperatorBindingOutputReference(this, 'binding', false);
  }

  set binding(value: KubernetesOperatorBinding | IResolvable) {
    this.inputs.set('binding', value);
  }

  /** The input value of `binding`. */
  get bindingInput() {
    return this.inputs.get('binding');
  }

  /** Unsets `binding`. */
  resetBinding(): void {
    this.inputs.reset('binding');
  }
}
