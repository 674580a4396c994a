/** The graph of what has identifiers: the objects of a live account, and those that states hold. */
import type { AccountInventory, StateResource } from '../../model/inventory';
import type { JsonObject } from '../../model/json';
import { kindNameOf } from '../../model/naming';
import { omitSensitive } from '../../model/sensitive-paths';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';
import type { Graph } from '../graph';
import { buildGraph, type Resolve, type Thing } from './build';
import { ENDPOINT } from './kinds';
import { expandSet } from './rule-sets';

/** Endpoints that are bound to an operator, as the service answered them. */
export interface BoundEndpoints {
  /** Identifier of the operator. */
  readonly operator: string;
  readonly endpoints: readonly JsonObject[];
}

/** The graph of an account. Kinds that could not be read are lacking; what refers to their objects still shows them. */
export function graphOfAccount({ kinds }: AccountInventory, bound: readonly BoundEndpoints[] = []): Graph {
  const objects = kinds.flatMap(({ kind, objects: of }) =>
    of.map(({ id, values }): Thing => ({ key: keyOf(kind, id), kind, values, place: id })),
  );
  const unread = kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return buildGraph([...objects, ...endpointsOf(bound)], { resolve: byIdentifier(objects), unread });
}

/** The graph of states, together as one. Deposed objects are left out, since others have taken their places. */
export function graphOfStates(stated: readonly StateResource[]): Graph {
  const things = stated.flatMap((each): Thing[] => {
    const kind = kindNameOf(each.type);
    const id = each.values['id'];
    if (kind === undefined || typeof id !== 'string' || each.deposed !== undefined) return [];
    const values = omitSensitive(each.values, each.sensitive);
    return expandSet({ key: keyOf(kind, id), kind, values, place: each.address, name: each.name });
  });
  return buildGraph(things, { resolve: byIdentifier(things) });
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

function byIdentifier(things: readonly Thing[]): Resolve {
  const known = new Set(things.map(({ key }) => key));
  return ({ kind, value }) => {
    if (kind === undefined) return [];
    const key = keyOf(kind, value);
    return [known.has(key) ? { key } : { kind, label: value, place: value }];
  };
}

/** An endpoint may be bound to several operators. */
function endpointsOf(bound: readonly BoundEndpoints[]): Thing[] {
  const found = new Map<string, { readonly values: JsonObject; readonly operators: string[] }>();
  for (const { operator, endpoints } of bound) {
    for (const values of endpoints) {
      const id = String(values['id']);
      const known = found.get(id) ?? { values, operators: [] };
      known.operators.push(keyOf(BOUND_ENDPOINTS.parent, operator));
      found.set(id, known);
    }
  }
  return [...found].map(([id, { values, operators }]) => ({
    key: keyOf(ENDPOINT, id),
    kind: ENDPOINT,
    values,
    place: id,
    usedBy: operators,
  }));
}
