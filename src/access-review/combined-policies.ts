/** IP policies that apply together: what they decide, and what they do not admit. */

import { type Decision, decideNetwork } from '../access/decide';
import { NEVER } from '../access/diagram';
import { type AccessFacts, createFacts } from '../access/facts';
import { admitsByPolicies, listMatchingRules } from '../access/ip-policy';
import { createSpace } from '../access/space';
import { intersectRanges, toRange } from '../model/ip/address-set';
import type { NetworkRule } from '../model/ip/aggregate-rules';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import type { ObjectList } from '../objects/objects';
import type { Cause, DenyRule, Shortfall } from '../values/cause';
import { isUnknown, type Known, Unknown } from '../values/known';
import { combine, type JudgedPart, requireAdmitted, requireDenied, toCidr, type Verdict } from './require';

export interface CombinedPolicies {
  /** The rules, as `ip_policy_rule`, and the policies. A list that is not given was not read. */
  readonly facts: readonly ObjectList[];
  readonly policyIds: Known<readonly Known<string>[]>;
}

export interface RequiredAccess extends CombinedPolicies {
  /** Valid networks or addresses in any notation. */
  readonly networks: readonly string[];
}

/** Replaces the ids of the policies, which are combined and may be unknown. */
const POLICIES = 'policies';

/**
 * Declared rules of all policies that apply together, as those of one policy. The id of a rule is its index, which a
 * `denyRule` has, too.
 *
 * @param incomplete why there may be more rules
 */
export function combineRules(rules: readonly NetworkRule[], incomplete?: Cause): CombinedPolicies {
  const kind = 'ip_policy_rule';
  const objects = rules.map(({ cidr, action }, index) => {
    return { kind, id: String(index), values: { cidr: cidr.canonical, action, ip_policy_id: POLICIES } };
  });
  const list = { kind, objects, ...(incomplete !== undefined && { incomplete: new Unknown(incomplete) }) };
  return { facts: [list], policyIds: [POLICIES] };
}

/** The networks that are not surely admitted. */
export function findShortfalls({ facts: lists, policyIds, networks }: RequiredAccess): Shortfall[] {
  if (networks.length === 0) return [];
  const ids = listPolicies(policyIds);
  const { facts, space, admits } = toPart({ facts: lists, policyIds });
  return networks.flatMap((network): Shortfall[] => {
    const cidr = toCidr(network);
    const { canonical } = cidr;
    const { denied, notKnown, reasons } = decideNetwork(space, admits, cidr);
    const concerned = denied.length > 0 ? denied : notKnown;
    return denied.length + notKnown.length === 0
      ? []
      : [
          {
            ...{ network, denied, notKnown },
            isWhole: concerned.length === 1 && concerned[0] === canonical,
            denyRule: findDenyRule(facts, ids, concerned),
            // An IP policy has no conditions and no actions.
            reasons: reasons.flatMap((means) => (means.of === 'value' ? [means.cause] : [])),
          },
        ];
  });
}

/** Returns whether no address is admitted, whatever the unknown values are. */
export function deniesEveryAddress(policies: CombinedPolicies): boolean {
  const { space, admits } = toPart(policies);
  return space.possiblyFor(admits) === NEVER;
}

/** Returns whether an address is admitted, whatever the unknown values are. */
export function admitsAnAddress(policies: CombinedPolicies): boolean {
  const { space, admits } = toPart(policies);
  return space.surelyFor(admits) !== NEVER;
}

export function decideAccess(policies: CombinedPolicies, network: string): Decision {
  const { space, admits } = toPart(policies);
  return decideNetwork(space, admits, toCidr(network));
}

export function requireAccess(
  policies: CombinedPolicies,
  { mustAdmit, mustDeny }: { readonly mustAdmit: readonly string[]; readonly mustDeny: readonly string[] },
): Verdict {
  const parts = [toPart(policies)];
  return combine([
    ...mustAdmit.map((network) => requireAdmitted(network, parts)),
    ...mustDeny.map((network) => requireDenied(network, parts)),
  ]);
}

function toPart({ facts: lists, policyIds }: CombinedPolicies): JudgedPart & { readonly facts: AccessFacts } {
  const space = createSpace();
  const facts = createFacts(lists);
  const ids = listPolicies(policyIds);
  const admits = admitsByPolicies(space, facts, ids);
  const names = ids.map((id) => (isUnknown(id) ? 'a policy that is not known' : id));
  const subject =
    names.length === 1 ? `IP policy ${names[0]}` : `the combination of the IP policies ${names.join(', ')}`;
  return { subject, space, admits, reaches: admits, facts };
}

function listPolicies(policyIds: CombinedPolicies['policyIds']): readonly Known<string>[] {
  return isUnknown(policyIds) ? [policyIds] : policyIds;
}

function findDenyRule(
  facts: AccessFacts,
  policyIds: readonly Known<string>[],
  networks: readonly string[],
): DenyRule | undefined {
  const searched = networks.map((network) => toRange(toCidr(network)));
  const isSearched = (network: Cidr): boolean => intersectRanges(searched, [toRange(network)]).length > 0;
  const found = listMatchingRules(facts, policyIds, isSearched).find(({ action }) => action === 'deny');
  if (!found) return undefined;
  const { id, network, description } = found;
  // The provider gives a network as the id to the rules that a set declares.
  return { id: 'problem' in parseCidr(id) ? id : undefined, network: network.canonical, description };
}
