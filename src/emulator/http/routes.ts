/** From method and path to the operation, derived from the model. */
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { kindIn } from '../../model/profiles';
import { endpointKind } from '../kinds/endpoint-kind';
import { create } from '../objects/create';
import { remove } from '../objects/delete';
import { get, list } from '../objects/read';
import type { OperationInput, OperationResult, RequestContext } from '../objects/request-context';
import { listBoundEndpoints } from '../objects/sub-collections/bound-endpoints';
import { detachableOf, letGo } from '../objects/sub-collections/detach';
import { createSource, getSource, listSources, removeSource, updateSource } from '../objects/sub-collections/sources';
import { update } from '../objects/update';
import { PAGING_PARAMETERS } from './pagination';

/** One operation of the service. */
export interface Operation {
  /** `<kind>.<verb>` or `<kind>.<sub-collection>.<verb>`. */
  readonly name: string;
  /** Name of the kind that it is about. */
  readonly kind: string;
  /** Whether it answers a page of a list. */
  readonly paged: boolean;
  /** Whether it takes a body, which then must be a JSON object. */
  readonly takesBody: boolean;
  /** Whether it may change something: changes are performed one after the other. */
  readonly changes: boolean;
  /** Query parameters that it takes. */
  readonly parameters: readonly string[];
  perform(call: RequestContext, input: OperationInput): OperationResult | Promise<OperationResult>;
}

/** An operation with what the path says. */
export interface Route {
  readonly operation: Operation;
  readonly id: string;
  readonly member: string;
}

type Perform = (call: RequestContext, kind: Kind, input: OperationInput) => OperationResult | Promise<OperationResult>;

/** Operations of one kind by `<method> <shape>`, where a shape is the path with `*` for what varies. */
type Operations = ReadonlyMap<string, Operation>;

const subCollections: Readonly<Record<string, readonly [method: string, shape: string, verb: string, Perform][]>> = {
  kubernetes_operator: [['GET', '/*/bound_endpoints', 'bound_endpoints.list', listBoundEndpoints]],
  event_subscription: [
    ['GET', '/*/sources', 'sources.list', listSources],
    ['POST', '/*/sources', 'sources.create', createSource],
    ['GET', '/*/sources/*', 'sources.get', getSource],
    ['PATCH', '/*/sources/*', 'sources.update', updateSource],
    ['DELETE', '/*/sources/*', 'sources.delete', removeSource],
  ],
};

/** Lists that are paged although they are no collection of a kind. */
const pagedSubCollections: ReadonlySet<string> = new Set(['bound_endpoints.list']);

function detachments(kind: Kind): readonly [method: string, shape: string, verb: string, Perform][] {
  return detachableOf(kind).map((detachable) => {
    const { path } = detachable.detach;
    return ['DELETE', `/*/${path}`, `${path}.delete`, (call, own, { id }) => letGo(call, own, id, detachable)];
  });
}

function operationsOf(kind: Kind): Operations {
  const lists = [...PAGING_PARAMETERS, ...(kind.listFilter ? ['filter'] : [])];
  const table: readonly [method: string, shape: string, verb: string, Perform][] = [
    ['POST', '', 'create', (call, own, { body }) => create(call, own, body)],
    ['GET', '', 'list', list],
    ['GET', '/*', 'get', (call, own, { id }) => get(call, own, id)],
    ['PATCH', '/*', 'update', update],
    ['DELETE', '/*', 'delete', (call, own, { id }) => remove(call, own, id)],
    ...(subCollections[kind.name] ?? []),
    ...detachments(kind),
  ];
  return new Map(
    table.map(([method, shape, verb, perform]) => {
      const paged = verb === 'list' || pagedSubCollections.has(verb);
      const operation: Operation = {
        name: `${kind.name}.${verb}`,
        kind: kind.name,
        paged,
        takesBody: method === 'POST' || method === 'PATCH',
        changes: method !== 'GET',
        parameters: verb === 'list' ? lists : paged ? PAGING_PARAMETERS : [],
        perform: (call, input) => perform(call, kindIn(kind, call.state.profile), input),
      };
      return [`${method} ${shape}`, operation];
    }),
  );
}

const byPath = new Map(KINDS.map((kind) => [kind.path, operationsOf(kind)]));
const controlsOnly = new Map([[endpointKind.path, operationsOf(endpointKind)]]);

/** All operations of the service by name. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [...byPath.values()].flatMap((operations) =>
    [...operations.values()].map((operation) => [operation.name, operation]),
  ),
);

/** The route of a request, or undefined. Through the controls there is more: objects that the service itself cannot make. */
export function tryFindRoute(method: string, path: string, throughControls: boolean): Route | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const [collection, id = '', sub, member = ''] = segments;
  const operations = byPath.get(`/${collection}`) ?? (throughControls ? controlsOnly.get(`/${collection}`) : undefined);
  const shape = [id && '/*', sub && `/${sub}`, member && '/*', segments.length > 4 ? '/...' : ''].join('');
  const operation = operations?.get(`${method} ${shape}`);
  return operation && { operation, id, member };
}

/** The decoded segments; undefined if one is empty (a trailing slash makes one) or not percent-encoded UTF-8. */
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
