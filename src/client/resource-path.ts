/** Builds requests: paths, the profile's member names, bodies. */
import { isJsonObject, type JsonObject } from '../model/json';
import type { Attributes, Kind } from '../model/kind';
import { tryFindKind } from '../model/kinds';
import { toProfileNames } from '../model/rename-members';
import type { SubCollection } from '../model/sub-collections';
import type { ClientContext } from './client-context';
import { invalidCall } from './errors/api-error';
import type { Method, ServiceRequest } from './http/request';
import { createRedact, type Redact, sensitiveValues } from './redact';

/** A collection of objects: those of a kind, or a sub-collection of one object. */
export interface ResourcePath {
  readonly typeName: string;
  /** Below the base URL, with leading slash. */
  readonly path: string;
  readonly listKey: string;
  readonly attributes: Attributes;
  readonly identity: string;
  /** Object that owns a sub-collection; a 404 means that this object does not exist. */
  readonly parentId?: string;
}

export function kindPath(name: string): { readonly kind: Kind; readonly resource: ResourcePath } {
  const kind = tryFindKind(name);
  if (!kind) throw invalidCall('kind', `is '${name}'`, 'the name of a kind such as ip_policy');
  const { title, path, listKey, attributes } = kind;
  return { kind, resource: { typeName: title, path, listKey, attributes, identity: 'id' } };
}

export function subCollectionPath(sub: SubCollection, parentId: string): ResourcePath {
  const { resource, kind } = kindPath(sub.parent);
  const path = `${resource.path}/${encodeSegment(kind.title, parentId)}/${sub.segment}`;
  return {
    typeName: sub.title,
    path,
    listKey: sub.listKey,
    attributes: sub.attributes,
    identity: sub.identity,
    parentId,
  };
}

/** Throws an ApiError if `path` is not a detachable value of the kind. */
export function detachPath(name: string, id: string, path: string): ResourcePath {
  const { resource, kind } = kindPath(name);
  const paths = Object.values(kind.attributes).flatMap(({ detach }) => (detach ? [detach.path] : []));
  if (!paths.includes(path)) {
    const expected = paths.length > 0 ? paths.join(' or ') : `another call: ${kind.title} has no detachable value`;
    throw invalidCall('path', `is '${path}'`, expected);
  }
  const typeName = `${path.replaceAll('_', ' ')} of ${kind.title}`;
  return { ...resource, typeName, path: `${resource.path}/${encodeSegment(kind.title, id)}/${path}` };
}

export interface RequestSpec {
  /** Completes `Cannot …` in messages. */
  readonly action: string;
  readonly method: Method;
  readonly id?: string;
  readonly body?: JsonObject;
  readonly query?: Readonly<Record<string, string>>;
}

/** Throws an ApiError if the id or the body cannot be sent. */
export function buildRequest(context: ClientContext, resource: ResourcePath, spec: RequestSpec): ServiceRequest {
  const { settings } = context;
  const { action, method, id, body, query = {} } = spec;
  const { typeName, parentId, attributes } = resource;
  const path = id === undefined ? resource.path : `${resource.path}/${encodeSegment(typeName, id)}`;
  const url = new URL(`${settings.origin}${settings.prefix}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const target = id ?? parentId;
  return {
    action,
    typeName: id === undefined && parentId !== undefined ? `${typeName} of` : typeName,
    ...(target !== undefined && { id: target }),
    method,
    url,
    ...(body !== undefined && { body: formatBody(context, resource, body) }),
    proxy: settings.connectionOptions.proxy?.url,
    operationIdHeader: settings.profile.operationIdHeader?.toLowerCase(),
    redact: createRequestRedact(context, attributes, body),
  };
}

function formatBody({ settings }: ClientContext, { typeName, attributes }: ResourcePath, body: JsonObject): string {
  // JavaScript callers may pass any value.
  if (!isJsonObject(body)) throw invalidCall(`the body of ${typeName}`, 'is not an object', 'an object of its members');
  try {
    return JSON.stringify(toProfileNames(attributes, body, settings.profile));
  } catch {
    const expected = 'strings, numbers, booleans, lists and objects';
    throw invalidCall(`the body of ${typeName}`, 'cannot be written as JSON', expected);
  }
}

function createRequestRedact(
  { redact, settings }: ClientContext,
  attributes: Attributes,
  body: JsonObject | undefined,
): Redact {
  const values = isJsonObject(body) ? sensitiveValues(attributes, body) : [];
  return values.length === 0 ? redact : createRedact([...settings.secrets, ...values]);
}

/** `.` and `..` would address another path, an empty id the collection. */
function encodeSegment(typeName: string, id: string): string {
  const isValid = typeof id === 'string' && id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
  if (!isValid) throw invalidCall(`the id of ${typeName}`, 'is empty or malformed', 'an id from the service');
  return encodeURIComponent(id);
}
