import type { Kind } from '../../model/kind';
import { findIdProblem } from '../crypto/ids';
import { ApiProblem } from '../http/api-problem';
import { readPaging, renderPage } from '../http/pagination';
import { readFilter } from './filter';
import { toResponseBody } from './render-object';
import type { Perform, RequestContext } from './request-context';
import { newestFirst, type StoredObject, tryFind } from './store';

/** Finds an object. Rejects a malformed (222), a foreign (227) and an unknown identifier, each with 404. */
export function findObject({ account }: RequestContext, kind: Kind, id: string): StoredObject {
  const stored = tryFind(account.store, kind.name, id);
  if (stored) return stored;
  const problem = findIdProblem(kind.idPrefix, id);
  if (problem === 'malformed') throw new ApiProblem(404, 222, `'${id}' is not a valid identifier.`);
  if (problem === 'wrong_prefix') {
    throw new ApiProblem(404, 227, `'${id}' is the identifier of another kind; expected the prefix ${kind.idPrefix}_.`);
  }
  throw new ApiProblem(404, kind.errorCodes.notFound, `There is no ${kind.title} ${id}.`);
}

export const getObject: Perform = (context, kind, { id }) => ({
  status: 200,
  body: toResponseBody(context, findObject(context, kind, id)),
});

/** Lists one page of objects, newest first. */
export const listObjects: Perform = (context, kind, { query }) => {
  const paging = readPaging(query, kind.idPrefix);
  const matches = readFilter(kind, query, context.state.clock);
  const objects = newestFirst(context.account.store, kind.name, paging.before);
  const request = { path: kind.path, key: kind.listKey, query, paging, matches };
  return { status: 200, body: renderPage(context, request, objects) };
};
