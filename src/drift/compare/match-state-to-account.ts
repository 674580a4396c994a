import { COMPOSITES, ipPolicyRules } from '../../model/composites';
import { groupBy } from '../../model/group-by';
import type { AccountObject, KindListing, StateResource } from '../../model/inventory';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { DriftInput } from '../input';

/** A resource of a state, with the kind and identifier of its object in the account. */
export interface Managed {
  readonly kind: string;
  readonly id: string;
  readonly resource: StateResource;
}

/** The account and the states by kind and identifier. */
export interface AccountIndex {
  readonly listings: ReadonlyMap<string, KindListing>;
  findLive(kind: string, id: string): AccountObject | undefined;
  /** Whether a GET confirmed that the object was deleted. */
  isGone(kind: string, id: string): boolean;
  /** Live rules of a policy. */
  rulesOf(policyId: string): readonly AccountObject[];
  /** Resources with an object of their own, except {@link deposed} ones. */
  readonly managed: readonly Managed[];
  /** Exclusive rule sets, with the identifiers of their policies. */
  readonly ruleSets: readonly Managed[];
  readonly deposed: readonly Managed[];
  /** Resources of this provider with an unknown type or without identifier. */
  readonly unsupported: readonly StateResource[];
}

/** Kind of exclusive rule sets in findings. */
export const RULE_SET = ipPolicyRules.name;

export function matchStateToAccount({ account, stateResources, lookups }: DriftInput): AccountIndex {
  const live = new Map(
    account.kinds.map(({ kind, objects }) => [kind, new Map(objects.map((each) => [each.id, each]))]),
  );
  for (const { kind, found } of lookups) if (found) live.get(kind)?.set(found.id, found);
  const rules = groupBy([...(live.get(ipPolicyRule.name)?.values() ?? [])], ({ values }) =>
    String(values['ip_policy_id']),
  );
  const gone = new Set(
    lookups.filter(({ found, failure }) => !found && !failure).map(({ kind, id }) => `${kind} ${id}`),
  );
  const classified = stateResources.map(classify);
  const select = (group: Classified['group']): Managed[] =>
    classified.flatMap((each) => (each.group === group && each.managed ? [each.managed] : []));
  return {
    listings: new Map(account.kinds.map((listing) => [listing.kind, listing])),
    findLive: (kind, id) => live.get(kind)?.get(id),
    isGone: (kind, id) => gone.has(`${kind} ${id}`),
    rulesOf: (policyId) => rules.get(policyId) ?? [],
    managed: select('object'),
    ruleSets: select('rule_set'),
    deposed: select('deposed'),
    unsupported: classified.flatMap(({ group, resource }) => (group === 'unsupported' ? [resource] : [])),
  };
}

/** The identifier of the object that a resource manages; of a rule set that of its policy. */
export function findObjectId({ type, values }: StateResource): string | undefined {
  const id = values[parseKindName(type) === RULE_SET ? 'ip_policy_id' : 'id'];
  return typeof id === 'string' ? id : undefined;
}

interface Classified {
  readonly group: 'object' | 'rule_set' | 'deposed' | 'unsupported' | 'none';
  readonly resource: StateResource;
  readonly managed?: Managed;
}

function classify(resource: StateResource): Classified {
  const kind = parseKindName(resource.type);
  if (kind === undefined) return { group: 'none', resource };
  const isSet = kind === RULE_SET;
  // Other composites wait for a status; they have no object.
  if (!isSet && COMPOSITES.some(({ name }) => name === kind)) return { group: 'none', resource };
  const id = findObjectId(resource);
  if (id === undefined || (!isSet && !tryFindKind(kind))) return { group: 'unsupported', resource };
  const managed = { kind, id, resource };
  if (resource.deposed !== undefined) return { group: 'deposed', resource, managed };
  return { group: isSet ? 'rule_set' : 'object', resource, managed };
}

/** An object of a state that no list returned. Only a GET shows whether it was deleted. */
export interface Candidate {
  readonly kind: string;
  readonly id: string;
}

/**
 * Returns the objects of the states that no list returned, each once. Kinds with a failed list are skipped: a failed
 * list does not show which objects are missing.
 */
export function findCandidates(input: Omit<DriftInput, 'lookups' | 'configured'>): Candidate[] {
  const index = matchStateToAccount({ ...input, configured: undefined, lookups: [] });
  const wanted = [
    ...index.managed.map(({ kind, id }) => ({ kind, id })),
    ...index.ruleSets.map(({ id }) => ({ kind: ipPolicy.name, id })),
  ];
  const candidates = new Map<string, Candidate>();
  for (const { kind, id } of wanted) {
    const listing = index.listings.get(kind);
    if (!listing || listing.failure || index.findLive(kind, id)) continue;
    candidates.set(`${kind} ${id}`, { kind, id });
  }
  return [...candidates.values()];
}
