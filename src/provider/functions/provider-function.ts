import type { CtyValue } from '../../values/cty-value';
import type { CallResponse } from '../protocol/provider';
import type { FunctionSchema } from '../protocol/schema';

/** A pure function that configurations can call. */
export interface ProviderFunction {
  /** Without the provider's name. */
  readonly name: string;
  readonly schema: FunctionSchema;
  /** Arguments have the parameters' types and are known. */
  call(...args: readonly CtyValue[]): CallResponse;
}

export function requireString(value: CtyValue | undefined): string {
  if (typeof value !== 'string') throw new Error('Expected a string argument');
  return value;
}
