// The patterns. docs/reference/patterns.md is generated from this file (scripts/lib/reference/patterns.ts), which may only
// export classes, interfaces, functions and types from other files: `export *` if all exports of the file are public.
export type { AuditEventGroup } from '../../model/events/event-groups';
export type { EventType } from '../../model/events/event-types';
export type { HttpField, TcpField } from '../../model/events/traffic';
export type { SecurityPolicyId } from '../../policies/policies';
export * from './access/access-restriction';
export type { AllowListWarning } from './access/evaluate-rules';
export * from './access/ip-allow-list';
export * from './access/networks';
export * from './access/rotating-credential';
export type { AspectExclusions } from './aspects/aspect-filter';
export * from './aspects/no-open-policies';
export * from './aspects/ownership-metadata';
export * from './aspects/require-description';
export * from './aspects/security-policies';
export * from './events/audit-trail';
export * from './events/conditions';
export { EventStream, type EventStreamProps } from './events/event-stream';
export * from './events/traffic-stream';
export * from './ingress/agent-ingress-domain';
export * from './ingress/cluster-operator';
export type { DnsRecords, DnsZone, ManagedCertificate } from './ingress/dns-zone';
export * from './ingress/domain-with-certificate';
export * from './on-change/on-change';
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
