// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { RefOutputReference } from '../outputs';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` holds it. */
export interface KubernetesOperatorBinding {
  /**
   * CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true.
   *
   * @default - not set
   */
  readonly endpointSelectors?: readonly string[];

  /**
   * PEM certificate signing request for the operator’s client certificate; the private key stays with you. The service issues no certificate without it, and never returns it. Another request issues a new certificate.
   *
   * @default - not set
   */
  readonly csr?: string;

  /**
   * Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the last.
   *
   * @default - the service chooses
   */
  readonly ingressEndpoint?: string;
}

/** Where the operator is deployed. */
export interface KubernetesOperatorDeployment {
  /**
   * Name of the Kubernetes deployment.
   *
   * @default - not set
   */
  readonly name?: string;

  /**
   * Kubernetes namespace of the deployment. Another namespace needs a new operator.
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
   * Name that you give the cluster. Another cluster name needs a new operator.
   *
   * @default - not set
   */
  readonly clusterName?: string;
}

/** Properties of {@link KubernetesOperator}. */
export interface KubernetesOperatorProps extends TerraformMetaArguments {
  /**
   * What the operator is for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter.
   *
   * @default - not set
   */
  readonly enabledFeatures?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];

  /**
   * Service region in which the operator’s ingress is served. The default is `global`, the service’s own.
   *
   * @default "global"
   */
  readonly region?: string;

  /**
   * Where the operator is deployed.
   *
   * @default - not set
   */
  readonly deployment?: KubernetesOperatorDeployment | IResolvable;

  /**
   * Configuration of the `bindings` feature; allowed only while `enabledFeatures` holds it.
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

  /** Start of its validity, RFC 3339. */
  get notBefore(): string {
    return this.getStringAttribute('not_before');
  }

  /** End of its validity, RFC 3339. */
  get notAfter(): string {
    return this.getStringAttribute('not_after');
  }
}

/** What Terraform knows of {@link KubernetesOperatorBinding}. */
export class KubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. */
  get endpointSelectors(): string[] {
    return Fn.tolist(this.getListAttribute('endpoint_selectors'));
  }

  /** PEM certificate signing request for the operator’s client certificate; the private key stays with you. The service issues no certificate without it, and never returns it. Another request issues a new certificate. */
  get csr(): string {
    return this.getStringAttribute('csr');
  }

  /** Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the last. */
  get ingressEndpoint(): string {
    return this.getStringAttribute('ingress_endpoint');
  }

  /** Client certificate that the service signed from `csr`. */
  get cert(): KubernetesOperatorBindingCertOutputReference {
    return new KubernetesOperatorBindingCertOutputReference(this, 'cert', false);
  }
}

/** What Terraform knows of {@link KubernetesOperatorDeployment}. */
export class KubernetesOperatorDeploymentOutputReference extends ComplexObject {
  /** Name of the Kubernetes deployment. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Kubernetes namespace of the deployment. Another namespace needs a new operator. */
  get namespace(): string {
    return this.getStringAttribute('namespace');
  }

  /** Version of the operator software. */
  get version(): string {
    return this.getStringAttribute('version');
  }

  /** Name that you give the cluster. Another cluster name needs a new operator. */
  get clusterName(): string {
    return this.getStringAttribute('cluster_name');
  }
}

/**
 * A registered deployment of the service’s operator in a Kubernetes cluster: its features, where it runs, and, with the `bindings` feature, the client certificate and the endpoints projected into the cluster.
 *
 * Terraform type: `netingress_kubernetes_operator`.
 */
export class KubernetesOperator extends NetingressResource<KubernetesOperatorProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator';

  constructor(scope: Construct, id: string, props: KubernetesOperatorProps = {}) {
    super(scope, id, getKind('kubernetes_operator'), props);
  }

  /** Whether the value is such a construct. */
  static isKubernetesOperator(value: unknown): value is KubernetesOperator {
    return isResourceOfType(value, KubernetesOperator.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, KubernetesOperator.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** When the operator was last updated, RFC 3339 in UTC. */
  get updatedAt(): string {
    return this.getStringAttribute('updated_at');
  }

  /** What the operator is for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** The user or bot that created the operator. */
  get principal(): RefOutputReference {
    return new RefOutputReference(this, 'principal', false);
  }

  /** Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter. */
  get enabledFeatures(): string[] {
    return Fn.tolist(this.getListAttribute('enabled_features'));
  }

  set enabledFeatures(value: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[]) {
    this.inputs.put('enabledFeatures', value);
  }

  /** What was given for `enabledFeatures`. */
  get enabledFeaturesInput() {
    return this.inputs.get('enabledFeatures');
  }

  /** Takes `enabledFeatures` back, as if it had never been given. */
  resetEnabledFeatures(): void {
    this.inputs.reset('enabledFeatures');
  }

  /** Service region in which the operator’s ingress is served. The default is `global`, the service’s own. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: string) {
    this.inputs.put('region', value);
  }

  /** What was given for `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Takes `region` back, as if it had never been given. */
  resetRegion(): void {
    this.inputs.reset('region');
  }

  /** Where the operator is deployed. */
  get deployment(): KubernetesOperatorDeploymentOutputReference {
    return new KubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  set deployment(value: KubernetesOperatorDeployment | IResolvable) {
    this.inputs.put('deployment', value);
  }

  /** What was given for `deployment`. */
  get deploymentInput() {
    return this.inputs.get('deployment');
  }

  /** Takes `deployment` back, as if it had never been given. */
  resetDeployment(): void {
    this.inputs.reset('deployment');
  }

  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` holds it. */
  get binding(): KubernetesOperatorBindingOutputReference {
    return new KubernetesOperatorBindingOutputReference(this, 'binding', false);
  }

  set binding(value: KubernetesOperatorBinding | IResolvable) {
    this.inputs.put('binding', value);
  }

  /** What was given for `binding`. */
  get bindingInput() {
    return this.inputs.get('binding');
  }

  /** Takes `binding` back, as if it had never been given. */
  resetBinding(): void {
    this.inputs.reset('binding');
  }
}
