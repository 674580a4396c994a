/** Reading one object, and reading pages of them. */
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { idProblem } from '../crypto/ids';
import { ApiProblem } from '../http/api-problem';
import { pageOf, readPaging } from '../http/pagination';
import { readFilter } from './filter';
import { toResponseBody } from './render-object';
import type { OperationInput, OperationResult, RequestContext } from './request-context';
import { newestFirst, type Stored, tryFind } from './store';

/** The object of that kind; refuses a malformed (222) or foreign (227) identifier and one that is gone, all with 404. */
export function findObject({ account }: RequestContext, kind: Kind, id: string): Stored {
  const stored = tryFind(account.store, kind.name, id);
  if (stored) return stored;
  const problem = idProblem(kind.idPrefix, id);
  if (problem === 'malformed') throw new ApiProblem(404, 222, `'${id}' is not a valid identifier.`);
  if (problem === 'foreign') {
    throw new ApiProblem(404, 227, `'${id}' is the identifier of another kind; expected the prefix ${kind.idPrefix}_.`);
  }
  throw new ApiProblem(404, kind.errorCodes.notFound, `There is no ${kind.title} ${id}.`);
}

/** One object: 200 with it. */
export function get(call: RequestContext, kind: Kind, id: string): OperationResult {
  return { status: 200, body: toResponseBody(call, findObject(call, kind, id)) };
}

/** One page of a kind's objects, newest first: 200 with them and where to go on. */
export function list(call: RequestContext, kind: Kind, { query }: OperationInput): OperationResult {
  const paging = readPaging(query, kind.idPrefix);
  const matches = readFilter(kind, query, call.state.clock);
  const found = answers(call, newestFirst(call.account.store, kind.name, paging.before), matches);
  return { status: 200, body: pageOf(call, { path: kind.path, key: kind.listKey, query, paging }, found) };
}

function* answers(
  call: RequestContext,
  objects: Iterable<Stored>,
  matches: (answer: JsonObject) => boolean,
): Generator<{ id: string; answer: JsonObject }> {
  for (const stored of objects) {
    const answer = toResponseBody(call, stored);
    if (matches(answer)) yield { id: stored.id, answer };
  }
}
