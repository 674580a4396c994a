// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressKubernetesOperators}. */
export interface DataNetingressKubernetesOperatorsProps extends TerraformMetaArguments {
  /**
   * Cannot be set: the service filters no lists of this kind. Choose from `kubernetesOperators` with a `for` expression.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Client certificate that the service signed from `csr`. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference extends ComplexObject {
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
export class DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. */
  get endpointSelectors(): string[] {
    return Fn.tolist(this.getListAttribute('endpoint_selectors'));
  }

  /** Public ingress endpoint of the operator, `host:port`. */
  get ingressEndpoint(): string {
    return this.getStringAttribute('ingress_endpoint');
  }

  /** Client certificate that the service signed from `csr`. */
  get cert(): DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference {
    return new DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference(this, 'cert', false);
  }
}

/** Where the operator is deployed. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference extends ComplexObject {
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

/** One element of `kubernetesOperators`. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference extends ComplexObject {
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
  get deployment(): DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference {
    return new DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` holds it. */
  get binding(): DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference {
    return new DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference(this, 'binding', false);
  }
}

/**
 * Reads all objects of the kind Kubernetes operator, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_kubernetes_operators`.
 */
export class DataNetingressKubernetesOperators extends NetingressDataSource<DataNetingressKubernetesOperatorsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operators';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorsProps = {}) {
    super(scope, id, findDataSource('kubernetes_operators'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressKubernetesOperators(value: unknown): value is DataNetingressKubernetesOperators {
    return isDataSourceOfType(value, DataNetingressKubernetesOperators.tfResourceType);
  }

  /** Cannot be set: the service filters no lists of this kind. Choose from `kubernetesOperators` with a `for` expression. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get kubernetesOperators(): OutputList<DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference> {
    return new OutputList(this, 'kubernetes_operators', false, DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference);
  }
}
