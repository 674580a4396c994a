/**
 * Finds the operation of a request by its method and the shape of its path, in which `*` stands for an id:
 *
 *     GET /event_subscriptions/esb_1/sources/tcp_connection_closed.v0
 *     -> the collection /event_subscriptions, the id esb_1, the member tcp_connection_closed.v0,
 *        and the operation `event_subscription.sources.get` of GET with two ids
 */
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { isKindIn, kindIn, type Profile } from '../../model/profiles';
import { getKindHooks } from '../service/kinds';
import { CONTROL_KINDS } from '../service/kinds/endpoint';
import { deleteObject } from '../service/objects/delete';
import { PAGING_PARAMETERS } from '../service/objects/pagination';
import { getObject, listObjects } from '../service/objects/read';
import {
  createSource,
  deleteSource,
  getSource,
  listBoundEndpoints,
  listDetachOperations,
  listSecrets,
  listSources,
  updateSource,
} from '../service/objects/sub-collections';
import { performCreate, performUpdate } from '../service/objects/write';
import type { OperationInput, OperationResult, Perform, RequestContext } from '../service/state/request-context';
import { tryFind } from '../service/state/store';

export interface Operation {
  /** `ip_policy.get`; with what follows the id in the path: `vault.secrets.list`, `domain.certificate.delete`. */
  readonly name: string;
  /** That of the collection in the path: `vault` also of `vault.secrets.list`. */
  readonly kind: string;
  /** The kind of the objects that it lists below an object of `kind`: `secret` of `vault.secrets.list`. */
  readonly listed?: string;
  readonly isPaged: boolean;
  readonly takesBody: boolean;
  readonly writes: boolean;
  readonly parameters: readonly string[];
  readonly repeatableParameters: readonly string[];
  perform(context: RequestContext, input: OperationInput): OperationResult | Promise<OperationResult>;
}

export interface Route {
  readonly operation: Operation;
  readonly id: string;
  /** The second id of the path, such as that of a source; empty without one. */
  readonly member: string;
}

/** By `<method> <shape>`: the shape is the path below that of the collection, with `*` for each id. */
type Operations = ReadonlyMap<string, Operation>;

type Row = readonly [method: string, shape: string, verb: string, perform: Perform, paged?: 'paged', listed?: string];

const SUB_COLLECTIONS: Readonly<Record<string, readonly Row[]>> = {
  kubernetes_operator: [['GET', '/*/bound_endpoints', 'bound_endpoints.list', listBoundEndpoints, 'paged']],
  vault: [['GET', '/*/secrets', 'secrets.list', listSecrets, 'paged', 'secret']],
  event_subscription: [
    ['GET', '/*/sources', 'sources.list', listSources],
    ['POST', '/*/sources', 'sources.create', createSource],
    ['GET', '/*/sources/*', 'sources.get', getSource],
    ['PATCH', '/*/sources/*', 'sources.update', updateSource],
    ['DELETE', '/*/sources/*', 'sources.delete', deleteSource],
  ],
};

/** `isReadOnly`: without creates and updates, and with DELETE only if the kind has `endedByDelete`. */
function createOperations(kind: Kind, isReadOnly = false): Operations {
  const { listSelectors: selectors = [] } = getKindHooks(kind);
  const listParameters = [...PAGING_PARAMETERS, ...(kind.listFilter ? ['filter'] : []), ...selectors];
  const reads: readonly Row[] = [
    ['GET', '', 'list', listObjects, 'paged'],
    ['GET', '/*', 'get', getObject],
  ];
  const writes: readonly Row[] = [
    ['POST', '', 'create', performCreate],
    ['PATCH', '/*', 'update', performUpdate],
    ['DELETE', '/*', 'delete', deleteObject],
  ];
  const table: readonly Row[] = [
    ...reads,
    ...(isReadOnly ? writes.filter(([method]) => method === 'DELETE' && kind.endedByDelete) : writes),
    ...(SUB_COLLECTIONS[kind.name] ?? []),
    ...listDetachOperations(kind).map(({ path, perform }): Row => ['DELETE', `/*/${path}`, `${path}.delete`, perform]),
  ];
  return new Map(
    table.map(([method, shape, verb, perform, paged, listed]) => {
      const isPaged = paged !== undefined;
      const operation: Operation = {
        name: `${kind.name}.${verb}`,
        kind: kind.name,
        ...(listed !== undefined && { listed }),
        isPaged,
        takesBody: method === 'POST' || method === 'PATCH',
        writes: method !== 'GET',
        parameters: verb === 'list' ? listParameters : isPaged ? PAGING_PARAMETERS : [],
        repeatableParameters: verb === 'list' ? selectors : [],
        perform: (context, input) => perform(context, kindIn(kind, context.state.profile), input),
      };
      return [`${method} ${shape}`, operation];
    }),
  );
}

type Collection = readonly [kind: Kind, operations: Operations];

const SERVED = new Map<string, Collection>(KINDS.map(createCollection));

const OLDER = new Map<string, Collection>(
  KINDS.flatMap((kind) =>
    kind.olderCollection ? [createCollection({ ...kind, ...kind.olderCollection, listFilter: false })] : [],
  ),
);

function createCollection(kind: Kind): [path: string, Collection] {
  return [kind.path, [kind, createOperations(kind)]];
}

const CONTROLLED = new Map<string, Operations>(CONTROL_KINDS.map((kind) => [kind.path, createOperations(kind)]));

/** What the service itself has for the kinds that only the controls create and that share no path with another kind. */
const READ_ONLY = new Map<string, Collection>(
  CONTROL_KINDS.filter(({ path }) => !SERVED.has(path)).map((kind) => [
    kind.path,
    [kind, createOperations(kind, true)],
  ]),
);

const COLLECTION_PATHS: ReadonlySet<string> = new Set([...SERVED.keys(), ...READ_ONLY.keys()]);

/** By name, without those that only the controls have. Older collections have the same names. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [...SERVED.values(), ...READ_ONLY.values()].flatMap(([, operations]) =>
    [...operations.values()].map((operation) => [operation.name, operation]),
  ),
);

/** The controls also reach operations that the service does not have, such as those that create sessions. */
export function tryFindRoute(
  method: string,
  path: string,
  through: 'service' | 'controls',
  profile: Profile,
): Route | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  // Some collections have two segments, such as /app/sessions.
  const depth = COLLECTION_PATHS.has(`/${segments.slice(0, 2).join('/')}`) ? 2 : 1;
  const [id = '', sub, member = '', ...others] = segments.slice(depth);
  // An encoded slash is a part of a name: `/ip_policies/a%2Fb` names the object `a/b`, and `/app%2Fsessions` no collection.
  if ([...segments.slice(0, depth), sub].some((name) => name?.includes('/'))) return undefined;
  const operations = findOperations(`/${segments.slice(0, depth).join('/')}`, through, profile);
  const shape = [id && '/*', sub && `/${sub}`, member && '/*', others.length > 0 ? '/...' : ''].join('');
  const operation = operations?.get(`${method} ${shape}`);
  return operation && { operation, id, member };
}

function findOperations(path: string, through: 'service' | 'controls', profile: Profile): Operations | undefined {
  const served = [SERVED, OLDER, READ_ONLY]
    .map((collections) => collections.get(path))
    .find((found) => found && isKindIn(found[0], profile));
  const controlled = through === 'controls' ? CONTROLLED.get(path) : undefined;
  return controlled && served ? selectByObject(controlled, served) : (controlled ?? served?.[1]);
}

/**
 * Of a collection that has operations of the service and of the controls, the controls reach both. A request is for
 * those of the service if the path names an object of its kind, or if the body has the value of `listedWhere`. A kind
 * without `listedWhere`, as that of sessions, has the operation of the service wherever there is one: then `''`, which
 * no body has, is undefined as `value` is.
 */
function selectByObject(controlled: Operations, [kind, served]: Collection): Operations {
  return new Map(
    [...controlled].map(([shape, operation]): [string, Operation] => {
      const perform: Operation['perform'] = (context, input) => {
        const { attribute = '', value } = kind.listedWhere ?? {};
        const isServed =
          input.body[attribute] === value || tryFind(context.account.store, kind.name, input.id) !== undefined;
        return ((isServed && served.get(shape)) || operation).perform(context, input);
      };
      return [shape, { ...operation, perform }];
    }),
  );
}

function decodeSegments(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    const raw = path.slice(1).split('/');
    const segments = path.includes('%') ? raw.map(decodeURIComponent) : raw;
    return segments.includes('') ? undefined : segments;
  } catch {
    return undefined;
  }
}
