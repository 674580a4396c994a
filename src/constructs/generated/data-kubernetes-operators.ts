// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressKubernetesOperators}. */
export interface DataNetingressKubernetesOperatorsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
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
export class DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference extends ComplexObject {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
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

/** Deployment of the operator in the cluster. */
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

  /** Name of the cluster, chosen by you. */
  get clusterName(): string {
    return this.getStringAttribute('cluster_name');
  }
}

/** One element of `kubernetesOperators`. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference extends ComplexObject {
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
  get deployment(): DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference {
    return new DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference(this, 'deployment', false);
  }

  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
  get binding(): DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference {
    return new DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference(this, 'binding', false);
  }
}

/**
 * Reads all objects of the type Kubernetes operator, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_kubernetes_operators`.
 */
export class DataNetingressKubernetesOperators extends NetingressDataSource<DataNetingressKubernetesOperatorsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operators';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorsProps = {}) {
    super(scope, id, findDataSource('kubernetes_operators'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperators(value: unknown): value is DataNetingressKubernetesOperators {
    return isDataSourceOfType(value, DataNetingressKubernetesOperators.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get kubernetesOperators(): OutputList<DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference> {
    return new OutputList(this, 'kubernetes_operators', false, DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference);
  }
}
