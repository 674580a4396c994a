import type { JsonObject } from '../../../model/json';
import type { Profile } from '../../../model/profiles';
import { type HttpResponse, jsonResponse } from '../../http/http';

/** An error response of the service. Any other error that is thrown is a defect of the emulator. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    /** Number of the error code; undefined if the service gives none. */
    readonly code: number | undefined,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Members of the request body that are unknown to the service. */
    readonly unknownFields: readonly string[] = [],
  ) {
    super(message);
  }
}

export function badRequest(message: string): ApiProblem {
  return new ApiProblem(400, undefined, message);
}

export function toApiProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(500, undefined, `The emulator failed: ${error instanceof Error ? error.stack : String(error)}`);
}

export function renderProblem(problem: ApiProblem, profile: Profile, operationId: string): JsonObject {
  return {
    ...(problem.code !== undefined && { error_code: `${profile.errorPrefix}${problem.code}` }),
    status_code: problem.status,
    msg: problem.message,
    details: { operation_id: operationId },
  };
}

/** The response for an unrouted path or method. `details.path` distinguishes it from a missing object. */
export function routeProblem(status: number, msg: string, path: string): HttpResponse {
  return jsonResponse(status, { status_code: status, msg, details: { path } });
}
