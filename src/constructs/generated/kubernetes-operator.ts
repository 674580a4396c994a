// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `KubernetesOperator` has. */
interface KubernetesOperatorAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Time of the last update, RFC 3339 in UTC. */
  get updatedAt(): string;
  /** Purpose of the operator. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** User or bot that created the operator. */
  get principal(): RefOutputReference;
  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  get enabledFeatures(): string[];
  /** Service region of the operator’s ingress. Default: `global`. */
  get region(): string;
}

/** What each class of a `KubernetesOperatorBindingCert` has. */
interface KubernetesOperatorBindingCertAttributes {
  /** The certificate as PEM. */
  get cert(): string;
  /** Start of the validity, RFC 3339. */
  get notBefore(): string;
  /** End of the validity, RFC 3339. */
  get notAfter(): string;
}

/** What each class of a `KubernetesOperatorBinding` has. */
interface KubernetesOperatorBindingAttributes {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
  get endpointSelectors(): string[];
  /** Public ingress endpoint of the operator, `host:port`. */
  get ingressEndpoint(): string;
}

/** What each class of a `KubernetesOperatorDeployment` has. */
interface KubernetesOperatorDeploymentAttributes {
  /** Name of the Kubernetes deployment. */
  get name(): string;
  /** Kubernetes namespace of the deployment. */
  get namespace(): string;
  /** Version of the operator software. */
  get version(): string;
  /** Name of the cluster, chosen by you. */
  get clusterName(): string;
}

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
export class KubernetesOperatorBindingCertOutputReference extends ComplexObject {}
export interface KubernetesOperatorBindingCertOutputReference extends KubernetesOperatorBindingCertAttributes {}

/** References to the attributes of {@link KubernetesOperatorBinding}. */
export class KubernetesOperatorBindingOutputReference extends ComplexObject {}
export interface KubernetesOperatorBindingOutputReference extends KubernetesOperatorBindingAttributes {
  /** PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a request the service issues no certificate. No response contains the request. Changing it issues a new certificate. */
  get csr(): string;
  /** Client certificate that the service signed from `csr`. */
  get cert(): KubernetesOperatorBindingCertOutputReference;
}

/** References to the attributes of {@link KubernetesOperatorDeployment}. */
export class KubernetesOperatorDeploymentOutputReference extends ComplexObject {}
export interface KubernetesOperatorDeploymentOutputReference extends KubernetesOperatorDeploymentAttributes {}

/**
 * A registered deployment of the service’s operator in a Kubernetes cluster. With the feature `bindings`, endpoints are projected into the cluster, and the service signs a client certificate if `binding.csr` is set.
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
}
export interface KubernetesOperator extends KubernetesOperatorAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the operator. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  get enabledFeatures(): string[];
  set enabledFeatures(value: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[]);
  /** The input value of `enabledFeatures`. */
  get enabledFeaturesInput(): readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[] | undefined;
  /** Unsets `enabledFeatures`. */
  resetEnabledFeatures(): void;
  /** Service region of the operator’s ingress. Default: `global`. */
  get region(): string;
  set region(value: string);
  /** The input value of `region`. */
  get regionInput(): string | undefined;
  /** Unsets `region`. */
  resetRegion(): void;
  /** Deployment of the operator in the cluster. */
  get deployment(): KubernetesOperatorDeploymentOutputReference;
  set deployment(value: KubernetesOperatorDeployment | IResolvable);
  /** The input value of `deployment`. */
  get deploymentInput(): KubernetesOperatorDeployment | IResolvable | undefined;
  /** Unsets `deployment`. */
  resetDeployment(): void;
  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
  get binding(): KubernetesOperatorBindingOutputReference;
  set binding(value: KubernetesOperatorBinding | IResolvable);
  /** The input value of `binding`. */
  get bindingInput(): KubernetesOperatorBinding | IResolvable | undefined;
  /** Unsets `binding`. */
  resetBinding(): void;
}

defineAttributes(KubernetesOperator, expandAttributes(getKind('kubernetes_operator').attributes), {
  'binding.cert': KubernetesOperatorBindingCertOutputReference,
  'binding': KubernetesOperatorBindingOutputReference,
  'deployment': KubernetesOperatorDeploymentOutputReference,
});

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
export class DataNetingressKubernetesOperatorBindingCertOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorBindingCertOutputReference extends KubernetesOperatorBindingCertAttributes {}

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
export class DataNetingressKubernetesOperatorBindingOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorBindingOutputReference extends KubernetesOperatorBindingAttributes {
  /** Client certificate that the service signed from `csr`. */
  get cert(): DataNetingressKubernetesOperatorBindingCertOutputReference;
}

/** References to the attributes of {@link DataNetingressKubernetesOperatorDeployment}. */
export class DataNetingressKubernetesOperatorDeploymentOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorDeploymentOutputReference extends KubernetesOperatorDeploymentAttributes {}

/**
 * Reads one Kubernetes operator by `id` or `deployment.namespace` and/or `deployment.name` and/or `deployment.clusterName`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_kubernetes_operator`.
 */
export class DataNetingressKubernetesOperator extends NetingressDataSource<DataNetingressKubernetesOperatorProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operator';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorProps = {}) {
    super(scope, id, getDataSource('kubernetes_operator'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperator(value: unknown): value is DataNetingressKubernetesOperator {
    return isDataSourceOfType(value, DataNetingressKubernetesOperator.tfResourceType);
  }
}
export interface DataNetingressKubernetesOperator extends KubernetesOperatorAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Deployment of the operator in the cluster. */
  get deployment(): DataNetingressKubernetesOperatorDeploymentOutputReference;
  set deployment(value: DataNetingressKubernetesOperatorDeployment | IResolvable);
  /** The input value of `deployment`. */
  get deploymentInput(): DataNetingressKubernetesOperatorDeployment | IResolvable | undefined;
  /** Unsets `deployment`. */
  resetDeployment(): void;
  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
  get binding(): DataNetingressKubernetesOperatorBindingOutputReference;
}

defineAttributes(DataNetingressKubernetesOperator, getDataSource('kubernetes_operator').attributes, {
  'binding.cert': DataNetingressKubernetesOperatorBindingCertOutputReference,
  'binding': DataNetingressKubernetesOperatorBindingOutputReference,
  'deployment': DataNetingressKubernetesOperatorDeploymentOutputReference,
});

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
export class DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference extends KubernetesOperatorBindingCertAttributes {}

/** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference extends KubernetesOperatorBindingAttributes {
  /** Client certificate that the service signed from `csr`. */
  get cert(): DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference;
}

/** Deployment of the operator in the cluster. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference extends KubernetesOperatorDeploymentAttributes {}

/** One element of `kubernetesOperators`. */
export class DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference extends ComplexObject {}
export interface DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference extends KubernetesOperatorAttributes {
  /** Deployment of the operator in the cluster. */
  get deployment(): DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference;
  /** Configuration of the `bindings` feature; allowed only while `enabledFeatures` contains `bindings`. */
  get binding(): DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference;
}

/**
 * Reads all objects of the type Kubernetes operator, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_kubernetes_operators`.
 */
export class DataNetingressKubernetesOperators extends NetingressDataSource<DataNetingressKubernetesOperatorsProps> {
  static readonly tfResourceType = 'netingress_kubernetes_operators';

  constructor(scope: Construct, id: string, props: DataNetingressKubernetesOperatorsProps = {}) {
    super(scope, id, getDataSource('kubernetes_operators'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressKubernetesOperators(value: unknown): value is DataNetingressKubernetesOperators {
    return isDataSourceOfType(value, DataNetingressKubernetesOperators.tfResourceType);
  }
}
export interface DataNetingressKubernetesOperators extends FilterInput {
  /** CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get kubernetesOperators(): OutputList<DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference>;
}

defineAttributes(DataNetingressKubernetesOperators, getDataSource('kubernetes_operators').attributes, {
  'kubernetes_operators.binding.cert': DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference,
  'kubernetes_operators.binding': DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference,
  'kubernetes_operators.deployment': DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference,
  'kubernetes_operators': DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference,
});
