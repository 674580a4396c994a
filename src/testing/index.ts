/**
 * For people who write stacks: tests that deploy them, with the real Terraform and the real provider, to an emulator in
 * the same process. Here belongs what joins those four; what each of them does belongs to its own folder.
 */

// For users
export type { Admission, AdmissionDecision, RestrictedTraffic } from './access-decision';
export type { ExpectedEvent, WithEvents } from './event-matching';
export { type Deployment, type Ingress, type IngressOptions, startIngress } from './ingress';
export { type ExpectedPlan, type MatcherResult, matchers, type NetingressMatchers } from './matchers';
export type { ChangeAction, Plan, PlannedChange } from './plan';
export type { AnyResource, AnyStack, ResourceName } from './stack';
export type { DeployedState } from './state';
export { TerraformError } from './terraform-error';
export type { Diagnostic } from './terraform-ui-json';
export { type SuiteOptions, type TestRunner, withIngress } from './with-ingress';
export type { RunVariables } from './workspace';
