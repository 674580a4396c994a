import { groupBy } from '../../model/arrays';
import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import type { AccountInventory, StateResource } from '../../model/inventory';
import type { JsonObject } from '../../model/json';
import { parseKindName } from '../../model/naming';
import { objectKey } from '../../model/object-key';
import { omitSensitive } from '../../model/redaction';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { vault } from '../../model/resources/vault';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import type { Graph } from '../graph';
import { buildGraph, type ResolveReference, type SourceObject } from './build';
import { BOUND_ENDPOINT_KIND } from './kinds';
import { toSingleRules } from './rule-sets';

export interface BoundEndpoints {
  /** Id of the Kubernetes operator. */
  readonly operator: string;
  readonly endpoints: readonly JsonObject[];
}

/** Graph of an account. Objects of kinds that could not be read are external. */
export function graphFromAccount({ kinds }: AccountInventory, bound: readonly BoundEndpoints[] = []): Graph {
  const objects = kinds.flatMap((listing) => listing.objects.map((object) => ({ kind: listing.kind, ...object })));
  const incompleteKinds = kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return graphFromObjects([...objects, ...toEndpoints(bound)], incompleteKinds);
}

/** An object of an account or a state. */
export interface PlainObject extends Pick<SourceObject, 'kind' | 'values' | 'name' | 'usedBy'> {
  readonly id: string;
  /** The id by default. */
  readonly location?: string;
}

/** The key of a node is that of {@link objectKey}. `incompleteKinds` have lists that could not be read completely. */
export function graphFromObjects(objects: readonly PlainObject[], incompleteKinds: readonly string[] = []): Graph {
  const sources = objects.map(({ id, ...object }) => ({ location: id, ...object, key: objectKey(object.kind, id) }));
  return buildGraph(sources, { resolve: resolveById(sources), incompleteKinds });
}

/** Graph of all states, without deposed objects. */
export function graphFromStates(stateResources: readonly StateResource[]): Graph {
  const objects = stateResources.flatMap((stateResource): SourceObject[] => {
    const kind = parseKindName(stateResource.type);
    const id = stateResource.values['id'];
    if (kind === undefined || typeof id !== 'string' || stateResource.deposed !== undefined) return [];
    const values = omitSensitive(stateResource.values, stateResource.sensitive);
    return toSingleRules({
      key: objectKey(kind, id),
      kind,
      values,
      location: stateResource.address,
      name: stateResource.name,
    });
  });
  return buildGraph(objects, { resolve: resolveById(objects) });
}

function resolveById(objects: readonly SourceObject[]): ResolveReference {
  const known = new Map(objects.map(({ key }) => [key, key]));
  for (const { kind, key, values } of objects) {
    // The graph has references to vaults by id only.
    const name = kind === vault.name ? undefined : nameInPolicies(kind, values);
    if (name !== undefined) known.set(objectKey(kind, name), key);
  }
  return ({ kind, value, mayHaveNoTarget }) => {
    if (kind === undefined) return [];
    const isUrl = kind === cloudEndpoint.name;
    const key = known.get(objectKey(kind, isUrl ? canonicalEndpointUrl(value) : value));
    if (key !== undefined) return [{ key }];
    return mayHaveNoTarget ? [] : [{ kind, label: value, location: value }];
  };
}

/** An endpoint may be bound to several operators. */
function toEndpoints(bound: readonly BoundEndpoints[]): PlainObject[] {
  const bindings = bound.flatMap(({ operator, endpoints }) =>
    endpoints.map((values) => ({
      id: String(values['id']),
      values,
      operator: objectKey(BOUND_ENDPOINTS.parent, operator),
    })),
  );
  return [...groupBy(bindings, ({ id }) => id)].map(([id, group]) => ({
    id,
    kind: BOUND_ENDPOINT_KIND,
    values: group[0]?.values ?? {},
    usedBy: group.map(({ operator }) => operator),
  }));
}
