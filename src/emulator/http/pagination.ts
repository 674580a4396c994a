/** Pages of a collection (gaps.md 1.3). */
import type { JsonObject } from '../../model/json';
import { idProblem } from '../crypto/ids';
import type { ReadContext } from '../objects/request-context';
import { ApiProblem } from './api-problem';
import type { Query } from './query';

/** Query parameters of every paged list. */
export const PAGING_PARAMETERS: readonly string[] = ['before_id', 'limit'];

const maxLimit = 100;

/** Which page is asked for. */
export interface Paging {
  /** Objects on the page, 1 to 100. */
  readonly limit: number;
  /** The page starts behind this object, which may be gone. */
  readonly before: string | undefined;
}

/** Reads the paging parameters; refuses a limit that is no number (244) or out of range (233), and other than identifiers. */
export function readPaging(query: Query, idPrefix: string): Paging {
  return { limit: readLimit(query.get('limit')), before: readBefore(query.get('before_id'), idPrefix) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return maxLimit;
  if (!/^-?\d+$/.test(text))
    throw new ApiProblem(400, 244, `limit is '${text}'; expected a number from 1 to ${maxLimit}.`);
  const limit = Number(text);
  if (limit < 1 || limit > maxLimit) throw new ApiProblem(400, 233, `limit is ${text}; expected 1 to ${maxLimit}.`);
  return limit;
}

function readBefore(id: string | undefined, idPrefix: string): string | undefined {
  if (id === undefined) return undefined;
  const problem = idProblem(idPrefix, id);
  if (!problem) return id;
  const code = problem === 'foreign' ? 227 : 223;
  throw new ApiProblem(400, code, `before_id is '${id}'; expected an identifier with the prefix ${idPrefix}_.`);
}

interface PageRequest {
  /** Path of the collection. */
  readonly path: string;
  /** Member of the answer that holds the objects. */
  readonly key: string;
  readonly query: Query;
  readonly paging: Paging;
}

/** The answer to a list: as many of the objects as the page holds, and the absolute URI of the next page if there is one. */
export function pageOf(
  { origin }: ReadContext,
  { path, key, query, paging }: PageRequest,
  objects: Iterable<{ readonly id: string; readonly answer: JsonObject }>,
): JsonObject {
  const page: { id: string; answer: JsonObject }[] = [];
  let more = false;
  for (const object of objects) {
    more = page.length === paging.limit;
    if (more) break;
    page.push(object);
  }
  const uri = `${origin}${path}`;
  const filter = query.get('filter');
  const rest = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`;
  const next = `${uri}?before_id=${page.at(-1)?.id}&limit=${paging.limit}${rest}`;
  return { [key]: page.map(({ answer }) => answer), uri, next_page_uri: more ? next : null };
}
