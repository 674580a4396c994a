import type { Value } from '../../values/cty-value';
import type { CallAnswer } from '../protocol/provider';
import type { FunctionSchema } from '../protocol/schema';

/** A function that configurations can call: pure, and without a service behind it. */
export interface ProviderFunction {
  /** Without the provider's name. */
  readonly name: string;
  readonly schema: FunctionSchema;
  /** Arguments are of the parameters' types and known. */
  call(...args: readonly Value[]): CallAnswer;
}

/** The text of an argument of type string. */
export function textOf(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error('An argument of type string is none');
  return value;
}
