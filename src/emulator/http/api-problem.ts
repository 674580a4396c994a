/** How the service says no (gaps.md sections 1.4 to 1.6). */
import type { JsonObject } from '../../model/json';
import type { Profile } from '../../model/profiles';

/** Thrown by whatever finds that a request cannot be served; anything else that is thrown is a bug of the emulator. */
export class ApiProblem extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    /** Number of the error code; undefined where the service gives none. */
    readonly code: number | undefined,
    message: string,
    /** Headers that the answer has beside the usual ones. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** Members of the body that the service does not know. */
    readonly unknownFields: readonly string[] = [],
  ) {
    super(message);
  }
}

/**
 * The refusal behind anything that was thrown. What nobody refused on purpose is a bug of the emulator, and says so
 * (500) instead of passing for an answer of the service.
 */
export function refusalFor(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(500, undefined, `The emulator failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/** The body of an error about a request that reached an operation. */
export function errorBody(refusal: ApiProblem, profile: Profile, operationId: string): JsonObject {
  return {
    ...(refusal.code !== undefined && { error_code: `${profile.errorPrefix}${refusal.code}` }),
    status_code: refusal.status,
    msg: refusal.message,
    details: { operation_id: operationId },
  };
}

/** The body of the 404 for a path or method that is not routed; told from a missing object by `details.path`. */
export function notRoutedBody(path: string, msg = 'Not Found'): JsonObject {
  return { status_code: 404, msg, details: { path } };
}
