import type { Redact } from '../client/redact';
import { type CtyValue, isWhollyKnown, type ObjectValue, objectValue } from '../values/cty-value';
import type { ProviderDiagnostic } from './protocol/diagnostic';
import { unexpected } from './protocol/messages';
import type { DiagnosticsResponse } from './protocol/provider';

export class RefusedOperation extends Error {
  constructor(readonly problem: ProviderDiagnostic) {
    super(problem.summary);
  }
}

export function describeThrown(operation: string, failure: unknown, redact: Redact | undefined): ProviderDiagnostic {
  return failure instanceof RefusedOperation ? failure.problem : unexpected(operation, failure, redact);
}

/** If the operation throws, the response is `fallback` with the exception as a diagnostic. */
export function createErrorBoundary(redact: Redact | undefined) {
  return async <Response extends DiagnosticsResponse>(
    operation: string,
    fallback: Omit<Response, 'diagnostics'>,
    run: () => Response | Promise<Response>,
  ): Promise<Response> => {
    try {
      return await run();
    } catch (failure) {
      return { ...fallback, diagnostics: [describeThrown(operation, failure, redact)] } as unknown as Response;
    }
  };
}

/** Has the attributes that are wholly known in the plan; the others are null. */
export function stateOfCreated(planned: ObjectValue | null, id: string): ObjectValue {
  const known = Object.entries(planned ?? {}).map(([name, value]): [string, CtyValue] => [
    name,
    isWhollyKnown(value) ? value : null,
  ]);
  return objectValue([...known, ['id', id]]);
}
