/**
 * Tests of stacks: deploys them with the real Terraform and the real provider to an emulator in the same process.
 */

export type { PreviewReport } from '../preview/report';
export type { Diagnostic } from '../terraform/ui-json';
export type { AccessCheck, AccessDecision, EndpointCheck, EndpointRequest, RestrictedTraffic } from './access-decision';
export type { ExpectedEvent } from './event-matching';
export { type Deployment, type Ingress, type IngressOptions, startIngress } from './ingress';
export { type ExpectedPlan, matchers, type NetingressMatchers } from './matchers';
export type { ChangeAction, Plan, PlannedChange } from './plan';
export type { AnyApp, PreviewOptions } from './preview';
export type { AnyResource, AnyStack, DeployedState, ResourceName } from './stack';
export { TerraformError } from './terraform-error';
export { type SuiteOptions, withIngress } from './with-ingress';
export type { RunVariables } from './workspace';
