/** Reading JSON that a person wrote for a control, strictly. */

import { didYouMean } from '../../../model/did-you-mean';
import type { Json, JsonObject } from '../../../model/json';
import { ApiProblem } from '../../http/api-problem';

/** Refuses a member that is not known, with the nearest that is. `where` is the path of the object, empty at the top. */
export function refuseUnknown(given: JsonObject, known: readonly string[], where: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const path = where === '' ? unknown : `${where}.${unknown}`;
  throw new ApiProblem(
    400,
    undefined,
    `${path} is unknown${didYouMean(unknown, known) || `; expected ${known.join(', ')}.`}`,
  );
}

/** A value as an error names it: `"text"`, `a list`, `an object`. */
export function typeName(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}
