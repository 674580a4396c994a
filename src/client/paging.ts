/**
 * An empty page with a next one ends a list in the official clients, but not here: the objects of later pages would
 * seem to be deleted.
 */
import { fromProfileBody } from '../model/profiles/profile-body';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import type { CallOptions, ListOptions, Page } from './call-options';
import type { ClientContext } from './client-context';
import { invalidCall } from './errors/api-error';
import { invalidResponse, parseObject } from './errors/response-error';
import { checkLimit } from './options';
import { buildRequest, type RemoteCollection } from './remote-collection';
import type { ServiceRequest, ServiceResponse } from './request';
import { send } from './send';

/** Chosen: at 100 a page a million objects, more than an account is expected to have. */
const MAX_PAGES = 10_000;

/** Empty pages in a row that end the list with an error. Chosen: a filter may leave some pages without objects. */
const MAX_EMPTY_PAGES = 100;

/**
 * The API key is sent to the configured origin only, whatever `next_page_uri` says (docs/internals/gaps.md, section 0).
 */
export async function* listPages(
  context: ClientContext,
  collection: RemoteCollection,
  options: ListOptions,
  call: CallOptions,
): AsyncGenerator<Page<JsonObject>, void, undefined> {
  let request = buildRequest(context, collection, { action: 'list', method: 'GET', query: toQuery(options) });
  const check = createEndCheck(collection);
  for (;;) {
    const response = await send(context, request, call);
    const page = parsePage(context, collection, request, response);
    check.page(request, response, page);
    yield page;
    if (page.nextPageUri === null) return;
    const url = nextUrl(context, collection, request, response, page.nextPageUri);
    check.nextPage(request, response, url);
    request = { ...request, url };
  }
}

function createEndCheck({ idMember }: RemoteCollection) {
  const readUrls = new Set<string>();
  const readIds = new Set<unknown>();
  let emptyInARow = 0;
  return {
    page(request: ServiceRequest, response: ServiceResponse, { objects }: Page<JsonObject>): void {
      readUrls.add(request.url.href);
      emptyInARow = objects.length === 0 ? emptyInARow + 1 : 0;
      const idsBefore = readIds.size;
      for (const object of objects) readIds.add(object[idMember]);
      // Some objects of a page may be on the page before, too: one that is created meanwhile moves the others.
      if (objects.length > 0 && readIds.size === idsBefore) {
        throw invalidResponse(request, response, 'repeats objects of earlier pages, so the list would never end');
      }
    },

    nextPage(request: ServiceRequest, response: ServiceResponse, url: URL): void {
      if (emptyInARow >= MAX_EMPTY_PAGES) {
        throw invalidResponse(
          request,
          response,
          `is the empty page number ${emptyInARow} in a row; expected a list that ends`,
        );
      }
      if (readUrls.has(url.href)) {
        throw invalidResponse(
          request,
          response,
          'links to a next page that was already read, so the list would never end',
        );
      }
      if (readUrls.size >= MAX_PAGES) {
        throw invalidResponse(request, response, `links to more than ${MAX_PAGES} pages; expected a list that ends`);
      }
    },
  };
}

export async function* objectsOf<Item>(pages: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) yield* page.objects;
}

export async function listAll(
  context: ClientContext,
  collection: RemoteCollection,
  call: CallOptions,
): Promise<readonly JsonObject[]> {
  const request = buildRequest(context, collection, { action: 'list', method: 'GET' });
  return parsePage(context, collection, request, await send(context, request, call)).objects;
}

function toQuery({ limit, filter, beforeId }: ListOptions): Record<string, string> {
  if (beforeId === '') throw invalidCall('beforeId', 'is empty', 'the id of an object, or undefined');
  return {
    limit: String(checkLimit(limit)),
    ...(filter !== undefined && { filter }),
    ...(beforeId !== undefined && { before_id: beforeId }),
  };
}

function parsePage(
  { settings }: ClientContext,
  { listKey, attributes, idMember }: RemoteCollection,
  request: ServiceRequest,
  response: ServiceResponse,
): Page<JsonObject> {
  const { [listKey]: items, uri, next_page_uri: next } = parseObject(request, response);
  // Some JSON encoders write an empty list as null.
  if (!Array.isArray(items) && items !== null) throw invalidResponse(request, response, `has no list '${listKey}'`);
  if (next !== undefined && next !== null && typeof next !== 'string') {
    throw invalidResponse(request, response, "has a 'next_page_uri' that is neither a string nor null");
  }
  const objects = ((items ?? []) as readonly Json[]).map((item) => {
    if (!isJsonObject(item) || typeof item[idMember] !== 'string' || item[idMember] === '') {
      throw invalidResponse(request, response, `has an object without '${idMember}' in '${listKey}'`);
    }
    return fromProfileBody(attributes, item, settings.profile);
  });
  return {
    objects,
    uri: typeof uri === 'string' ? uri : request.url.href,
    nextPageUri: next === undefined || next === '' ? null : next,
  };
}

/**
 * The next page at the base URL, which the service behind a gateway may not know:
 * `https://internal/things?before_id=x` -> `https://api.example.com/prefix/things?before_id=x`.
 */
function nextUrl(
  { settings: { origin, prefix } }: ClientContext,
  collection: RemoteCollection,
  request: ServiceRequest,
  response: ServiceResponse,
  next: string,
): URL {
  const url = URL.canParse(next, request.url.href) ? new URL(next, request.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidResponse(request, response, "has a 'next_page_uri' that is not an HTTP URL");
  }
  const { pathname, search } = url;
  if (pathname.startsWith(`${prefix}/`)) return new URL(`${origin}${pathname}${search}`);
  const path = pathname.endsWith(collection.path) ? collection.path : pathname;
  return new URL(`${origin}${prefix}${path}${search}`);
}
