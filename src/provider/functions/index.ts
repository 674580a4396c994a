/** The list of functions; to add one, write its file here and add its line. */
import { cidrCanonical, cidrContainsFunction } from './cidr';
import { eventFieldsFunction } from './event-fields';
import { policyAllows } from './policy-allows';
import type { ProviderFunction } from './provider-function';

export type { ProviderFunction } from './provider-function';

/** Every function of the provider. */
export const FUNCTIONS: readonly ProviderFunction[] = [
  cidrCanonical,
  cidrContainsFunction,
  policyAllows,
  eventFieldsFunction,
];
