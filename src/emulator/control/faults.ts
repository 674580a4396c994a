import type { JsonObject } from '../../values/json';
import type { Words } from '../../values/words';
import { addFault, type Fault, type FaultEffect, type FaultInput, type FaultMatch } from '../http/fault';
import { jsonResponse } from '../http/http';
import { readJsonBody, readQuery } from '../http/read-input';
import { OPERATIONS } from '../http/routes';
import type { HttpState } from '../http/state';
import { createValidator, integer } from '../http/validate-json';
import { ALL_KINDS } from '../service/kinds/endpoint';
import { badRequest, Refusal } from '../service/state/refusal';
import { type Control, NO_CONTENT } from './control';

/** Faults in process. */
export interface EmulatorFaults {
  /**
   * Adds a fault after those that exist. Throws for an unknown member, operation or kind, for an invalid value, if
   * effects contradict each other, and for a `page` or `stale` that could have no effect on the operation that `match`
   * names.
   */
  add(fault: FaultInput): Fault;
  /** Lists the faults, with their counters at the time of the call. */
  list(): readonly Fault[];
  /** Removes that fault, by default all faults. An unknown id removes none. */
  clear(id?: string): void;
}

export function createFaultsApi(state: HttpState): EmulatorFaults {
  return {
    add: (fault) => ({ ...addFault(state.faults, checkFault(fault)) }),
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
export const faultsControl: Control = {
  GET: ({ faults: all }) => jsonResponse(200, { faults: all.set.map(toFaultResponse) }),
  POST({ faults: all }, request) {
    return jsonResponse(201, toFaultResponse(addFault(all, checkFault(readJsonBody(request)))));
  },
  PUT({ faults: all }, request) {
    const { faults: list, ...others } = readJsonBody(request);
    if (!Array.isArray(list) || Object.keys(others).length > 0) {
      throw badRequest('The body is invalid; expected {"faults": [...]}.');
    }
    const checked = (list as readonly unknown[]).map((fault, index) => checkFault(fault, `faults[${index}]`));
    all.set = [];
    return jsonResponse(200, { faults: checked.map((fault) => toFaultResponse(addFault(all, fault))) });
  },
  DELETE({ faults: all }, request) {
    const id = readQuery(request.query, ['id']).get('id');
    if (id !== undefined && !all.set.some((fault) => fault.id === id)) {
      throw new Refusal(404, undefined, `Fault '${id}' does not exist.`);
    }
    all.set = id === undefined ? [] : all.set.filter((fault) => fault.id !== id);
    return NO_CONTENT;
  },
};

function toFaultResponse({ id, match, do: effect, times, seen, hits }: Fault): JsonObject {
  return { id, match: { ...match }, do: { ...effect }, times, seen, hits };
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
/** A choice: ten minutes. */
const MAX_DELAY_MS = 600_000;
/** The characters of a token and of a field value in RFC 9110, sections 5.6.2 and 5.5. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const createFaultError = (problem: string): Refusal => badRequest(`Invalid fault: ${problem}`);

const validateShape = createValidator<FaultInput>(
  (z) => {
    const match = z.strictObject({
      operation: z.enum([...OPERATIONS.keys()]).optional(),
      method: z.enum(METHODS).optional(),
      path: z.string().startsWith('/', { error: 'a path that starts with /' }).optional(),
      kind: z.enum(ALL_KINDS.map(({ name }) => name)).optional(),
      id: z.string().min(1, { error: 'an id' }).optional(),
      nth: integer(z, 1).optional(),
    });
    const headerForm = { error: 'an object of header names and strings of one line' };
    const onlyTrue = z.literal(true, { error: 'true, or no member' }).optional();
    const effect = z.strictObject({
      status: integer(z, 400, 599).optional(),
      code: integer(z, 1).optional(),
      msg: z.string().optional(),
      headers: z
        .record(z.string(), z.string(headerForm).regex(HEADER_VALUE, headerForm))
        .refine((headers) => Object.keys(headers).every((name) => HEADER_NAME.test(name)), headerForm)
        .optional(),
      drop: onlyTrue,
      commit: onlyTrue,
      delay_ms: integer(z, 0, MAX_DELAY_MS).optional(),
      truncate: integer(z, 0).optional(),
      drip: z.strictObject({ bytes: integer(z, 1), every_ms: integer(z, 1, MAX_DELAY_MS) }).optional(),
      body: z.string().optional(),
      content_type: z.string().regex(HEADER_VALUE, { error: 'a content type' }).optional(),
      stale: onlyTrue,
      page: z.enum(['repeat', 'skip']).optional(),
      another_object: onlyTrue,
    });
    return z.strictObject({
      match: match.optional(),
      do: effect,
      times: integer(z, 1).optional(),
    });
  },
  { createError: createFaultError },
);

function checkFault(value: unknown, path = ''): FaultInput {
  const fault = validateShape(value, path);
  const problem = findContradiction(fault.match ?? {}, fault.do);
  if (problem !== undefined) throw createFaultError(path === '' ? problem : `${path}.${problem}`);
  return fault;
}

function findContradiction(match: FaultMatch, effect: FaultEffect): Words | undefined {
  const listSet = (...names: (keyof FaultEffect)[]) => names.filter((name) => effect[name] !== undefined);
  if (Object.values(effect).every((member) => member === undefined))
    return 'do is {}; expected an object with an effect.';
  if (effect.commit && listSet('status', 'drop').length === 0) {
    return "do.commit performs a request that fails; set 'status' or 'drop' too.";
  }
  const [errorMember] = effect.status === undefined ? listSet('code', 'msg') : [];
  if (errorMember) return `do.${errorMember} describes an error; set 'status' too.`;
  const [first, second] = listSet('status', 'drop', 'stale', 'page', 'another_object');
  if (second) return `do.${first} and do.${second} cannot be combined; add two faults.`;
  const [ignored] = effect.drop ? listSet('headers', 'truncate', 'drip', 'body', 'content_type') : [];
  if (ignored) return `do.${ignored} changes a response, but do.drop sends no response; remove one of them.`;
  const operation = OPERATIONS.get(String(match.operation));
  if (operation && effect.page !== undefined && !operation.isPaged) {
    return `do.page would have no effect: ${operation.name} does not return pages.`;
  }
  if (operation?.writes && effect.stale) return `do.stale would have no effect: ${operation.name} is not a read.`;
  return undefined;
}
