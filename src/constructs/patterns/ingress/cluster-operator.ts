import { Construct } from 'constructs';
import { omitUndefined } from '../../../model/members';
import { isJsonObject } from '../../../values/json';
import {
  DataNetingressKubernetesOperator,
  type DataNetingressKubernetesOperatorDeployment,
  KubernetesOperator,
  type KubernetesOperatorDeployment,
} from '../../generated';
import type { EndpointSelector } from '../events/conditions';
import { renderCondition } from '../events/render-condition';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';
import { type CheckedList, checkList, type IKubernetesOperator, ImportedReference } from '../shared/references';

/** A feature of an operator, except for bindings. */
export type OperatorFeature = 'ingress' | 'gateway';

/** Selects the endpoints that the operator makes available in the cluster. */
export interface OperatorBindings {
  /**
   * PEM certificate signing request for the client certificate of the operator, which keeps the private key. Changing the
   * request issues a new certificate.
   */
  readonly csr: string;

  /**
   * An endpoint is bound if any selector is true. Selectors are built with `endpointField(...)`, or are CEL
   * strings that use the variable `endpoint`. `all` binds every endpoint of the account.
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
export interface ClusterOperatorProps extends PatternProps {
  /** The deployment of the operator in the cluster. Changing the namespace or cluster replaces the operator. */
  readonly deployment: KubernetesOperatorDeployment;

  /**
   * Enabled features besides `bindings`, which the prop `bindings` adds.
   *
   * @default - none
   */
  readonly features?: readonly OperatorFeature[];

  /**
   * Makes endpoints available in the cluster.
   *
   * @default - no bindings
   */
  readonly bindings?: OperatorBindings;

  /**
   * Service region of the operator's ingress.
   *
   * @default "global" - the default of the service
   */
  readonly region?: string;
}

/**
 * A registered Kubernetes operator with typed selectors. Bindings without a selector, and selectors that are not
 * conditions about an endpoint, are errors at synth.
 *
 * To change the resource, use `operator`, for example `cluster.operator.addOverride(...)`.
 */
export class ClusterOperator extends Construct implements IKubernetesOperator {
  /** The operator. */
  readonly operator: KubernetesOperator;

  constructor(scope: Construct, id: string, props: ClusterOperatorProps) {
    super(scope, id);
    validatePropNames(this, props, { deployment: true, features: true, bindings: true, region: true });
    const { deployment, features = [], bindings, region } = props;
    const { items: selectors, problems } = checkSelectors(bindings);
    const binding = bindings && {
      ...omitUndefined({ csr: bindings.csr, ingressEndpoint: bindings.ingressEndpoint }),
      endpointSelectors: selectors,
    };
    this.operator = new KubernetesOperator(this, 'operator', {
      deployment,
      enabledFeatures: [...(bindings ? ['bindings'] : []), ...features],
      ...omitUndefined({ binding, region }),
      ...pickPatternProps(props),
    });
    this.node.addValidation({ validate: () => problems.slice() });
  }

  /** A pre-existing operator with this id. Nothing is read. */
  static fromKubernetesOperatorId(scope: Construct, id: string, kubernetesOperatorId: string): IKubernetesOperator {
    return new ImportedReference(scope, id, kubernetesOperatorId);
  }

  /** The operator of a deployment. The plan fails unless there is exactly one. Read with the provider without alias. */
  static fromDeployment(
    scope: Construct,
    id: string,
    deployment: DataNetingressKubernetesOperatorDeployment,
  ): IKubernetesOperator {
    return new DataNetingressKubernetesOperator(scope, id, { deployment });
  }

  /** Id of the operator. */
  get id(): string {
    return this.operator.id;
  }

  /** PEM client certificate that the service issued for the CSR; null without bindings. */
  get certificate(): string {
    return this.operator.binding.cert.cert;
  }
}

function checkSelectors(bindings: OperatorBindings | undefined): CheckedList<string> {
  if (!bindings || bindings.selectors === 'all') return { items: bindings ? ['true'] : [], problems: [] };
  const isSelector = (item: unknown): boolean => typeof item === 'string' || (isJsonObject(item) && 'cel' in item);
  const { items, problems } = checkList('bindings.selectors', bindings.selectors, isSelector, "selectors, or 'all'");
  if (items.length > 0 || problems.length > 0) return { items: items.map(toCel), problems };
  const empty = `bindings.selectors: is empty, so no endpoint is bound; expected selectors, or 'all'`;
  return { items: [], problems: [empty] };
}

function toCel(selector: EndpointSelector | string): string {
  return typeof selector === 'string' ? selector : renderCondition(selector);
}
