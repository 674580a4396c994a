import type { Words } from '../../../values/words';

/** A refused request. `http/problem.ts` renders it, and takes any other error that reaches it for a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    /**
     * Number of the error code in the published list of the service; undefined if the service gives none, and for
     * controls.
     */
    readonly code: number | undefined,
    message: Words,
    /** Members of the request body that are unknown to the service. */
    readonly unknownFields: readonly string[] = [],
  ) {
    super(message);
  }
}

export function badRequest(message: Words): Refusal {
  return new Refusal(400, undefined, message);
}
