// Events.
export type { AuditEventGroup } from '../../model/events/event-groups';
export type { EventType } from '../../model/events/event-types';
export type { HttpField, TcpField } from '../../model/events/traffic';
// Access.
export { AccessRestriction, type AccessRestrictionProps, type RestrictedAccess } from './access/access-restriction';
export type { AllowListWarning } from './access/evaluate-rules';
export { IpAllowList, type IpAllowListProps } from './access/ip-allow-list';
export {
  fetchNetworkSnapshot,
  type NamedNetworks,
  type NetworkSnapshotOptions,
  type Networks,
  type ReadNetworksOptions,
  readNetworks,
} from './access/networks';
// Aspects.
export type { AspectExclusions } from './aspects/aspect-filter';
export { findCommit } from './aspects/find-commit';
export { NoOpenPolicies } from './aspects/no-open-policies';
export { OwnershipMetadata, type OwnershipMetadataProps } from './aspects/ownership-metadata';
export { RequireDescription } from './aspects/require-description';
export { AuditTrail, type AuditTrailProps } from './events/audit-trail';
export {
  allOf,
  anyOf,
  type BooleanField,
  type Condition,
  type ConditionRoot,
  type EndpointField,
  type EndpointSelector,
  endpointField,
  type FilterableField,
  type NumberField,
  not,
  type StringField,
  type TrafficFilter,
  trafficField,
} from './events/conditions';
export { EventStream, type EventStreamProps } from './events/event-stream';
export { type TrafficCapture, TrafficStream, type TrafficStreamProps } from './events/traffic-stream';
// Ingress.
export {
  AgentIngressDomain,
  type AgentIngressDomainProps,
  type DnsZone,
  type ManagedCertificate,
  type NameServerRecords,
} from './ingress/agent-ingress-domain';
export {
  ClusterOperator,
  type ClusterOperatorProps,
  type OperatorBindings,
  type OperatorFeature,
} from './ingress/cluster-operator';
// Anything.
export { OnChange, type OnChangeProps } from './on-change/on-change';
export type { PatternProps } from './shared/pattern-props';
export type {
  IAgentIngress,
  IEventDestination,
  IEventSubscription,
  IIpPolicy,
  IIpRestriction,
  IKubernetesOperator,
} from './shared/references';
export type { CommonPhase, PolicyAction, PolicyPhase, PolicyRule, RuleStart } from './traffic-policy/action';
export { rule } from './traffic-policy/action';
export { Cel, type CelOperand, CelText, cel, type ISecret, secretOf, text } from './traffic-policy/cel';
export { type PolicyStep, TrafficPolicy, type TrafficPolicyOptions } from './traffic-policy/policy';
export type { ICertificateAuthority, IInternalEndpoint } from './traffic-policy/references';
