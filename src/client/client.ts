import type { Kind } from '../model/kind';
import { KINDS, READ_ONLY_KINDS } from '../model/kinds';
import { camelCase } from '../model/naming';
import { fromProfileBody } from '../model/profiles/profile-body';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../model/sub-collections';
import { isJsonObject, type JsonObject } from '../values/json';
import type { EventSourceCalls, ServiceClient, ServiceObject } from './api';
import type { CallOptions, Collection, CreateOptions, ListOptions, Page, ReadOnlyCollection } from './call-options';
import type { ClientContext } from './client-context';
import { ApiError, invalidCall, otherKind } from './errors/api-error';
import { invalidResponse, parseObject } from './errors/response-error';
import type { Collections, Endpoint, EventSource, EventSourceCreate, EventSourceUpdate } from './generated/types';
import { createFetchTransport } from './http/fetch-transport';
import { createTransport } from './http/transport';
import { type ClientOptions, resolveOptions } from './options';
import { listAll, listPages, objectsOf } from './paging';
import { createRateLimiter } from './rate-limit/rate-limiter';
import { createRedact } from './redact';
import {
  buildRequest,
  getCollection,
  getDetachCollection,
  getSubCollection,
  type RemoteCollection,
  type RequestSpec,
} from './remote-collection';
import type { ServiceRequest, ServiceResponse } from './request';
import { send } from './send';

/** The service, with a typed member for each kind: `client.ipPolicies.create({ description: 'office' })`. */
export interface Client extends ServiceClient, Collections {
  /** Iterates over the endpoints bound to a Kubernetes operator; the service supports paging but no filter. */
  boundEndpoints(
    operatorId: string,
    options?: Omit<ListOptions, 'filter'>,
    call?: CallOptions,
  ): AsyncIterableIterator<Endpoint>;
  /** Calls for the event sources of subscriptions. */
  readonly eventSources: EventSourceCalls<EventSource, EventSourceCreate, EventSourceUpdate>;
}

/**
 * Connections, and so requests in flight: a few times the ten operations that Terraform runs at once by default. The
 * service limits simultaneous requests, but publishes no number (docs/internals/gaps.md 1.7); after a 429 the rate
 * limiter allows fewer.
 */
const MAX_CONNECTIONS = 32;

/**
 * Chosen, since the specification limits no response: some 150 times a page of 100 objects with the longest description
 * and metadata.
 */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

const CREATE = { action: 'create', method: 'POST' } as const;
const READ = { action: 'read', method: 'GET' } as const;
const UPDATE = { action: 'update', method: 'PATCH' } as const;
const DELETE = { action: 'delete', method: 'DELETE' } as const;

/**
 * Creates a client for the service. Sends nothing before the first call. Throws an {@link ApiError} of the category
 * `invalid_call` if an option is invalid.
 */
export function createClient(options: ClientOptions): Client {
  const closing = new AbortController();
  const { serviceTime, ...context } = createContext(options, closing.signal);
  const { settings, transport, rateLimiter } = context;
  const generic: ServiceClient = {
    baseUrl: `${settings.origin}${settings.prefix}`,
    profile: settings.profile,
    ...kindCalls(context),
    // A generator: an invalid id rejects the first `next()`, in place of throwing here.
    async *boundEndpoints(operatorId, list = {}, call = {}) {
      yield* objectsOf(objectPages(context, getSubCollection(BOUND_ENDPOINTS, operatorId), list, call));
    },
    eventSources: eventSourceCalls(context),
    serviceTime,
    rateLimitUsage: rateLimiter.usage,
    toApiError: (caught) => ApiError.from(caught, context.redact),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
  // The generated types describe what the calls by kind name return; no value is converted.
  return Object.assign(generic, collections(generic)) as unknown as Client;
}

function createContext(
  options: ClientOptions,
  closing: AbortSignal,
): ClientContext & Pick<ServiceClient, 'serviceTime'> {
  const settings = resolveOptions(options);
  const { origin, connectionOptions, secrets, maxRequestsPerMinute } = settings;
  const { fetch, onEvent, signal } = options;
  let calls = 0;
  let lastDate: { readonly serviceTime: number; readonly receivedAt: number } | undefined;
  return {
    settings,
    transport: fetch
      ? createFetchTransport(fetch, MAX_RESPONSE_BYTES)
      : createTransport({
          origin,
          maxConnections: MAX_CONNECTIONS,
          connectionOptions,
          maxResponseSize: MAX_RESPONSE_BYTES,
        }),
    rateLimiter: createRateLimiter({ perWindow: maxRequestsPerMinute, concurrent: MAX_CONNECTIONS }),
    redact: createRedact(secrets),
    signals: signal ? [closing, signal] : [closing],
    random: () => Math.random(),
    reachability: { gaveUp: false },
    nextCallId: () => ++calls,
    emit(event) {
      try {
        onEvent?.(event);
      } catch {
        // A logger that throws must not lose the response to a create.
      }
    },
    recordServerTime(date) {
      const serviceTime = Date.parse(date ?? '');
      if (!Number.isNaN(serviceTime)) lastDate = { serviceTime, receivedAt: performance.now() };
    },
    serviceTime: () => (lastDate ? lastDate.serviceTime + performance.now() - lastDate.receivedAt : Date.now()),
  };
}

/** Every object of a kind and every bound endpoint has an id, which `listPages` checks. */
const objectPages = listPages as (
  ...args: Parameters<typeof listPages>
) => AsyncGenerator<Page<ServiceObject>, void, undefined>;

type KindCalls = Pick<ServiceClient, 'create' | 'get' | 'update' | 'delete' | 'detach' | 'list' | 'pages'>;

function kindCalls(context: ClientContext): KindCalls {
  // A generator: an invalid argument rejects the first `next()`, in place of throwing here.
  const pages: KindCalls['pages'] = async function* (name, options = {}, call = {}) {
    const { kind, collection } = getCollection(name);
    if (options.filter !== undefined && !kind.listFilter) {
      const problem = `is not supported by the list of ${kind.title}`;
      throw invalidCall('filter', problem, 'no filter; filter the returned objects');
    }
    yield* objectPages(context, collection, selectKind(kind, options), call);
  };
  return {
    create: async (name, body, { acceptResponse, ...call } = {}) => {
      const { kind, collection } = getCollection(name);
      const { listedWhere } = kind;
      const sent = listedWhere ? { ...body, [listedWhere.attribute]: listedWhere.value } : body;
      return requestObject(context, collection, { ...CREATE, body: sent }, call, acceptResponse);
    },
    get: async (name, id, call = {}) => {
      const { kind, collection } = getCollection(name);
      const object = await requestObject(context, collection, { ...READ, id }, call);
      const { listedWhere } = kind;
      if (!listedWhere || object[listedWhere.attribute] === listedWhere.value) return object;
      throw otherKind(kind.title, listedWhere, id, String(object[listedWhere.attribute]));
    },
    update: async (kind, id, body, call = {}) => {
      const { collection } = getCollection(kind);
      if (isJsonObject(body) && Object.values(body).every((value) => value === undefined)) {
        throw invalidCall(`the update of ${collection.title}`, 'is empty', 'at least one member to change');
      }
      return requestObject(context, collection, { ...UPDATE, id, body }, call);
    },
    delete: async (kind, id, call = {}) => deleteObject(context, getCollection(kind).collection, id, call),
    detach: async (kind, id, path, call = {}) => {
      const collection = getDetachCollection(kind, id, path);
      const request = buildRequest(context, collection, { action: 'detach', method: 'DELETE' });
      return sendDelete(context, { ...request, id }, collection.idMember, call);
    },
    pages,
    list: (kind, options, call) => objectsOf(pages(kind, options, call)),
  };
}

/** Adds a filter if the list has objects of other kinds too: for cloud endpoints `obj.type == "cloud"`. */
function selectKind({ listedWhere }: Kind, options: ListOptions): ListOptions {
  if (!listedWhere) return options;
  const selection = `obj.${listedWhere.attribute} == ${JSON.stringify(listedWhere.value)}`;
  return { ...options, filter: options.filter === undefined ? selection : `(${options.filter}) && ${selection}` };
}

function eventSourceCalls(context: ClientContext): EventSourceCalls {
  const sourcesOf = (subscriptionId: string): RemoteCollection => getSubCollection(EVENT_SOURCES, subscriptionId);
  return {
    list: async (subscriptionId, call = {}) => listAll(context, sourcesOf(subscriptionId), call),
    get: async (subscriptionId, id, call = {}) =>
      requestObject(context, sourcesOf(subscriptionId), { ...READ, id }, call),
    create: async (subscriptionId, body, call = {}) =>
      requestObject(context, sourcesOf(subscriptionId), { ...CREATE, body }, call),
    update: async (subscriptionId, id, body, call = {}) =>
      requestObject(context, sourcesOf(subscriptionId), { ...UPDATE, id, body }, call),
    delete: async (subscriptionId, id, call = {}) => deleteObject(context, sourcesOf(subscriptionId), id, call),
  };
}

function collections(client: ServiceClient): Record<string, ReadOnlyCollection<JsonObject>> {
  const entries = [...KINDS, ...READ_ONLY_KINDS].map(({ name, plural, readOnly }) => {
    const reads: ReadOnlyCollection<JsonObject> = {
      get: (id, call) => client.get(name, id, call),
      list: (options, call) => client.list(name, options, call),
      pages: (options, call) => client.pages(name, options, call),
    };
    const writes: Omit<Collection<JsonObject, JsonObject, JsonObject>, keyof typeof reads> = {
      create: (body, call) => client.create(name, body, call),
      update: (id, body, call) => client.update(name, id, body, call),
      delete: (id, call) => client.delete(name, id, call),
    };
    return [camelCase(plural), readOnly ? reads : { ...reads, ...writes }] as const;
  });
  return Object.fromEntries(entries);
}

async function requestObject(
  context: ClientContext,
  collection: RemoteCollection,
  spec: RequestSpec,
  call: CallOptions,
  acceptResponse: NonNullable<CreateOptions['acceptResponse']> = () => true,
): Promise<ServiceObject> {
  const request = buildRequest(context, collection, spec);
  const response = await send(context, request, call);
  const body = parseObject(request, response);
  const id = body[collection.idMember];
  if (typeof id !== 'string' || id === '') throw invalidResponse(request, response, `has no '${collection.idMember}'`);
  if (spec.id !== undefined && spec.id !== id) throw otherObject(request, response, id);
  const object = fromProfileBody(collection.attributes, body, context.settings.profile) as ServiceObject;
  if (!acceptResponse(object)) throw otherObject(request, response, id);
  return object;
}

async function deleteObject(
  context: ClientContext,
  collection: RemoteCollection,
  id: string,
  call: CallOptions,
): Promise<void> {
  await sendDelete(context, buildRequest(context, collection, { ...DELETE, id }), collection.idMember, call);
}

async function sendDelete(
  context: ClientContext,
  request: ServiceRequest,
  idMember: string,
  call: CallOptions,
): Promise<void> {
  const response = await send(context, request, call);
  if (response.body.length === 0) return;
  // A proxy may respond 200 with an HTML page, or with another object. Then it is unknown whether the object was
  // deleted.
  const id = parseObject(request, response)[idMember];
  if (typeof id === 'string' && id !== request.id) throw otherObject(request, response, id);
}

function otherObject(request: ServiceRequest, response: ServiceResponse, id: string): ApiError {
  return invalidResponse(request, response, `is about another object, ${request.redact(id)}`);
}
