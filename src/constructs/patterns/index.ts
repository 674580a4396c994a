/** Patterns: what is easy to get wrong by hand, done right, from the classes of single kinds. */

// Events.
export type { AuditFamily } from '../../model/events/families';
export type { HttpField, TcpField } from '../../model/events/traffic';
export type { EventType } from '../../model/events/types';
// Access.
export { AccessRestriction, type AccessRestrictionProps, type RestrictedAccess } from './access-restriction';
// Ingress.
export {
  AgentIngressDomain,
  type AgentIngressDomainProps,
  type DnsZone,
  type ManagedCertificate,
  type NameServerRecords,
} from './agent-ingress-domain';
// Aspects.
export type { AspectExceptions } from './aspect-scope';
export { AuditTrail, type AuditTrailProps } from './audit-trail';
export {
  ClusterOperator,
  type ClusterOperatorProps,
  type OperatorBindings,
  type OperatorFeature,
} from './cluster-operator';
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
} from './conditions';
export { EventStream, type EventStreamProps } from './event-stream';
export { findCommit } from './find-commit';
export type {
  IAgentIngress,
  IEventDestination,
  IEventSubscription,
  IIpPolicy,
  IIpRestriction,
  IKubernetesOperator,
} from './interfaces';
export { type AllowListWarning, IpAllowList, type IpAllowListProps } from './ip-allow-list';
export {
  type NamedNetworks,
  type Networks,
  type ReadNetworksOptions,
  readNetworks,
  type SnapshotOptions,
  takeNetworkSnapshot,
} from './networks';
export { NoOpenPolicies } from './no-open-policies';
// Anything.
export { OnChange, type OnChangeProps } from './on-change';
export { OwnershipMetadata, type OwnershipMetadataProps } from './ownership-metadata';
export { RequireDescription } from './require-description';
export { type TrafficCapture, TrafficStream, type TrafficStreamProps } from './traffic-stream';
