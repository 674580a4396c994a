import { groupBy } from '../../model/arrays';
import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import type { AccountInventory } from '../../model/inventory';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { vault } from '../../model/resources/vault';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import { DEFAULT_ACCOUNT } from '../../objects/accounts';
import { fromAccount, toList } from '../../objects/from-account';
import type { StateObject } from '../../objects/from-states';
import type { Obj } from '../../objects/objects';
import { parseAddress } from '../../values/address';
import type { JsonObject } from '../../values/json';
import { omitMarked } from '../../values/marks';
import type { Graph } from '../graph';
import { buildGraph, type NodeDraft, type ResolveReference } from './build';
import { BOUND_ENDPOINT_KIND } from './kinds';
import { omitUnknown, toSingleRuleNodes } from './rule-sets';

export interface BoundEndpoints {
  readonly operator: string;
  readonly endpoints: readonly JsonObject[];
}

/** A configured reference to an object that was not read leads to an external node, unless it has `mayHaveNoTarget`. */
export function graphFromAccount(account: AccountInventory, bound: readonly BoundEndpoints[] = []): Graph {
  const lists = fromAccount(account);
  // An endpoint may be bound to several operators.
  const endpoints = groupBy(
    bound.flatMap(({ operator, endpoints: list }) => list.map((values) => ({ values, operator }))),
    ({ values }) => String(values['id']),
  );
  const objects = [...endpoints].map(([id, [first]]) => ({ id, values: first?.values ?? {} }));
  const usedBy = [...endpoints].map(([id, group]): [string, string[]] => [
    objectKey(BOUND_ENDPOINT_KIND, id),
    group.map(({ operator }) => objectKey(BOUND_ENDPOINTS.parent, operator)),
  ]);
  return graphFromObjects(
    [...lists, toList(BOUND_ENDPOINT_KIND, objects)].flatMap((list) => list.objects),
    lists.flatMap(({ kind, incomplete }) => (incomplete ? [kind] : [])),
    { usedBy: new Map(usedBy) },
  );
}

/**
 * `incompleteKinds`: the kinds whose lists could not be read completely. The other two are by {@link objectKey}, as the
 * nodes are:
 * - `usedBy`: the keys of further objects that refer to the object.
 * - `names`: the label of an object whose values have none. Without it, such an object has the name in its address, or
 *   its id.
 */
export function graphFromObjects(
  objects: readonly Obj[],
  incompleteKinds: readonly string[] = [],
  {
    usedBy,
    names,
  }: {
    readonly usedBy?: ReadonlyMap<string, readonly string[]>;
    readonly names?: ReadonlyMap<string, string>;
  } = {},
): Graph {
  const drafts = objects.map((object): NodeDraft => {
    const draft = toDraft(object);
    const name = names?.get(draft.key) ?? draft.name;
    return { ...draft, ...(name !== undefined && { name }), usedBy: usedBy?.get(draft.key) ?? [] };
  });
  return buildGraph(drafts, { resolve: resolveByNameOrId(drafts), incompleteKinds });
}

/** Leaves out deposed objects and instances without an id. */
export function graphFromStates(inState: readonly StateObject[]): Graph {
  const drafts = inState
    .filter(({ isNew, isDeposed }) => !isNew && !isDeposed)
    .map(toDraft)
    .flatMap(toSingleRuleNodes);
  return buildGraph(drafts, { resolve: resolveByNameOrId(drafts) });
}

function toDraft({ kind, id, values, place, account, marks }: Obj): NodeDraft {
  const name = place && parseAddress(place.address)?.name;
  return {
    key: objectKey(kind, id),
    kind,
    values: omitMarked(omitUnknown(values), marks),
    location: place?.address ?? id,
    ...(name !== undefined && { name }),
    account: String(place?.account ?? account ?? DEFAULT_ACCOUNT),
  };
}

/**
 * A reference leads to the object of the same account that has its text as name, such as the URL of an endpoint in
 * `forward-internal`, else to the object of any account with this id. Objects of two accounts may share a name, never
 * an id.
 */
function resolveByNameOrId(objects: readonly NodeDraft[]): ResolveReference {
  const ids = new Set(objects.map(({ key }) => key));
  const names = new Map<string, string>();
  const nameKey = (account: string | undefined, kind: string, name: string): string =>
    JSON.stringify([account, kind, name]);
  for (const { kind, key, values, account } of objects) {
    // The graph has references to vaults by id only.
    const name = kind === vault.name ? undefined : nameInPolicies(kind, values);
    if (name !== undefined) names.set(nameKey(account, kind, name), key);
  }
  return ({ kind, value, mayHaveNoTarget }, { account }) => {
    if (kind === undefined) return [];
    const name = kind === cloudEndpoint.name ? canonicalEndpointUrl(value) : value;
    const id = objectKey(kind, value);
    const key = names.get(nameKey(account, kind, name)) ?? (ids.has(id) ? id : undefined);
    if (key !== undefined) return [{ key }];
    return mayHaveNoTarget ? [] : [{ kind, label: value, location: value }];
  };
}
