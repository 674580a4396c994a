import { OPERATIONS } from '../../http/routes';
import { ALL_KINDS } from '../../kinds/endpoint';
import { createValidator, integer, type Validator } from '../validate-input';
import type { FaultEffect, FaultInput, FaultMatch } from './fault';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
const MAX_DELAY_MS = 600_000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const validateShape = createValidator<FaultInput>((z) => {
  const match = z.strictObject({
    operation: z.enum([...OPERATIONS.keys()]).optional(),
    method: z.enum(METHODS).optional(),
    path: z.string().startsWith('/', { error: 'a path that starts with /' }).optional(),
    kind: z.enum(ALL_KINDS.map(({ name }) => name)).optional(),
    id: z.string().min(1, { error: 'an identifier' }).optional(),
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
});

/** Validates a fault, and rejects one that could never take effect. */
export const validateFault: Validator<FaultInput> = (fault, path = '') => {
  const result = validateShape(fault, path);
  if ('problem' in result) return result;
  const { match = {}, do: effect } = result.value;
  const problem = findContradiction(match, effect);
  return problem === undefined ? result : { problem: path === '' ? problem : `${path}.${problem}` };
};

function findContradiction(match: FaultMatch, effect: FaultEffect): string | undefined {
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
