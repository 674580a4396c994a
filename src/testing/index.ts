/**
 * Tests of stacks: the real Terraform deploys them to an emulator. The real provider and the emulator run in the
 * process of the tests.
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
