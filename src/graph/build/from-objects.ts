import type { AccountInventory, StateResource } from '../../model/inventory';
import type { JsonObject } from '../../model/json';
import { parseKindName } from '../../model/naming';
import { omitSensitive } from '../../model/redaction';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';
import type { Graph } from '../graph';
import { buildGraph, type ResolveReference, type SourceObject } from './build';
import { ENDPOINT } from './kinds';
import { expandRuleSet } from './rule-sets';

export interface BoundEndpoints {
  /** Identifier of the Kubernetes operator. */
  readonly operator: string;
  readonly endpoints: readonly JsonObject[];
}

/** Graph of an account. Objects of kinds that could not be read are external. */
export function graphFromAccount({ kinds }: AccountInventory, bound: readonly BoundEndpoints[] = []): Graph {
  const sources = kinds.flatMap(({ kind, objects }) =>
    objects.map(({ id, values }): SourceObject => ({ key: keyOf(kind, id), kind, values, location: id })),
  );
  const incompleteKinds = kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return buildGraph([...sources, ...toEndpoints(bound)], { resolve: resolveById(sources), incompleteKinds });
}

/** Graph of all states, without deposed objects. */
export function graphFromStates(stateResources: readonly StateResource[]): Graph {
  const objects = stateResources.flatMap((each): SourceObject[] => {
    const kind = parseKindName(each.type);
    const id = each.values['id'];
    if (kind === undefined || typeof id !== 'string' || each.deposed !== undefined) return [];
    const values = omitSensitive(each.values, each.sensitive);
    return expandRuleSet({ key: keyOf(kind, id), kind, values, location: each.address, name: each.name });
  });
  return buildGraph(objects, { resolve: resolveById(objects) });
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

function resolveById(objects: readonly SourceObject[]): ResolveReference {
  const known = new Set(objects.map(({ key }) => key));
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
    location: id,
    usedBy: operators,
  }));
}
