/** The checks that a request's values have to pass; each refuses with the model's codes. */

import { parseCidr } from '../../model/ip/cidr';
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import type { Profile } from '../../model/profiles';
import { checkValues, formatProblem, type Problem, pathText } from '../../model/validation/validate';
import { checkCreation } from '../../model/validation/validate-create';
import { ApiProblem } from '../http/api-problem';
import { behaviourOf } from '../kinds';
import { wireName } from './parse-body';

/** Checks what a request says by itself; `partial` for an update, where members may be missing. */
export function checkSent(kind: Kind, sent: JsonObject, profile: Profile, partial: boolean): void {
  checkCidrs(kind, sent);
  refuseProblems(checkValues(kind, sent, { partial, nameOf: (name) => wireName(profile, name) }), profile);
}

/** Checks an object as it would be after the request; `before` are the values it had, null for a create. */
export function checkWhole(kind: Kind, values: JsonObject, before: JsonObject | null, profile: Profile): void {
  const waived = behaviourOf(kind).waives ?? [];
  const creation = checkCreation(kind.attributes, values, before).filter(
    ({ path }) => !waived.includes(pathText(path)),
  );
  const problems = checkValues(kind, values, { nameOf: (name) => wireName(profile, name) });
  refuseProblems([...problems, ...creation], profile);
}

/**
 * The service reads ranges more strictly than the model, whose other users send it the canonical spelling: it wants a
 * mask (1413) and the network address (1409, with a suggestion).
 */
function checkCidrs(kind: Kind, sent: JsonObject): void {
  for (const [name, attribute] of Object.entries(kind.attributes)) {
    const text = sent[name];
    if (!('format' in attribute) || attribute.format !== 'cidr' || typeof text !== 'string') continue;
    const parsed = parseCidr(text);
    if ('canonical' in parsed && !text.includes('/')) {
      throw new ApiProblem(
        400,
        1413,
        `${name} '${text}' has no mask; for this one address write '${parsed.canonical}'.`,
      );
    }
    if ('problem' in parsed && parsed.network) {
      throw new ApiProblem(400, 1409, `${name} '${text}' ${parsed.problem}; did you mean '${parsed.network}'?`);
    }
  }
}

/** Refuses with the code of the first problem and the text of all of them. */
export function refuseProblems(problems: readonly Problem[], profile: Profile): void {
  const [first] = problems;
  if (!first) return;
  const texts = problems.map((problem) => `${formatProblem({ ...problem, path: wirePath(problem, profile) })}.`);
  throw new ApiProblem(400, first.errorCode, texts.join(' '));
}

function wirePath({ path }: Problem, profile: Profile): Problem['path'] {
  return path.map((step) => (typeof step === 'string' ? wireName(profile, step) : step));
}
