import type { JsonObject } from '../../model/json';
import { ApiProblem } from '../http/api-problem';
import { readJsonBody } from '../http/body';
import { jsonResponse } from '../http/http';
import { readQuery } from '../http/query';
import type { Control } from './control';
import { checkFault } from './faults/check';
import { addFault, type Fault, type FaultInput } from './faults/fault';

/**
 * Faults: GET lists them with how often they were met, POST sets one more, PUT `{faults: [...]}` sets these in place of
 * all, DELETE takes them away, with `?id` one of them.
 */
export const faults: Control = {
  GET: ({ faults: all }) => jsonResponse(200, { faults: all.set.map(faultAnswer) }),
  POST({ faults: all }, request) {
    return jsonResponse(201, faultAnswer(addFault(all, checkedFault(readJsonBody(request), 'The fault'))));
  },
  PUT({ faults: all }, request) {
    const { faults: given, ...rest } = readJsonBody(request);
    if (!Array.isArray(given) || Object.keys(rest).length > 0) {
      throw new ApiProblem(400, undefined, 'The body is not {"faults": [...]}.');
    }
    const checked = (given as readonly unknown[]).map((fault, index) =>
      checkedFault(fault, `The fault faults[${index}]`),
    );
    all.set = [];
    return jsonResponse(200, { faults: checked.map((fault) => faultAnswer(addFault(all, fault))) });
  },
  DELETE({ faults: all }, request) {
    const id = readQuery(request.query, ['id']).get('id');
    if (id !== undefined && !all.set.some((fault) => fault.id === id)) {
      throw new ApiProblem(404, undefined, `There is no fault '${id}'.`);
    }
    all.set = id === undefined ? [] : all.set.filter((fault) => fault.id !== id);
    return { status: 204, headers: {}, body: '' };
  },
};

function checkedFault(value: unknown, what: string): FaultInput {
  const problem = checkFault(value);
  if (problem === undefined) return value as FaultInput;
  throw new ApiProblem(400, undefined, `${what} cannot be set: ${problem}`);
}

function faultAnswer({ id, match, do: effect, times, seen, hits }: Fault): JsonObject {
  return { id, match: { ...match }, do: { ...effect }, times, seen, hits };
}
