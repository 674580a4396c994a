/**
 * What patterns take: objects of the service, no matter whether this app makes them, another stack does, or they exist
 * already. The classes for single kinds, their data sources, the patterns and what `fromXxx` returns all fit.
 */
import type { IConstruct } from 'constructs';

/** An IP policy: `IpPolicy`, `IpAllowList`, `DataNetingressIpPolicy`, or what `IpAllowList.fromIpPolicyId` returns. */
export interface IIpPolicy extends IConstruct {
  /** Identifier of the policy, `ipp_...`. */
  readonly id: string;
}

/** An IP restriction. */
export interface IIpRestriction extends IConstruct {
  /** Identifier of the restriction, `ipx_...`. */
  readonly id: string;
}

/** An event destination. */
export interface IEventDestination extends IConstruct {
  /** Identifier of the destination, `ed_...`. */
  readonly id: string;
}

/** An event subscription. */
export interface IEventSubscription extends IConstruct {
  /** Identifier of the subscription, `esb_...`. */
  readonly id: string;
}

/** An agent ingress. */
export interface IAgentIngress extends IConstruct {
  /** Identifier of the ingress, `agin_...`. */
  readonly id: string;
  /** The base domain that is delegated to the service. */
  readonly domain: string;
  /** Name servers to set as the NS records of `domain`. */
  readonly nsTargets: string[];
  /** Regional domains that agents connect to; the list may grow. */
  readonly regionDomains: string[];
}

/** A registered Kubernetes operator. */
export interface IKubernetesOperator extends IConstruct {
  /** Identifier of the operator, `k8sop_...`. */
  readonly id: string;
}
