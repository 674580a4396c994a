// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Where the operator is deployed. */
export interface DataNetingressKubernetesOperatorDeployment {
  /**
   * Name of the Kubernetes deployment.
   *
   * @default - the service chooses
   */
  readonly name?: string;

  /**
   * Kubernetes namespace of the deployment.
   *
   * @default - the service chooses
   */
  readonly namespace?: string;

  /**
   * Name that you give the cluster.
   *
   * @default - the service chooses
   */
  readonly clusterName?: string;
}

/** Properties of {@link DataNetingressKubernetesOperator}. */
export interface DataNetingressKubernetesOperatorProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * Where the operator is deployed.
   *
   * @default - the service chooses
   */
  readonly deployment?: DataNetingressKubernetesOperatorDeployment | IResolvable;
}

/** Client certificate that the service signed from `csr`. */
export class DataNetingressKubernetesOperatorBindingCertOutputReference extends ComplexObject {
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

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` holds it. */
export class DataNetingressKubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. */
  get endpointSelectors(): string[] {
    return Fn.tolist(this.getListAttribute('endpoint_selectors'));
  }

  /** Public ingress endpoint of the operator, `host:port`. */
  get ingressEndpoint(): string {
    return this.getStringAttribute('ingress_endpoint');
  }

  /** Client certificate that the service signed from `csr`. */
  get cert(): DataNetingressKubernetesOperatorBindingCertOutputReference {
    return new DataNetingressKubernetesOperatorBindingCertOutputReference(this, 'cert', false);
  }
}

/** What Terraform knows of {@link DataNetingressKubernetesOperatorDeployment}. */
export class DataNetingressKubernetesOperatorDeploymentOutputReference extends ComplexObject {
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

  /** Name that you give the cluster. */
  get clusterName(): string {
    return this.getStringAttribute('cluster_name');
  }
}

/**
 * Reads one Kubernetes operator, named by `id` or `deployment.namespace` and `deployment.name` and `deployment.cluster_name`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_kubernetes_operator`.
 */
export class DataNetingressKubernetesOperator extends NetingressDataSource<DataNetingressKubernetesOperatorProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorProps = {}) {
    super(scope, id, findDataSource('kubernetes_operator'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressKubernetesOperator(value: unknown): value is DataNetingressKubernetesOperator {
    return isDataSourceOfType(value, DataNetingressKubernetesOperator.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The user or bot that created the operator. */
  get principal(): RefOutputReference {
    return new RefOutputReference(this, 'principal', false);
  }

  /** Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter. */
  get enabledFeatures(): string[] {
    return Fn.tolist(this.getListAttribute('enabled_features'));
  }

  /** Service region in which the operator’s ingress is served. The default is `global`, the service’s own. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Where the operator is deployed. */
  get deployment(): DataNetingressKubernetesOperatorDeploymentOutputReference {
    return new DataNetingressKubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  set deployment(value: DataNetingressKubernetesOperatorDeployment | IResolvable) {
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
  get binding(): DataNetingressKubernetesOperatorBindingOutputReference {
    return new DataNetingressKubernetesOperatorBindingOutputReference(this, 'binding', false);
  }
}
