/** The graph of what has identifiers: the objects of a live account, and those that states hold. */
import type { AccountInventory, StateResource } from '../../model/inventory';
import type { JsonObject } from '../../model/json';
import { kindNameOf } from '../../model/naming';
import { omitSensitive } from '../../model/redaction';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';
import type { Graph } from '../graph';
import { buildGraph, type ResolveReference, type SourceObject } from './build';
import { ENDPOINT } from './kinds';
import { expandRuleSet } from './rule-sets';

/** Endpoints that are bound to an operator, as the service answered them. */
export interface BoundEndpoints {
  /** Identifier of the operator. */
  readonly operator: string;
  readonly endpoints: readonly JsonObject[];
}

/** The graph of an account. Kinds that could not be read are lacking; what refers to their objects still shows them. */
export function graphFromAccount({ kinds }: AccountInventory, bound: readonly BoundEndpoints[] = []): Graph {
  const objects = kinds.flatMap(({ kind, objects: of }) =>
    of.map(({ id, values }): SourceObject => ({ key: keyOf(kind, id), kind, values, location: id })),
  );
  const unread = kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return buildGraph([...objects, ...toEndpoints(bound)], { resolve: resolveById(objects), incompleteKinds: unread });
}

/** The graph of states, together as one. Deposed objects are left out, since others have taken their places. */
export function graphFromStates(stated: readonly StateResource[]): Graph {
  const things = stated.flatMap((each): SourceObject[] => {
    const kind = kindNameOf(each.type);
    const id = each.values['id'];
    if (kind === undefined || typeof id !== 'string' || each.deposed !== undefined) return [];
    const values = omitSensitive(each.values, each.sensitive);
    return expandRuleSet({ key: keyOf(kind, id), kind, values, location: each.address, name: each.name });
  });
  return buildGraph(things, { resolve: resolveById(things) });
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

function resolveById(things: readonly SourceObject[]): ResolveReference {
  const known = new Set(things.map(({ key }) => key));
  return ({ kind, value }) => {
    if (kind === undefined) return [];
    const key = keyOf(kind, value);
    return [known.has(key) ? { key } : { kind, label: value, location: value }];
  };
}

/** An endpoint may be bound to several operators. */
function toEndpoints(bound: readonly BoundEndpoints[]): SourceObject[] {
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
