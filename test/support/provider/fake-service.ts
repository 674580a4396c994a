/** A fake client with its service: it stores objects, and the test chooses the outcome of each create. */
import type { ServiceClient, ServiceObject } from '../../../src/client/api';
import type { CreateOptions } from '../../../src/client/call-options';
import { ApiError, type ApiErrorFields } from '../../../src/client/errors/api-error';
import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { PROFILES } from '../../../src/model/profiles';
import type { Json, JsonObject } from '../../../src/values/json';

export type Fate =
  /** Done, with a response. */
  | 'done'
  /** Done, but the response is lost. */
  | 'done_and_lost'
  /** Done, and the response is about the object of the kind that was added first. */
  | 'wrong_object'
  /** Lost on its way: nothing is done. */
  | 'lost'
  /** Refused, because an object with this key exists. */
  | 'conflict'
  /** Refused with 409 and no code, because the account has as many objects as it may. */
  | 'limit'
  /** Refused for another reason. */
  | 'refused';

export interface FakeService {
  readonly client: ServiceClient;
  /** The last added first. */
  readonly objects: ServiceObject[];
  /** The calls of the client, in order: `create ip_policy`, `list ip_policy`. */
  readonly asked: string[];
  /** Fates of the next creates; `done` once they are used up. */
  fates: Fate[];
  /** The error of every list and read; undefined if they succeed. */
  broken: ApiError | undefined;
  /** The service's clock, ms since 1970. */
  now: number;
  /**
   * Called after a create was done, lost or refused, and before the call returns. The object is undefined if it was not
   * created.
   */
  beforeResponse: (object: ServiceObject | undefined) => Promise<void> | void;
  /** Adds an object that another client created `age` ms ago. */
  add(kind: string, body: JsonObject, age?: number): ServiceObject;
}

/** An error as the client throws it. */
export function serviceError(message: string, fields: Partial<ApiErrorFields>): ApiError {
  return new ApiError(message, { category: 'api', deliveryStatus: 'yes', sideEffect: 'no_effect', ...fields });
}

/** The connection broke after the request was sent. */
const brokenConnection = serviceError('Cannot reach the service: the connection broke.', {
  category: 'network',
  deliveryStatus: 'maybe',
  sideEffect: 'unknown',
});

const wrongObject = serviceError('Cannot create it: the response is about another object.', {
  category: 'invalid_response',
  status: 201,
  sideEffect: 'unknown',
});

function conflictOf(kind: string): ApiError {
  const { conflictStatus: status = 409, errorCodes } = getKind(kind);
  if (errorCodes.duplicate === undefined) throw new Error(`${kind} has no key, so no create is a conflict`);
  const code = `ERR_${errorCodes.duplicate}`;
  return serviceError(`Cannot create it: the service returned ${status} ${code}: exists already.`, { status, code });
}

function findRefusal(kind: string, fate: Fate): ApiError | undefined {
  if (fate === 'conflict') return conflictOf(kind);
  if (fate === 'limit') return serviceError('Cannot create it: 409: the limit is 1.', { status: 409 });
  return fate === 'refused' ? serviceError('Cannot create it: 400 ERR_215.', { status: 400 }) : undefined;
}

export function createFakeService(): FakeService {
  let made = 0;
  const unused = (): never => {
    throw new Error('The fake service was asked for something that no test expects');
  };
  const objectsOf = (kind: string): ServiceObject[] =>
    service.objects.filter(({ id }) => id.startsWith(`${getKind(kind).idPrefix}_`));
  const service: FakeService = {
    objects: [],
    asked: [],
    fates: [],
    broken: undefined,
    now: Date.UTC(2026, 0, 1),
    beforeResponse: () => undefined,
    add(kind, body, age = 0) {
      made += 1;
      const object = {
        ...responseBody(getKind(kind), body),
        id: `${getKind(kind).idPrefix}_${made}`,
        created_at: new Date(service.now - age).toISOString(),
      };
      service.objects.unshift(object);
      return object;
    },
    client: {
      baseUrl: 'https://service.test',
      profile: PROFILES.spec,
      async create(kind, body, { stop, acceptResponse = () => true }: CreateOptions = {}) {
        service.asked.push(`create ${kind}`);
        if (stop?.aborted)
          throw serviceError('The call was ended.', {
            category: 'aborted',
            deliveryStatus: 'no',
            sideEffect: 'not_sent',
          });
        const fate = service.fates.shift() ?? 'done';
        const done: readonly Fate[] = ['done', 'done_and_lost', 'wrong_object'];
        const object = done.includes(fate) ? service.add(kind, body) : undefined;
        await service.beforeResponse(object);
        const refusal = findRefusal(kind, fate);
        if (refusal) throw refusal;
        if (object === undefined || fate === 'done_and_lost') throw brokenConnection;
        const response = fate === 'done' ? object : (objectsOf(kind).at(-1) ?? object);
        if (!acceptResponse(response)) throw wrongObject;
        return response;
      },
      async *list(kind) {
        service.asked.push(`list ${kind}`);
        if (service.broken) throw service.broken;
        yield* objectsOf(kind);
      },
      async *pages(kind) {
        service.asked.push(`page of ${kind}`);
        if (service.broken) throw service.broken;
        yield { objects: objectsOf(kind), uri: '', nextPageUri: null };
      },
      async get(kind, id) {
        service.asked.push(`get ${kind}`);
        if (service.broken) throw service.broken;
        const found = service.objects.find((object) => object.id === id);
        if (!found) throw serviceError(`${id} does not exist.`, { status: 404, notFound: true });
        return found;
      },
      serviceTime: () => service.now,
      rateLimitUsage: () => ({ perMinute: undefined, throttledMs: 0, rejections429: 0 }),
      update: unused,
      detach: unused,
      delete: unused,
      boundEndpoints: unused,
      eventSources: { list: unused, get: unused, create: unused, update: unused, delete: unused },
      toApiError: unused,
      close: unused,
    },
  };
  return service;
}

/** References are returned as `{id, uri}` instead of the id. */
function responseBody(kind: Kind, body: JsonObject): JsonObject {
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    const attribute = kind.attributes[name];
    if (!attribute || !('ref' in attribute) || !attribute.ref) return [name, value ?? null];
    const refOf = (id: Json): Json => ({ id, uri: '' });
    return [attribute.ref.responseName, Array.isArray(value) ? (value as Json[]).map(refOf) : refOf(value ?? null)];
  });
  return Object.fromEntries(entries);
}
