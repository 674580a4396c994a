/** Objects to which the traffic policies of the account refer by id. The service deletes them without a check. */
import type { AccountInventory } from '../../model/inventory';
import { tryFindKind } from '../../model/kinds';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { trafficPolicies } from '../../model/traffic-policy/load';
import type { Difference } from '../report/finding';

/** One object with the URLs of the endpoints whose policies use it. */
export interface PolicyUse {
  readonly kind: string;
  readonly id: string;
  readonly endpoints: readonly string[];
}

/** Returns the objects to which policies refer by id, each once. */
export function findPolicyUses({ kinds }: AccountInventory): PolicyUse[] {
  const endpoints = kinds.find(({ kind }) => kind === cloudEndpoint.name)?.objects ?? [];
  const uses = new Map<string, { kind: string; id: string; endpoints: string[] }>();
  for (const { id: endpointId, values } of endpoints) {
    const policy = values['traffic_policy'];
    const named = new Set<string>();
    for (const { kind, value: id } of trafficPolicies().findPolicyReferences(String(policy)).objects) {
      const key = `${kind} ${id}`;
      if (!tryFindKind(kind) || named.has(key)) continue;
      named.add(key);
      const use = uses.get(key) ?? { kind, id, endpoints: [] };
      use.endpoints.push(String(values['url'] ?? endpointId));
      uses.set(key, use);
    }
  }
  return [...uses.values()];
}

interface Index {
  readonly managed: readonly { readonly kind: string; readonly id: string }[];
  readonly policyUses: readonly PolicyUse[];
  isGone(kind: string, id: string): boolean;
}

/** Returns the deleted objects that policies use and no state contains. */
export function findDanglingPolicyUses({ managed, policyUses, isGone }: Index): Difference[] {
  return policyUses
    .filter(({ kind, id }) => isGone(kind, id) && !managed.some((each) => each.kind === kind && each.id === id))
    .map(({ kind, id }) => ({
      type: 'missing',
      kind,
      id,
      name: null,
      address: null,
      state: null,
      path: null,
      before: id,
      after: null,
      auditQuery: { type: 'deletion', kind, id },
    }));
}
