// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Deployment of the operator in the cluster. */
export interface DataNetingressKubernetesOperatorDeployment {
  /**
   * Name of the Kubernetes deployment.
   *
   * @default - computed by the service
   */
  readonly name?: string;

  /**
   * Kubernetes namespace of the deployment.
   *
   * @default - computed by the service
   */
  readonly namespace?: string;

  /**
   * Name of the cluster, chosen by you.
   *
   * @default - computed by the service
   */
  readonly clusterName?: string;
}

/** Properties of {@link DataNetingressKubernetesOperator}. */
export interface DataNetingressKubernetesOperatorProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Deployment of the operator in the cluster.
   *
   * @default - computed by the service
   */
  readonly deployment?: DataNetingressKubernetesOperatorDeployment | IResolvable;
}

/** Client certificate that the service signed from `csr`. */
export class DataNetingressKubernetesOperatorBindingCertOutputReference extends ComplexObject {
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

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
export class DataNetingressKubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
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

/** References to the attributes of {@link DataNetingressKubernetesOperatorDeployment}. */
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

  /** Name of the cluster, chosen by you. */
  get clusterName(): string {
    return this.getStringAttribute('cluster_name');
  }
}

/**
 * Reads one Kubernetes operator by `id` or `deployment.namespace` and `deployment.name` and `deployment.cluster_name`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_kubernetes_operator`.
 */
export class DataNetingressKubernetesOperator extends NetingressDataSource<DataNetingressKubernetesOperatorProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorProps = {}) {
    super(scope, id, findDataSource('kubernetes_operator'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperator(value: unknown): value is DataNetingressKubernetesOperator {
    return isDataSourceOfType(value, DataNetingressKubernetesOperator.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** User or bot that created the operator. */
  get principal(): RefOutputReference {
    return new RefOutputReference(this, 'principal', false);
  }

  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  get enabledFeatures(): string[] {
    return Fn.tolist(this.getListAttribute('enabled_features'));
  }

  /** Service region of the operator’s ingress. Default: `global`. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Deployment of the operator in the cluster. */
  get deployment(): DataNetingressKubernetesOperatorDeploymentOutputReference {
    return new DataNetingressKubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  set deployment(value: DataNetingressKubernetesOperatorDeployment | IResolvable) {
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
  get binding(): DataNetingressKubernetesOperatorBindingOutputReference {
    return new DataNetingressKubernetesOperatorBindingOutputReference(this, 'binding', false);
  }
}
