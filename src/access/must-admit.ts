/**
 * Checks rules of IP policies that apply together, for those who load the access engine on first use: `must_admit`, the
 * action `verify_access` and the function `policy_allows` of the provider, `mustAdmit` of constructs.
 */

import { intersectRanges, toRange } from '../model/ip/address-set';
import { parseCidr } from '../model/ip/cidr';
import type { ObjectList } from '../objects/objects';
import { isUnknown, type Known } from '../values/known';
import type { Words } from '../values/words';
import { type Decision, decideNetwork } from './decide';
import { NEVER } from './diagram';
import { type AccessFacts, createFacts, type Rule } from './facts';
import { admitsByPolicies } from './ip-policy';
import {
  combine,
  type JudgedPart,
  listNetworks,
  requireAdmitted,
  requireDenied,
  toCidr,
  type Verdict,
} from './require';
import { createSpace } from './space';

export interface CombinedPolicies {
  /** The rules, as `ip_policy_rule`. A list that is not given was not read. */
  readonly facts: readonly ObjectList[];
  /** The policies that apply together. */
  readonly policyIds: Known<readonly Known<string>[]>;
}

export interface RequiredAccess extends CombinedPolicies {
  /** Valid networks or addresses in any notation. */
  readonly networks: readonly string[];
}

/** A required network that is not surely admitted. */
export interface Shortfall {
  /** The network as `must_admit` has it, not in canonical form. */
  readonly network: string;
  /** Addresses that are denied whatever the unknown values are, as the fewest networks. */
  readonly denied: readonly string[];
  /** Addresses of which it is not known. */
  readonly notKnown: readonly string[];
  /**
   * The first known deny rule that matches an address of `denied`, or of `notKnown` if none is denied. Undefined if no known
   * one does.
   */
  readonly denyRule: Rule | undefined;
  /** Why it is not known. */
  readonly reasons: readonly string[];
}

/** Equal for shortfalls between which a reader sees no difference. */
export function keyOfShortfall(of: string, { network, denied, notKnown, denyRule }: Shortfall): string {
  return JSON.stringify([of, network, denied, notKnown, denyRule?.id]);
}

/** Returns the networks that are not surely admitted. */
export function findShortfalls({ facts: lists, policyIds, networks }: RequiredAccess): Shortfall[] {
  if (networks.length === 0) return [];
  const ids = listPolicies(policyIds);
  const { facts, space, admits } = toPart({ facts: lists, policyIds });
  return networks.flatMap((network): Shortfall[] => {
    const { denied, notKnown, reasons } = decideNetwork(space, admits, toCidr(network));
    return denied.length + notKnown.length === 0
      ? []
      : [
          {
            network,
            denied,
            notKnown,
            denyRule: findDenyRule(facts, ids, denied.length > 0 ? denied : notKnown),
            reasons,
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

/** Decides for every address of a valid network. */
export function decideAccess(policies: CombinedPolicies, network: string): Decision {
  const { space, admits } = toPart(policies);
  return decideNetwork(space, admits, toCidr(network));
}

/** Every address of `mustAdmit` must surely be admitted, and none of `mustDeny` possibly. */
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
  { rules }: AccessFacts,
  policyIds: readonly Known<string>[],
  networks: readonly string[],
): Rule | undefined {
  const searched = networks.map((network) => toRange(toCidr(network)));
  return rules.objects.find(
    ({ action, network, policyId }) =>
      action === 'deny' &&
      !isUnknown(network) &&
      policyIds.includes(policyId) &&
      intersectRanges(searched, [toRange(network)]).length > 0,
  );
}

/**
 * `deny 203.0.113.0/24 (ipr_1, 'guests')`, for messages. An id that is a network is left out: the provider gives it to the
 * rules that a set declares.
 */
function formatRule({ action, network, id, description }: Rule): Words {
  const cidr = isUnknown(network) ? 'a network that is not known' : network.canonical;
  const names = [...('problem' in parseCidr(id) ? [id] : []), ...(description === null ? [] : [`'${description}'`])];
  return `${isUnknown(action) ? 'rule for' : action} ${cidr}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
}

/**
 * The end of a sentence: `would deny 203.0.113.9/32 of 203.0.113.0/24, because ...`. The caller writes the subject before it:
 * a restriction, a rule set, or a deletion.
 */
export function formatShortfall({ network, denied, notKnown, denyRule, reasons }: Shortfall): Words {
  const concerned = denied.length > 0 ? denied : notKnown;
  const isWhole = concerned.join() === toCidr(network).canonical;
  const part = isWhole ? network : `${listNetworks(concerned)} of ${network}`;
  if (denied.length === 0) return `may deny ${part}: ${reasons.join('; ')}`;
  return `would deny ${part}, because ${denyRule ? `the rule ${formatRule(denyRule)} matches` : 'no allow rule matches'}`;
}
