import type { TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import {
  DataNetingressKubernetesOperator,
  type DataNetingressKubernetesOperatorDeployment,
  KubernetesOperator,
  type KubernetesOperatorDeployment,
} from '../../generated';
import { type EndpointSelector, renderCondition } from '../events/conditions';
import { ExistingObject } from '../shared/imported-reference';
import type { IKubernetesOperator } from '../shared/interfaces';

/** A feature that an operator can run with (management-api.md 'KubernetesOperator'), beside bindings. */
export type OperatorFeature = 'ingress' | 'gateway';

/** Endpoints that are projected into the cluster. */
export interface OperatorBindings {
  /**
   * PEM certificate signing request for the operator's client certificate; the private key stays where the operator
   * runs. Another request issues a new certificate.
   */
  readonly csr: string;

  /**
   * Which endpoints are bound, those for which any selector is true: made by `endpointField(...)`, or as CEL over
   * `endpoint`. `all` binds every endpoint of the account.
   */
  readonly selectors: readonly (EndpointSelector | string)[] | 'all';

  /**
   * Public ingress endpoint of the operator, `host:port`.
   *
   * @default - the service chooses
   */
  readonly ingressEndpoint?: string;
}

/** Properties of {@link ClusterOperator}. */
export interface ClusterOperatorProps {
  /** Where the operator is deployed. Another namespace or cluster needs a new operator. */
  readonly deployment: KubernetesOperatorDeployment;

  /**
   * Features the operator runs with, beside bindings, which are switched on by `bindings`.
   *
   * @default - none
   */
  readonly features?: readonly OperatorFeature[];

  /**
   * Projects endpoints into the cluster.
   *
   * @default - no bindings
   */
  readonly bindings?: OperatorBindings;

  /**
   * Service region in which the operator's ingress is served.
   *
   * @default "global" - the service's own
   */
  readonly region?: string;

  /**
   * What the operator is for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that makes the operator.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * A registered operator: its features follow from what is asked of it, and its selectors are typed. Bindings without
 * any selector, and selectors that are no conditions over an endpoint, are errors at synth.
 *
 * To change what is made, use `operator`, for instance `cluster.operator.addOverride(...)`.
 */
export class ClusterOperator extends Construct implements IKubernetesOperator {
  /** The operator. */
  readonly operator: KubernetesOperator;

  constructor(scope: Construct, id: string, props: ClusterOperatorProps) {
    super(scope, id);
    const { deployment, features = [], bindings, region, description, metadata, provider } = props;
    const selectors = bindings && (bindings.selectors === 'all' ? ['true'] : bindings.selectors.map(selectorText));
    this.operator = new KubernetesOperator(this, 'operator', {
      deployment,
      enabledFeatures: [...(bindings ? ['bindings'] : []), ...features],
      ...(bindings &&
        selectors && {
          binding: {
            csr: bindings.csr,
            endpointSelectors: selectors,
            ...(bindings.ingressEndpoint !== undefined && { ingressEndpoint: bindings.ingressEndpoint }),
          },
        }),
      ...(region !== undefined && { region }),
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      ...(provider && { provider }),
    });
    this.node.addValidation({
      validate: () =>
        selectors?.length === 0
          ? [`${this.node.path}: bindings.selectors: is empty, so no endpoint is bound, expected selectors, or 'all'`]
          : [],
    });
  }

  /** An operator that is registered already, by its identifier. Nothing is read. */
  static fromKubernetesOperatorId(scope: Construct, id: string, kubernetesOperatorId: string): IKubernetesOperator {
    return new ExistingObject(scope, id, kubernetesOperatorId);
  }

  /** The one operator of a deployment; none, or several, fails the plan. */
  static fromDeployment(
    scope: Construct,
    id: string,
    deployment: DataNetingressKubernetesOperatorDeployment,
  ): IKubernetesOperator {
    return new DataNetingressKubernetesOperator(scope, id, { deployment });
  }

  /** Identifier of the operator. */
  get id(): string {
    return this.operator.id;
  }

  /** PEM client certificate that the service signed for the CSR; null without bindings. */
  get certificate(): string {
    return this.operator.binding.cert.cert;
  }
}

function selectorText(selector: EndpointSelector | string): string {
  return typeof selector === 'string' ? selector : renderCondition(selector);
}
