import type { JsonObject } from '../../../model/json';
import { ApiProblem } from '../../http/api-problem';
import { readJsonBody } from '../../http/body';
import { jsonResponse } from '../../http/http';
import { readQuery } from '../../http/query';
import type { State } from '../../state/types';
import { badRequest, type Control, NO_CONTENT } from '../control';
import { addFault, type Fault, type FaultInput } from './fault';
import { validateFault } from './validate-fault';

/** Faults in process. */
export interface EmulatorFaults {
  /** Adds a fault after those that exist. Throws for an unknown name, and for a fault that could never take effect. */
  add(fault: FaultInput): Fault;
  /** Lists the faults with their counters. */
  list(): readonly Fault[];
  /** Removes that fault, by default all faults. */
  clear(id?: string): void;
}

export function createFaultsApi(state: State): EmulatorFaults {
  return {
    add: (fault) => ({
      ...addFault(
        state.faults,
        checkFault(fault, '', (problem) => new Error(problem)),
      ),
    }),
    list: () => state.faults.set.map((fault) => ({ ...fault })),
    clear(id) {
      state.faults.set = id === undefined ? [] : state.faults.set.filter((fault) => fault.id !== id);
    },
  };
}

/**
 * GET lists the faults with their counters. POST adds a fault, and PUT `{faults: [...]}` replaces all faults. DELETE
 * removes all faults, or the one with `?id`.
 */
export const faults: Control = {
  GET: ({ faults: all }) => jsonResponse(200, { faults: all.set.map(toFaultResponse) }),
  POST({ faults: all }, request) {
    return jsonResponse(201, toFaultResponse(addFault(all, checkFault(readJsonBody(request), '', badRequest))));
  },
  PUT({ faults: all }, request) {
    const { faults: list, ...others } = readJsonBody(request);
    if (!Array.isArray(list) || Object.keys(others).length > 0) {
      throw badRequest('The body is invalid; expected {"faults": [...]}.');
    }
    const checked = (list as readonly unknown[]).map((fault, index) =>
      checkFault(fault, `faults[${index}]`, badRequest),
    );
    all.set = [];
    return jsonResponse(200, { faults: checked.map((fault) => toFaultResponse(addFault(all, fault))) });
  },
  DELETE({ faults: all }, request) {
    const id = readQuery(request.query, ['id']).get('id');
    if (id !== undefined && !all.set.some((fault) => fault.id === id)) {
      throw new ApiProblem(404, undefined, `Fault '${id}' does not exist.`);
    }
    all.set = id === undefined ? [] : all.set.filter((fault) => fault.id !== id);
    return NO_CONTENT;
  },
};

function checkFault(value: unknown, path: string, createError: (message: string) => Error): FaultInput {
  const result = validateFault(value, path);
  if ('value' in result) return result.value;
  throw createError(`Invalid fault: ${result.problem}`);
}

function toFaultResponse({ id, match, do: effect, times, seen, hits }: Fault): JsonObject {
  return { id, match: { ...match }, do: { ...effect }, times, seen, hits };
}
