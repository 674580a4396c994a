import { groupBy } from '../../model/arrays';
import { tryFindComposite } from '../../model/composites';
import { RULE_SET_TYPE } from '../../model/composites/rule-set';
import type { AccountObject, KindListing, StateResource } from '../../model/inventory';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { objectKey } from '../../model/object-key';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import type { DriftInput } from './input';
import { findPolicyUses, type PolicyUse } from './policy-uses';

/** A resource of a state, with the kind and id of its object in the account. */
export interface Managed {
  readonly kind: string;
  readonly id: string;
  readonly resource: StateResource;
}

/** The account and the states by kind and id. */
export interface AccountIndex {
  readonly listings: ReadonlyMap<string, KindListing>;
  findRemote(kind: string, id: string): AccountObject | undefined;
  /** Whether a GET confirmed that the object was deleted. */
  isGone(kind: string, id: string): boolean;
  rulesOf(policyId: string): readonly AccountObject[];
  /** Resources with an object of their own, except {@link deposed} ones. */
  readonly managed: readonly Managed[];
  /** Exclusive rule sets, with the ids of their policies. */
  readonly ruleSets: readonly Managed[];
  readonly deposed: readonly Managed[];
  /** Resources of this provider with an unknown type or without id. */
  readonly unsupported: readonly StateResource[];
  /** Objects that the traffic policies of the account name. */
  readonly policyUses: readonly PolicyUse[];
}

export function matchStateToAccount({ account, stateResources, lookups }: DriftInput): AccountIndex {
  const remote = new Map(
    account.kinds.map(({ kind, objects }) => [kind, new Map(objects.map((object) => [object.id, object]))]),
  );
  for (const { kind, found, isName } of lookups) if (found && !isName) remote.get(kind)?.set(found.id, found);
  const rules = groupBy([...(remote.get(ipPolicyRule.name)?.values() ?? [])], ({ values }) =>
    String(values['ip_policy_id']),
  );
  const gone = new Set(
    lookups.filter(({ found, failure }) => !found && !failure).map(({ kind, id }) => objectKey(kind, id)),
  );
  const classified = stateResources.flatMap(classify);
  const select = (group: Group): Managed[] =>
    classified.flatMap((entry) => (entry.group === group ? [entry.managed] : []));
  return {
    listings: new Map(account.kinds.map((listing) => [listing.kind, listing])),
    findRemote: (kind, id) => remote.get(kind)?.get(id),
    isGone: (kind, id) => gone.has(objectKey(kind, id)),
    rulesOf: (policyId) => rules.get(policyId) ?? [],
    managed: select('object'),
    ruleSets: select('rule_set'),
    deposed: select('deposed'),
    unsupported: select('unsupported').map(({ resource }) => resource),
    policyUses: findPolicyUses(account),
  };
}

/** The id of the object that a resource manages; of a rule set that of its policy. */
export function findObjectId({ type, values }: StateResource): string | undefined {
  const id = values[type === RULE_SET_TYPE ? 'ip_policy_id' : 'id'];
  return typeof id === 'string' ? id : undefined;
}

type Group = 'object' | 'rule_set' | 'deposed' | 'unsupported';

/** Other composites than rule sets wait for a status, or remember a rotation; they have no object and are in no group. */
function classify(resource: StateResource): { group: Group; managed: Managed }[] {
  const kind = parseKindName(resource.type);
  if (kind === undefined) return [];
  const isSet = resource.type === RULE_SET_TYPE;
  if (!isSet && tryFindComposite(kind)) return [];
  const id = findObjectId(resource);
  const managed = { kind, id: id ?? '', resource };
  if (id === undefined || (!isSet && !tryFindKind(kind))) return [{ group: 'unsupported', managed }];
  if (resource.deposed !== undefined) return [{ group: 'deposed', managed }];
  return [{ group: isSet ? 'rule_set' : 'object', managed }];
}

/** The objects of states, each once. A rule set has the policy that it belongs to. */
export interface StateObjects {
  readonly objects: readonly Pick<Managed, 'kind' | 'id'>[];
  /** Number of resources that have an object, of which it is not known whether the account has it. */
  readonly others: number;
}

export function listStateObjects(resources: readonly StateResource[]): StateObjects {
  const classified = resources.flatMap(classify);
  const objects = classified.flatMap(({ group, managed: { kind, id } }) => {
    if (group === 'object') return [{ kind, id }];
    return group === 'rule_set' ? [{ kind: ipPolicy.name, id }] : [];
  });
  const others = classified.filter(({ group }) => group === 'deposed' || group === 'unsupported').length;
  return { objects: [...new Map(objects.map((each) => [objectKey(each.kind, each.id), each])).values()], others };
}

/** An object of a state, or one that a traffic policy names, that no list returned. Only another request shows whether it was deleted. */
export interface Candidate {
  readonly kind: string;
  /** The id, or how a policy names the object; see {@link PolicyUse}. */
  readonly id: string;
  readonly isName?: true;
}

/**
 * Returns the objects of the states, and those that traffic policies name, that no list returned, each once. Kinds with a
 * failed list are skipped: a failed list does not show which objects are missing.
 */
export function findCandidates(input: Omit<DriftInput, 'lookups' | 'configured'>): Candidate[] {
  const index = matchStateToAccount({ ...input, configured: undefined, lookups: [] });
  const wanted = [
    ...listStateObjects(input.stateResources).objects,
    ...index.policyUses.filter(({ isName }) => !isName),
  ];
  const candidates = new Map<string, Candidate>();
  for (const { kind, id } of wanted) {
    const listing = index.listings.get(kind);
    if (!listing || listing.failure || index.findRemote(kind, id)) continue;
    candidates.set(objectKey(kind, id), { kind, id });
  }
  const named = index.policyUses.filter(({ kind, id, isName }) => {
    const listing = index.listings.get(kind);
    return (
      isName && listing && !listing.failure && !listing.objects.some((each) => nameInPolicies(kind, each.values) === id)
    );
  });
  return [...candidates.values(), ...named.map(({ kind, id }): Candidate => ({ kind, id, isName: true }))];
}
