/** From a call by kind and identifier to its request: paths, the profile's words, bodies. */
import { isJsonObject, type JsonObject } from '../model/json';
import type { Attributes, Kind } from '../model/kind';
import { tryFindKind } from '../model/kinds';
import { toProfileNames } from '../model/rename-members';
import type { SubCollection } from '../model/sub-collections';
import type { ClientContext } from './client-context';
import { invalidCall } from './errors/api-error';
import type { Method, ServiceRequest } from './http/request';
import { createRedactor, type Redact, sensitiveValues } from './redact';

/** Where the objects of a kind, or of one object's sub-collection, are served. */
export interface ResourcePath {
  readonly title: string;
  /** Below the base URL, with leading slash. */
  readonly path: string;
  readonly listKey: string;
  readonly attributes: Attributes;
  /** Member of an object that identifies it. */
  readonly identity: string;
  /** The object that the collection belongs to; a 404 means that it is gone. */
  readonly parentId?: string;
}

/** Where a kind is served; throws an ApiError when the model has no such kind. */
export function endpointOfKind(name: string): { readonly kind: Kind; readonly endpoint: ResourcePath } {
  const kind = tryFindKind(name);
  if (!kind) throw invalidCall('kind', `is '${name}'`, 'the name of a kind such as ip_policy');
  const { title, path, listKey, attributes } = kind;
  return { kind, endpoint: { title, path, listKey, attributes, identity: 'id' } };
}

/** Where a sub-collection of one object is served. */
export function subCollectionPath(sub: SubCollection, parentId: string): ResourcePath {
  const { endpoint, kind } = endpointOfKind(sub.parent);
  const path = `${endpoint.path}/${encodeSegment(kind.title, parentId)}/${sub.segment}`;
  return { title: sub.title, path, listKey: sub.listKey, attributes: sub.attributes, identity: sub.identity, parentId };
}

/** Where one attached value of an object is served, that a DELETE detaches; throws an ApiError for any other path. */
export function endpointOfValue(name: string, id: string, path: string): ResourcePath {
  const { endpoint, kind } = endpointOfKind(name);
  const paths = Object.values(kind.attributes).flatMap(({ detach }) => (detach ? [detach.path] : []));
  if (!paths.includes(path)) {
    const expected = paths.length > 0 ? paths.join(' or ') : `nothing: no value of ${kind.title} is detached`;
    throw invalidCall('path', `is '${path}'`, expected);
  }
  const title = `${path.replaceAll('_', ' ')} of ${kind.title}`;
  return { ...endpoint, title, path: `${endpoint.path}/${encodeSegment(kind.title, id)}/${path}` };
}

/** What a request is for. */
export interface Purpose {
  /** Completes `Cannot …`. */
  readonly action: string;
  readonly method: Method;
  readonly id?: string;
  readonly body?: JsonObject;
  readonly query?: Readonly<Record<string, string>>;
}

/** The request for a purpose; throws an ApiError when an identifier or body cannot be sent. */
export function buildRequest(session: ClientContext, endpoint: ResourcePath, purpose: Purpose): ServiceRequest {
  const { settings } = session;
  const { action, method, id, body } = purpose;
  const path = id === undefined ? endpoint.path : `${endpoint.path}/${encodeSegment(endpoint.title, id)}`;
  const url = new URL(`${settings.origin}${settings.prefix}${path}`);
  for (const [name, value] of Object.entries(purpose.query ?? {})) url.searchParams.set(name, value);
  const of = id ?? endpoint.parentId;
  return {
    action,
    title: id === undefined && endpoint.parentId !== undefined ? `${endpoint.title} of` : endpoint.title,
    ...(of !== undefined && { id: of }),
    method,
    url,
    ...(body !== undefined && { body: bodyText(session, endpoint, body) }),
    proxy: settings.connection.proxy?.url,
    operationIdHeader: settings.profile.operationIdHeader?.toLowerCase(),
    redact: redactorFor(session, endpoint.attributes, body),
  };
}

/** The request for a page at an address that the service gave. */
export function requestAt(request: ServiceRequest, url: URL): ServiceRequest {
  return { ...request, url };
}

function bodyText({ settings }: ClientContext, { title, attributes }: ResourcePath, body: JsonObject): string {
  // Callers without types may hand in anything.
  if (!isJsonObject(body)) throw invalidCall(`the body of ${title}`, 'is no object', 'an object of its members');
  try {
    return JSON.stringify(toProfileNames(attributes, body, settings.profile));
  } catch {
    throw invalidCall(
      `the body of ${title}`,
      'cannot be written as JSON',
      'strings, numbers, truth values, lists and objects',
    );
  }
}

function redactorFor(
  { redact, settings }: ClientContext,
  attributes: Attributes,
  body: JsonObject | undefined,
): Redact {
  const values = isJsonObject(body) ? sensitiveValues(attributes, body) : [];
  return values.length === 0 ? redact : createRedactor([...settings.secrets, ...values]);
}

/** An identifier as one part of a path. `.` and `..` would name another path, an empty one the collection. */
function encodeSegment(title: string, id: string): string {
  const usable = typeof id === 'string' && id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
  if (!usable)
    throw invalidCall(`the identifier of ${title}`, 'is empty or not a name', 'the id that the service gave');
  return encodeURIComponent(id);
}
