import type { ServiceError } from '../../client/api';

export type { ServiceError } from '../../client/api';

/**
 * Whether a caught value is a failed call to the service; anything else is a defect. Told by name, because the engine
 * knows the client's interface only as a type (design: who may import whom).
 */
export function isServiceError(caught: unknown): caught is ServiceError {
  return caught instanceof Error && caught.name === 'ApiError' && 'outcome' in caught;
}
