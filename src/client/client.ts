/** The client: calls by kind name, and typed members for every kind that do the same. */
import { isJsonObject, type JsonObject } from '../model/json';
import { KINDS } from '../model/kinds';
import { fromProfileNames } from '../model/rename-members';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../model/sub-collections';
import type { EventSourceCalls, ServiceClient, ServiceObject } from './api';
import type { CallOptions, Collection, CreateOptions, ListOptions, Page } from './call-options';
import type { ClientContext } from './client-context';
import { collectionName } from './collection-name';
import { ApiError, invalidCall } from './errors/api-error';
import { parseResponse } from './errors/parse-response';
import { invalidResponse, unreadable } from './errors/response-error';
import type {
  Endpoint as BoundEndpoint,
  Collections,
  EventSource,
  EventSourceCreate,
  EventSourceUpdate,
} from './generated/types';
import { createInProcessTransport } from './http/fetch-transport';
import type { HttpResponse, ServiceRequest } from './http/request';
import { createTransport } from './http/transport';
import { type ClientOptions, resolveOptions } from './options';
import { listPages, listWhole, objectsOf } from './paging';
import { type Clock, createRateLimiter } from './rate-limit/rate-limiter';
import { createRedactor } from './redact';
import {
  buildRequest,
  endpointOfKind,
  endpointOfValue,
  type Purpose,
  type ResourcePath,
  subCollectionPath,
} from './resource-path';
import { send } from './send';

/** The service, with a typed member per kind: `client.ipPolicies.create({ description: 'office' })`. */
export interface Client extends ServiceClient, Collections {
  /** The endpoints bound to a Kubernetes operator; only paging can be asked for. */
  boundEndpoints(
    operatorId: string,
    options?: Omit<ListOptions, 'filter'>,
    call?: CallOptions,
  ): AsyncIterableIterator<BoundEndpoint>;
  /** Calls of the event sources of a subscription. */
  readonly eventSources: EventSourceCalls<EventSource, EventSourceCreate, EventSourceUpdate>;
}

/**
 * Connections, and so requests under way at one time. More than a Terraform run needs (ten operations at once, a few
 * times that where somebody raised it), and few enough to stay under a service's limit of simultaneous requests.
 */
const connections = 32;

/** Largest response body, in bytes: hundreds of times a page of 100 objects at their limits. */
const MAX_RESPONSE_SIZE = 64 * 1024 * 1024;

const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** A client for the service; sends nothing by itself. Throws an {@link ApiError} when an option cannot be used. */
export function createClient(options: ClientOptions): Client {
  const closing = new AbortController();
  const { session, serviceTime } = createSession(options, closing.signal);
  const { settings, transport } = session;
  const generic: ServiceClient = {
    baseUrl: `${settings.origin}${settings.prefix}`,
    profile: settings.profile,
    ...kindCalls(session),
    boundEndpoints: (operatorId, list = {}, call = {}) =>
      objectsOf(
        deferred(() => listPages(session, subCollectionPath(BOUND_ENDPOINTS, operatorId), list, call)),
      ) as ServiceObjects,
    eventSources: eventSourceCalls(session),
    serviceTime,
    rateUse() {
      const { ms, refusals } = session.budget.held();
      return { perMinute: settings.maxRequestsPerMinute, throttledMs: ms, rejections429: refusals };
    },
    errorOf: (caught) => ApiError.from(caught, session.redact),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
  // The generated types describe what the calls by name answer for each kind; nothing is converted in between.
  return Object.assign(generic, collections(generic)) as unknown as Client;
}

type ServiceObjects = AsyncGenerator<ServiceObject, void, undefined>;

function createSession(
  options: ClientOptions,
  closing: AbortSignal,
): { session: ClientContext; serviceTime: () => number | undefined } {
  const settings = resolveOptions(options);
  const { fetch, onEvent, signal } = options;
  let calls = 0;
  let clock: { readonly service: number; readonly here: number } | undefined;
  const session: ClientContext = {
    settings,
    transport: fetch
      ? createInProcessTransport(fetch, MAX_RESPONSE_SIZE)
      : createTransport({
          origin: settings.origin,
          connections,
          connection: settings.connection,
          maxResponseSize: MAX_RESPONSE_SIZE,
        }),
    budget: createRateLimiter({ perWindow: settings.maxRequestsPerMinute, concurrent: connections }, systemClock),
    redact: createRedactor(settings.secrets),
    signals: signal ? [closing, signal] : [closing],
    random: () => Math.random(),
    nextCall: () => ++calls,
    tell(event) {
      try {
        onEvent?.(event);
      } catch {
        // Said in the option's documentation: a log that fails must not lose the answer to a create.
      }
    },
    noteTime(date) {
      const service = Date.parse(date ?? '');
      if (!Number.isNaN(service)) clock = { service, here: performance.now() };
    },
  };
  return { session, serviceTime: () => clock && clock.service + performance.now() - clock.here };
}

type KindCalls = Pick<ServiceClient, 'create' | 'get' | 'update' | 'delete' | 'detach' | 'list' | 'pages'>;

function kindCalls(session: ClientContext): KindCalls {
  const pages = (
    name: string,
    options: ListOptions,
    call: CallOptions,
  ): AsyncGenerator<Page<ServiceObject>, void, undefined> =>
    deferred(() => {
      const { kind, endpoint } = endpointOfKind(name);
      if (options.filter !== undefined && !kind.listFilter) {
        throw invalidCall(
          'filter',
          `is set for the list of ${kind.title}, which takes none`,
          'no filter; choose from the objects listed',
        );
      }
      return listPages(session, endpoint, options, call) as AsyncGenerator<Page<ServiceObject>, void, undefined>;
    });
  return {
    create: async (kind, body, call = {}) => createAt(session, endpointOfKind(kind).endpoint, body, call),
    get: async (kind, id, call = {}) => getAt(session, endpointOfKind(kind).endpoint, id, call),
    update: async (kind, id, body, call = {}) => {
      const { endpoint } = endpointOfKind(kind);
      if (isJsonObject(body) && Object.values(body).every((value) => value === undefined)) {
        throw invalidCall(`the update of ${endpoint.title}`, 'is empty', 'at least one member to change');
      }
      return updateAt(session, endpoint, id, body, call);
    },
    delete: async (kind, id, call = {}) => deleteAt(session, endpointOfKind(kind).endpoint, id, call),
    detach: async (kind, id, path, call = {}) => {
      const endpoint = endpointOfValue(kind, id, path);
      const request = buildRequest(session, endpoint, { action: 'detach', method: 'DELETE' });
      return sendDelete(session, { ...request, id }, endpoint.identity, call);
    },
    pages: (kind, options = {}, call = {}) => pages(kind, options, call),
    list: (kind, options = {}, call = {}) => objectsOf(pages(kind, options, call)),
  };
}

function eventSourceCalls(session: ClientContext): EventSourceCalls {
  const at = (subscriptionId: string): ResourcePath => subCollectionPath(EVENT_SOURCES, subscriptionId);
  return {
    list: async (subscriptionId, call = {}) => listWhole(session, at(subscriptionId), call),
    get: async (subscriptionId, type, call = {}) => getAt(session, at(subscriptionId), type, call),
    create: async (subscriptionId, body, call = {}) => createAt(session, at(subscriptionId), body, call),
    update: async (subscriptionId, type, body, call = {}) => updateAt(session, at(subscriptionId), type, body, call),
    delete: async (subscriptionId, type, call = {}) => deleteAt(session, at(subscriptionId), type, call),
  };
}

function collections(client: ServiceClient): Record<string, Collection<JsonObject, JsonObject, JsonObject>> {
  const entries = KINDS.map((kind) => {
    const collection: Collection<JsonObject, JsonObject, JsonObject> = {
      create: (body, call) => client.create(kind.name, body, call),
      get: (id, call) => client.get(kind.name, id, call),
      update: (id, body, call) => client.update(kind.name, id, body, call),
      delete: (id, call) => client.delete(kind.name, id, call),
      list: (options, call) => client.list(kind.name, options, call),
      pages: (options, call) => client.pages(kind.name, options, call),
    };
    return [collectionName(kind), collection] as const;
  });
  return Object.fromEntries(entries);
}

function createAt(
  session: ClientContext,
  endpoint: ResourcePath,
  body: JsonObject,
  { acceptResponse, ...call }: CreateOptions,
): Promise<ServiceObject> {
  return objectAnswer(session, endpoint, { action: 'create', method: 'POST', body }, call, acceptResponse);
}

function getAt(session: ClientContext, endpoint: ResourcePath, id: string, call: CallOptions): Promise<ServiceObject> {
  return objectAnswer(session, endpoint, { action: 'read', method: 'GET', id }, call);
}

function updateAt(
  session: ClientContext,
  endpoint: ResourcePath,
  id: string,
  body: JsonObject,
  call: CallOptions,
): Promise<ServiceObject> {
  return objectAnswer(session, endpoint, { action: 'update', method: 'PATCH', id, body }, call);
}

async function deleteAt(session: ClientContext, endpoint: ResourcePath, id: string, call: CallOptions): Promise<void> {
  const request = buildRequest(session, endpoint, { action: 'delete', method: 'DELETE', id });
  await sendDelete(session, request, endpoint.identity, call);
}

async function sendDelete(
  session: ClientContext,
  request: ServiceRequest,
  identity: string,
  call: CallOptions,
): Promise<void> {
  const answer = await send(session, request, call);
  if (answer.body.length === 0) return;
  // A page of HTML with a status of success is somebody else's answer, and the object is still there.
  const read = parseResponse(answer, request.redact);
  if ('found' in read) throw unreadable(request, answer, read);
  // Likewise an answer that names another object than the one that was to go.
  const name = read.object[identity];
  if (typeof name === 'string' && name !== request.id) throw aboutAnother(request, answer, name);
}

function aboutAnother(request: ServiceRequest, answer: HttpResponse, name: string): ApiError {
  return invalidResponse(request, answer, `is about another object, ${request.redact(name)}`);
}

async function objectAnswer(
  session: ClientContext,
  endpoint: ResourcePath,
  purpose: Purpose,
  call: CallOptions,
  acceptResponse: NonNullable<CreateOptions['acceptResponse']> = () => true,
): Promise<ServiceObject> {
  const request = buildRequest(session, endpoint, purpose);
  const answer = await send(session, request, call);
  const read = parseResponse(answer, request.redact);
  if ('found' in read) throw unreadable(request, answer, read);
  const name = read.object[endpoint.identity];
  if (typeof name !== 'string' || name === '') {
    throw invalidResponse(request, answer, `has no '${endpoint.identity}'`);
  }
  if (purpose.id !== undefined && purpose.id !== name) {
    throw aboutAnother(request, answer, name);
  }
  const object = fromProfileNames(endpoint.attributes, read.object, session.settings.profile) as ServiceObject;
  if (!acceptResponse(object)) throw aboutAnother(request, answer, name);
  return object;
}

/** An iterator whose making may throw: like every other failure, that rejects its first step. */
async function* deferred<Item>(
  make: () => AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  yield* make();
}
