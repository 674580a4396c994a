/**
 * Objects of the service that the props of patterns refer to. A resource of this app or of another stack fits, and so
 * does a data source, a pattern, and the result of each `fromXxx` method.
 */
import { Construct, type IConstruct } from 'constructs';
import { describeType } from '../../../model/problem';

/** An IP policy: `IpPolicy`, `IpAllowList`, `DataNetingressIpPolicy`, or the result of `IpAllowList.fromIpPolicyId()`. */
export interface IIpPolicy extends IConstruct {
  /** Id of the policy, `ipp_...`. */
  readonly id: string;
}

/** An IP restriction. */
export interface IIpRestriction extends IConstruct {
  /** Id of the restriction, `ipx_...`. */
  readonly id: string;
}

/** An event destination. */
export interface IEventDestination extends IConstruct {
  /** Id of the destination, `ed_...`. */
  readonly id: string;
}

/** An event subscription. */
export interface IEventSubscription extends IConstruct {
  /** Id of the subscription, `esb_...`. */
  readonly id: string;
}

/** An agent ingress. */
export interface IAgentIngress extends IConstruct {
  /** Id of the ingress, `agin_...`. */
  readonly id: string;
  /** The base domain that is delegated to the service. */
  readonly domain: string;
  /** Name servers to set as the NS records of `domain`. */
  readonly nsTargets: string[];
  /** Regional domains that agents connect to. The service may add domains. */
  readonly regionDomains: string[];
}

/** A registered Kubernetes operator. */
export interface IKubernetesOperator extends IConstruct {
  /** Id of the operator, `k8sop_...`. */
  readonly id: string;
}

/** A pre-existing object of which only the id is known. It renders nothing itself. */
export class ImportedReference extends Construct {
  constructor(
    scope: Construct,
    constructId: string,
    /** Id of the object at the service; may be a token. */
    readonly id: string,
  ) {
    super(scope, constructId);
  }
}

/** `problems` are those of the other items, or of the whole. */
export interface CheckedList<T> {
  readonly items: readonly T[];
  readonly problems: readonly string[];
}

/** Checks a list prop, which an app in plain JavaScript may set to any value. */
export function checkList<T>(
  prop: string,
  value: readonly T[],
  isItem: (item: unknown) => boolean,
  expected: string,
): CheckedList<T> {
  const list: unknown = value;
  if (!Array.isArray(list))
    return { items: [], problems: [`${prop}: is ${describeType(list)}; expected a list of ${expected}`] };
  const problems = list.flatMap((item: unknown, index) =>
    isItem(item) ? [] : [`${prop}[${index}]: is ${describeType(item)}; expected one of the ${expected}`],
  );
  return { items: list.filter(isItem), problems };
}

export function checkReferences<T extends IConstruct>(
  prop: string,
  value: readonly T[],
  expected: string,
): CheckedList<T> {
  return checkList(prop, value, (item) => Construct.isConstruct(item) && 'id' in item, expected);
}
