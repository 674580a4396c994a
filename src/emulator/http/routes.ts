import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { kindIn } from '../../model/profiles';
import { endpointKind } from '../kinds/endpoint';
import { deleteObject } from '../objects/delete';
import { getObject, listObjects } from '../objects/read';
import type { OperationInput, OperationResult, Perform, RequestContext } from '../objects/request-context';
import {
  createSource,
  deleteSource,
  getSource,
  listBoundEndpoints,
  listDetachOperations,
  listSources,
  updateSource,
} from '../objects/sub-collections';
import { createObject, updateObject } from '../objects/write';
import { PAGING_PARAMETERS } from './pagination';

export interface Operation {
  /** `<kind>.<verb>` or `<kind>.<sub-collection>.<verb>`. */
  readonly name: string;
  readonly kind: string;
  readonly isPaged: boolean;
  readonly takesBody: boolean;
  /** Whether it may change the state; such operations are serialized. */
  readonly writes: boolean;
  readonly parameters: readonly string[];
  perform(context: RequestContext, input: OperationInput): OperationResult | Promise<OperationResult>;
}

export interface Route {
  readonly operation: Operation;
  readonly id: string;
  readonly member: string;
}

/** Operations of one kind by `<method> <shape>`, where a shape is the path with `*` for each id. */
type Operations = ReadonlyMap<string, Operation>;

type Row = readonly [method: string, shape: string, verb: string, perform: Perform];

const SUB_COLLECTIONS: Readonly<Record<string, readonly Row[]>> = {
  kubernetes_operator: [['GET', '/*/bound_endpoints', 'bound_endpoints.list', listBoundEndpoints]],
  event_subscription: [
    ['GET', '/*/sources', 'sources.list', listSources],
    ['POST', '/*/sources', 'sources.create', createSource],
    ['GET', '/*/sources/*', 'sources.get', getSource],
    ['PATCH', '/*/sources/*', 'sources.update', updateSource],
    ['DELETE', '/*/sources/*', 'sources.delete', deleteSource],
  ],
};

function createOperations(kind: Kind): Operations {
  const lists = [...PAGING_PARAMETERS, ...(kind.listFilter ? ['filter'] : [])];
  const table: readonly Row[] = [
    ['POST', '', 'create', createObject],
    ['GET', '', 'list', listObjects],
    ['GET', '/*', 'get', getObject],
    ['PATCH', '/*', 'update', updateObject],
    ['DELETE', '/*', 'delete', deleteObject],
    ...(SUB_COLLECTIONS[kind.name] ?? []),
    ...listDetachOperations(kind).map(({ path, perform }): Row => ['DELETE', `/*/${path}`, `${path}.delete`, perform]),
  ];
  return new Map(
    table.map(([method, shape, verb, perform]) => {
      const isPaged = verb === 'list' || verb === 'bound_endpoints.list';
      const operation: Operation = {
        name: `${kind.name}.${verb}`,
        kind: kind.name,
        isPaged,
        takesBody: method === 'POST' || method === 'PATCH',
        writes: method !== 'GET',
        parameters: verb === 'list' ? lists : isPaged ? PAGING_PARAMETERS : [],
        perform: (context, input) => perform(context, kindIn(kind, context.state.profile), input),
      };
      return [`${method} ${shape}`, operation];
    }),
  );
}

const OPERATIONS_BY_PATH = new Map(KINDS.map((kind) => [kind.path, createOperations(kind)]));
const CONTROL_OPERATIONS = new Map([[endpointKind.path, createOperations(endpointKind)]]);

export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [...OPERATIONS_BY_PATH.values()].flatMap((operations) =>
    [...operations.values()].map((operation) => [operation.name, operation]),
  ),
);

/** Returns the route of a request, or undefined. The controls can also reach kinds that the service cannot create. */
export function tryFindRoute(method: string, path: string, throughControls: boolean): Route | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const [collection, id = '', sub, member = ''] = segments;
  const operations =
    OPERATIONS_BY_PATH.get(`/${collection}`) ??
    (throughControls ? CONTROL_OPERATIONS.get(`/${collection}`) : undefined);
  const shape = [id && '/*', sub && `/${sub}`, member && '/*', segments.length > 4 ? '/...' : ''].join('');
  const operation = operations?.get(`${method} ${shape}`);
  return operation && { operation, id, member };
}

/** Returns undefined for an empty segment (as of a trailing slash) and for invalid percent-encoding. */
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
