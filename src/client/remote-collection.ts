import type { Attributes, Kind } from '../model/kind';
import { tryFindKind } from '../model/kinds';
import { markMembers } from '../model/marks';
import { toProfileBody } from '../model/profiles/profile-body';
import type { SubCollection } from '../model/sub-collections';
import { pluralize } from '../model/text';
import { isJsonObject, type JsonObject } from '../values/json';
import { listMarked } from '../values/marks';
import type { ClientContext } from './client-context';
import { invalidCall } from './errors/api-error';
import { createRedact, type Redact } from './redact';
import type { Method, ServiceRequest } from './request';

/** The objects of a kind, a sub-collection of one object, or a value of one object that is detached. */
export interface RemoteCollection {
  /** Display name of one object: `IP policy rule`. */
  readonly title: string;
  readonly path: string;
  /** Member of a list response that contains the objects. */
  readonly listKey: string;
  readonly attributes: Attributes;
  /** Member that identifies an object; part of its path. */
  readonly idMember: string;
  /** Object that owns a sub-collection. A 404 of a list or a create means that it does not exist. */
  readonly parentId?: string;
}

export function getCollection(name: string): { readonly kind: Kind; readonly collection: RemoteCollection } {
  const kind = tryFindKind(name);
  if (!kind) throw invalidCall('kind', `is '${name}'`, 'the name of a kind such as ip_policy');
  const { title, path, listKey, attributes } = kind;
  return { kind, collection: { title, path, listKey, attributes, idMember: 'id' } };
}

/** Throws an ApiError if the id of the parent cannot be in a path. */
export function getSubCollection(sub: SubCollection, parentId: string): RemoteCollection {
  const { collection, kind } = getCollection(sub.parent);
  const path = `${collection.path}/${encodeSegment(kind.title, parentId)}/${sub.segment}`;
  return {
    title: sub.title,
    path,
    listKey: sub.listKey,
    attributes: sub.attributes,
    idMember: sub.idMember,
    parentId,
  };
}

/**
 * `/reserved_domains/rd_1/certificate`. Throws an ApiError if the kind has no value that a DELETE of this path removes,
 * or if the id cannot be in a path.
 */
export function getDetachCollection(name: string, id: string, path: string): RemoteCollection {
  const { collection, kind } = getCollection(name);
  const paths = Object.values(kind.attributes).flatMap(({ detach }) => (detach ? [detach.path] : []));
  if (!paths.includes(path)) {
    const expected = paths.length > 0 ? paths.join(' or ') : `another call: ${kind.title} has no detachable value`;
    throw invalidCall('path', `is '${path}'`, expected);
  }
  const title = `${path.replaceAll('_', ' ')} of ${kind.title}`;
  return { ...collection, title, path: `${collection.path}/${encodeSegment(kind.title, id)}/${path}` };
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
export function buildRequest(context: ClientContext, collection: RemoteCollection, spec: RequestSpec): ServiceRequest {
  const { settings } = context;
  const { action, method, id, body, query = {} } = spec;
  const { title, parentId, attributes } = collection;
  const path = id === undefined ? collection.path : `${collection.path}/${encodeSegment(title, id)}`;
  const url = new URL(`${settings.origin}${settings.prefix}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const target = id ?? parentId;
  const noun = action === 'list' ? pluralize(title) : title;
  return {
    action,
    // The id that follows is the parent's.
    title: id === undefined && parentId !== undefined ? `${noun} of` : noun,
    ...(target !== undefined && { id: target }),
    method,
    url,
    ...(body !== undefined && { body: formatBody(context, collection, body) }),
    proxy: settings.connectionOptions.proxy?.url,
    operationIdHeader: settings.profile.operationIdHeader?.toLowerCase(),
    settingsSource: settings.settingsSource,
    redact: createRequestRedact(context, attributes, body),
  };
}

function formatBody({ settings }: ClientContext, { title, attributes }: RemoteCollection, body: JsonObject): string {
  // JavaScript callers may pass any value.
  if (!isJsonObject(body)) throw invalidCall(`the body of ${title}`, 'is not an object', 'an object of its members');
  try {
    return JSON.stringify(toProfileBody(attributes, body, settings.profile));
  } catch {
    const expected = 'strings, numbers, booleans, lists and objects';
    throw invalidCall(`the body of ${title}`, 'cannot be written as JSON', expected);
  }
}

function createRequestRedact(
  { redact, settings }: ClientContext,
  attributes: Attributes,
  body: JsonObject | undefined,
): Redact {
  const values = isJsonObject(body) ? listMarked(body, markMembers(attributes, body)) : [];
  return values.length === 0 ? redact : createRedact([...settings.secrets, ...values]);
}

/**
 * Throws for an id that would address something else (`.`, `..`, or the collection for an empty one), and for one that
 * cannot be encoded: half of a surrogate pair, or no string.
 */
function encodeSegment(title: string, id: string): string {
  const isValid = typeof id === 'string' && id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
  if (!isValid) throw invalidCall(`the id of ${title}`, 'is empty or malformed', 'an id from the service');
  return encodeURIComponent(id);
}
