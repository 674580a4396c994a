import type { CtyValue } from '../../values/cty-value';
import type { CallResponse } from '../protocol/provider';
import type { FunctionSchema } from '../protocol/schema';

/** A function that configurations can call: pure, and without a service behind it. */
export interface ProviderFunction {
  /** Without the provider's name. */
  readonly name: string;
  readonly schema: FunctionSchema;
  /** Arguments are of the parameters' types and known. */
  call(...args: readonly CtyValue[]): CallResponse;
}

/** The text of an argument of type string. */
export function textOf(value: CtyValue | undefined): string {
  if (typeof value !== 'string') throw new Error('An argument of type string is none');
  return value;
}
