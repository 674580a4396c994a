/** Patterns: what is easy to get wrong by hand, done right, from the classes of single kinds. */

// Events.
export type { AuditFamily } from '../../model/events/families';
export type { HttpField, TcpField } from '../../model/events/traffic';
export type { EventType } from '../../model/events/event-types';
// Access.
export { AccessRestriction, type AccessRestrictionProps, type RestrictedAccess } from './access/access-restriction';
// Ingress.
export {
  AgentIngressDomain,
  type AgentIngressDomainProps,
  type DnsZone,
  type ManagedCertificate,
  type NameServerRecords,
} from './ingress/agent-ingress-domain';
// Aspects.
export type { AspectExceptions } from './aspects/aspect-filter';
export { AuditTrail, type AuditTrailProps } from './events/audit-trail';
export {
  ClusterOperator,
  type ClusterOperatorProps,
  type OperatorBindings,
  type OperatorFeature,
} from './ingress/cluster-operator';
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
  type TextField,
  type TrafficFilter,
  trafficField,
} from './events/conditions';
export { EventStream, type EventStreamProps } from './events/event-stream';
export { findCommit } from './aspects/find-commit';
export type {
  IAgentIngress,
  IEventDestination,
  IEventSubscription,
  IIpPolicy,
  IIpRestriction,
  IKubernetesOperator,
} from './shared/interfaces';
export { type AllowListWarning, IpAllowList, type IpAllowListProps } from './access/ip-allow-list';
export {
  type NamedNetworks,
  type Networks,
  type ReadNetworksOptions,
  readNetworks,
  type SnapshotOptions,
  takeNetworkSnapshot,
} from './access/networks';
export { NoOpenPolicies } from './aspects/no-open-policies';
// Anything.
export { OnChange, type OnChangeProps } from './on-change/on-change';
export { OwnershipMetadata, type OwnershipMetadataProps } from './aspects/ownership-metadata';
export { RequireDescription } from './aspects/require-description';
export { type TrafficCapture, TrafficStream, type TrafficStreamProps } from './events/traffic-stream';
