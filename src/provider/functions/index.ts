import { cidrCanonical, cidrContainsFunction } from './cidr';
import { eventFieldsFunction } from './event-fields';
import { policyAllows } from './policy-allows';
import type { ProviderFunction } from './provider-function';

export type { ProviderFunction } from './provider-function';

/** To add a function, add its file and its line here. */
export const FUNCTIONS: readonly ProviderFunction[] = [
  cidrCanonical,
  cidrContainsFunction,
  policyAllows,
  eventFieldsFunction,
];
