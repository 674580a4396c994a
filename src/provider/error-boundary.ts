/** What an operation of the provider throws becomes a diagnostic of its response. */
import type { Redact } from '../client/redact';
import { type CtyValue, isWhollyKnown, type ObjectValue, objectValue } from '../values/cty-value';
import type { ProviderDiagnostic } from './protocol/diagnostic';
import { unexpected } from './protocol/messages';
import type { DiagnosticsResponse } from './protocol/provider';

/** Thrown inside an operation, it is the diagnostic of its response. Whatever else is thrown is a defect. */
export class RefusedOperation extends Error {
  constructor(readonly problem: ProviderDiagnostic) {
    super(problem.summary);
  }
}

export interface ErrorBoundary {
  /** `operation` begins the message of a defect: `Reading` -> `Reading failed because of a defect of …`. */
  describe(operation: string, thrown: unknown): ProviderDiagnostic;
  /**
   * If `run` throws, the response is `fallback`, as it is then, with the diagnostic: an apply adds the id of a created
   * object to it.
   */
  respond<Response extends DiagnosticsResponse>(
    operation: string,
    fallback: Omit<Response, 'diagnostics'>,
    run: () => Response | Promise<Response>,
  ): Promise<Response>;
  /** If `run` throws, the events before it stay, and the last one is `failed` of the diagnostic. */
  stream<Event>(
    operation: string,
    failed: (problem: ProviderDiagnostic) => Event,
    run: () => AsyncIterable<Event>,
  ): AsyncIterable<Event>;
}

export function createErrorBoundary(redact: Redact | undefined): ErrorBoundary {
  const describe = (operation: string, thrown: unknown): ProviderDiagnostic =>
    thrown instanceof RefusedOperation ? thrown.problem : unexpected(operation, thrown, redact);
  return {
    describe,
    async respond<Response extends DiagnosticsResponse>(
      operation: string,
      fallback: Omit<Response, 'diagnostics'>,
      run: () => Response | Promise<Response>,
    ) {
      try {
        return await run();
      } catch (thrown) {
        return { ...fallback, diagnostics: [describe(operation, thrown)] } as unknown as Response;
      }
    },
    async *stream(operation, failed, run) {
      try {
        yield* run();
      } catch (thrown) {
        yield failed(describe(operation, thrown));
      }
    },
  };
}

/** Has the id, and the attributes that are wholly known in the plan; the others are null. */
export function stateOfCreated(planned: ObjectValue | null, id: string): ObjectValue {
  const known = Object.entries(planned ?? {}).map(([name, value]): [string, CtyValue] => [
    name,
    isWhollyKnown(value) ? value : null,
  ]);
  return objectValue([...known, ['id', id]]);
}
