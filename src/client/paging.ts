/** Lists, a page at a time (gaps.md section 1.3). */
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import { fromProfileNames } from '../model/rename-members';
import type { CallOptions, ListOptions, Page } from './call-options';
import type { ClientContext } from './client-context';
import { invalidCall } from './errors/api-error';
import { parseResponse } from './errors/parse-response';
import { invalidResponse, unreadable } from './errors/response-error';
import type { HttpResponse, ServiceRequest } from './http/request';
import { checkLimit } from './options';
import { buildRequest, type ResourcePath, requestAt } from './resource-path';
import { send } from './send';

/**
 * The pages of a collection. Each is requested when it is asked for; leaving the loop ends the requests. `next_page_uri`
 * is resolved against the base URL, so the API key is sent to the configured origin only.
 */
export async function* listPages(
  session: ClientContext,
  endpoint: ResourcePath,
  options: ListOptions,
  call: CallOptions,
): AsyncGenerator<Page<JsonObject>, void, undefined> {
  let request = buildRequest(session, endpoint, { action: 'list', method: 'GET', query: queryOf(options) });
  const seen = new Set<string>();
  for (;;) {
    seen.add(request.url.href);
    const answer = await send(session, request, call);
    const page = readPage(session, endpoint, request, answer);
    yield page;
    // Nothing can come before no object at all; the official clients stop here too.
    if (page.nextPageUri === null || page.objects.length === 0) return;
    const url = nextUrl(session, endpoint, request, answer, page.nextPageUri);
    if (seen.has(url.href)) {
      throw invalidResponse(request, answer, 'names a next page that was read already, so the list would never end');
    }
    request = requestAt(request, url);
  }
}

/** The objects of pages, one after the other; ending early ends the pages too. */
export async function* objectsOf<Answer>(pages: AsyncIterable<Page<Answer>>): AsyncGenerator<Answer, void, undefined> {
  for await (const page of pages) yield* page.objects;
}

/** The objects of a collection that the service answers in one piece. */
export async function listWhole(
  session: ClientContext,
  endpoint: ResourcePath,
  call: CallOptions,
): Promise<readonly JsonObject[]> {
  const request = buildRequest(session, endpoint, { action: 'list', method: 'GET' });
  return readPage(session, endpoint, request, await send(session, request, call)).objects;
}

function queryOf({ limit, filter, beforeId }: ListOptions): Record<string, string> {
  if (beforeId === '') throw invalidCall('beforeId', 'is empty', 'the id of an object, or nothing');
  return {
    limit: String(checkLimit(limit)),
    ...(filter !== undefined && { filter }),
    ...(beforeId !== undefined && { before_id: beforeId }),
  };
}

function readPage(
  { settings }: ClientContext,
  { listKey, attributes, identity }: ResourcePath,
  request: ServiceRequest,
  answer: HttpResponse,
): Page<JsonObject> {
  const read = parseResponse(answer, request.redact);
  if ('found' in read) throw unreadable(request, answer, read);
  const { [listKey]: items, uri, next_page_uri: next } = read.object;
  // Null is how some writers of JSON spell the empty list.
  if (!Array.isArray(items) && items !== null) throw invalidResponse(request, answer, `has no list '${listKey}'`);
  const objects = ((items ?? []) as readonly Json[]).map((item) => {
    if (!isJsonObject(item) || typeof item[identity] !== 'string' || item[identity] === '') {
      throw invalidResponse(request, answer, `holds an object without '${identity}' in '${listKey}'`);
    }
    return fromProfileNames(attributes, item, settings.profile);
  });
  return {
    objects,
    uri: typeof uri === 'string' ? uri : request.url.href,
    nextPageUri: typeof next === 'string' && next !== '' ? next : null,
  };
}

/** A gateway in front of the service may rewrite host and path prefix, so the service may not know its own base URL. */
function nextUrl(
  { settings: { origin, prefix } }: ClientContext,
  endpoint: ResourcePath,
  request: ServiceRequest,
  answer: HttpResponse,
  next: string,
): URL {
  const { protocol, pathname, search } = URL.canParse(next, request.url.href)
    ? new URL(next, request.url)
    : { protocol: '', pathname: '', search: '' };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw invalidResponse(request, answer, "has a 'next_page_uri' that is not an HTTP URL");
  }
  if (pathname.startsWith(`${prefix}/`)) return new URL(`${origin}${pathname}${search}`);
  const path = pathname.endsWith(endpoint.path) ? endpoint.path : pathname;
  return new URL(`${origin}${prefix}${path}${search}`);
}
