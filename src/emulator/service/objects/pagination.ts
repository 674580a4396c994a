/** Pages of a collection, docs/internals/gaps.md section 1.3. */

import { type IdPrefixes, PAGE_LIMIT } from '../../../model/kind';
import type { JsonObject } from '../../../values/json';
import { findIdProblem } from '../../crypto/ids';
import { Refusal } from '../state/refusal';
import type { Query, ReadContext } from '../state/request-context';
import type { StoredObject } from '../state/store';
import { toResponseBody } from './render-object';

export const PAGING_PARAMETERS: readonly string[] = ['before_id', 'limit'];

export interface Paging {
  readonly limit: number;
  /** Lists only objects older than the one with this id, which may be deleted. */
  readonly before: string | undefined;
}

export function readPaging(query: Query, kind: IdPrefixes): Paging {
  return { limit: readLimit(query.get('limit')), before: readCursor(query.get('before_id'), kind) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return PAGE_LIMIT.default;
  const { least, most } = PAGE_LIMIT;
  if (!/^-?\d+$/.test(text))
    throw new Refusal(400, 244, `limit is '${text}'; expected a number from ${least} to ${most}.`);
  const limit = Number(text);
  if (limit < least || limit > most) throw new Refusal(400, 233, `limit is ${text}; expected ${least} to ${most}.`);
  return limit;
}

function readCursor(id: string | undefined, kind: IdPrefixes): string | undefined {
  if (id === undefined) return undefined;
  const problem = findIdProblem(kind, id);
  if (!problem) return id;
  const code = problem === 'wrong_prefix' ? 227 : 223;
  throw new Refusal(400, code, `before_id is '${id}'; expected an id with the prefix ${kind.idPrefix}_.`);
}

interface PageRequest {
  readonly path: string;
  readonly listKey: string;
  readonly query: Query;
  /** Parameters that the next page needs beside those of paging. */
  readonly selection?: readonly string[];
  readonly limit: number;
  readonly matches: (body: JsonObject) => boolean;
}

/** `objects` are newest first, and start where the page starts. */
export function renderListPage(
  context: ReadContext,
  { path, listKey, query, selection = [], limit, matches }: PageRequest,
  objects: Iterable<StoredObject>,
): JsonObject {
  const bodies: JsonObject[] = [];
  const uri = `${context.origin}${path}`;
  let last: string | undefined;
  for (const stored of objects) {
    const body = toResponseBody(context, stored);
    if (!matches(body)) continue;
    if (bodies.length === limit) {
      const parameters = selection.flatMap((name) =>
        query.getAll(name).map((value) => `&${name}=${encodeURIComponent(value)}`),
      );
      const next = `${uri}?before_id=${last}&limit=${limit}${parameters.join('')}`;
      return { [listKey]: bodies, uri, next_page_uri: next };
    }
    bodies.push(body);
    last = stored.id;
  }
  return { [listKey]: bodies, uri, next_page_uri: null };
}
