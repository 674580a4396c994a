import type { Words } from '../../../values/words';

/** A refused request. Any other error is taken for a defect of the emulator. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    /** Number in the published error list of the service; undefined if it has none, and for controls. */
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
