import { groupBy } from '../../model/arrays';
import type { AccountObject } from '../../model/inventory';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import { fromAccount } from '../../objects/from-account';
import { groupStateObjects, listStateObjects, type StateObjectGroups } from '../../objects/from-states';
import { type DriftInput, isFoundById } from './input';
import { findPolicyUses, type PolicyUseIndex } from './policy-uses';

export interface ObjectIndex extends StateObjectGroups, PolicyUseIndex {
  findRemote(kind: string, id: string): AccountObject | undefined;
  /** The rules of an IP policy. */
  rulesOf(ipPolicyId: string): readonly AccountObject[];
}

export function indexObjects({ account, inState, lookups }: DriftInput): ObjectIndex {
  const remote = new Map(
    account.kinds.map(({ kind, objects }) => [kind, new Map(objects.map((object) => [object.id, object]))]),
  );
  for (const { kind, found } of lookups.filter(isFoundById)) remote.get(kind)?.set(found.id, found);
  const rules = groupBy([...(remote.get(ipPolicyRule.name)?.values() ?? [])], ({ values }) =>
    String(values['ip_policy_id']),
  );
  // Ids and names of one kind share the set. A name is a URL, or has a slash, or is that of a vault: it would equal an
  // id only if somebody gave a vault such a name.
  const gone = new Set(
    lookups.filter(({ found, failure }) => !found && !failure).map(({ kind, id }) => objectKey(kind, id)),
  );
  return {
    listings: new Map(account.kinds.map((listing) => [listing.kind, listing])),
    findRemote: (kind, id) => remote.get(kind)?.get(id),
    isGone: (kind, id) => gone.has(objectKey(kind, id)),
    rulesOf: (ipPolicyId) => rules.get(ipPolicyId) ?? [],
    ...groupStateObjects(inState),
    policyUses: findPolicyUses(fromAccount({ kinds: account.kinds.filter(({ kind }) => kind === cloudEndpoint.name) })),
  };
}

/**
 * An object that a state or a traffic policy names and the list lacks. Only another request shows whether it was
 * deleted.
 */
export interface UnlistedObject {
  readonly kind: string;
  /** The id, or how a traffic policy names the object: `PolicyUse.id`. */
  readonly id: string;
  readonly isName?: true;
}

/**
 * The objects that the states or traffic policies name and the list of their kind lacks. Each is there once, but one
 * that a state has by id and a traffic policy names may be there by id and by name. Of a state, deposed objects and
 * those of unsupported resources are skipped; in place of a rule set there is its IP policy. Kinds without a list, or
 * with a failed one, are skipped: it does not show which objects are missing.
 */
export function findCandidates(input: Omit<DriftInput, 'lookups' | 'configured'>): UnlistedObject[] {
  const index = indexObjects({ ...input, configured: undefined, lookups: [] });
  const wanted = [...listStateObjects(input.inState).objects, ...index.policyUses.filter(({ isName }) => !isName)];
  const candidates = new Map<string, UnlistedObject>();
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
  return [...candidates.values(), ...named.map(({ kind, id }): UnlistedObject => ({ kind, id, isName: true }))];
}
