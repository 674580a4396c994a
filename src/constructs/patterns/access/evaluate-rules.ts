import { completeFamilies, FAMILY_NAMES, possibleRanges } from '../../../model/ip/address-set';
import type { DescribedRule, NetworkRule } from '../../../model/ip/aggregate-rules';
import { type Cidr, parseIp } from '../../../model/ip/cidr';
import { findNonPublicNetwork } from '../../../model/ip/non-public-networks';
import { findRedundantRules, type RedundancyReason } from '../../../model/ip/redundant-rules';
import { formatList, type Words } from '../../../values/words';
import { isResolvedString } from '../../tokens';
import type { CollectedRule, CollectedRules } from './collect-rules';

/** A choice: a message that names more is hard to read. */
export const MAX_LISTED = 5;

/** Loads the access engine at the first check that needs it, to keep the import of the package fast. */
function loadAccess(): typeof import('../../../access-review/deferred-access') {
  return require('../../../access-review/deferred-access') as typeof import('../../../access-review/deferred-access');
}

/**
 * Sentences without a subject: `denies 192.0.2.1 ...`; one alone if the restriction denies every address. A rule that
 * is known after apply may still allow an address, so only a known deny rule or a complete list of rules proves a
 * lock-out.
 */
export function findLockouts(policies: readonly CollectedRules[], mustAdmit: readonly string[]): string[] {
  if (policies.length === 0) return [];
  const { combineRules, deniesEveryAddress, findShortfalls } = loadAccess();
  const rules = policies.flatMap((policy) => policy.rules);
  const unknown = policies.find(({ isComplete }) => !isComplete);
  const combined = combineRules(
    rules,
    unknown && { kind: 'reference', reference: `the list of rules of ${unknown.policy.node.path}` },
  );
  const paths = policies.map(({ policy }) => policy.node.path).join(', ');
  if (deniesEveryAddress(combined)) {
    const reason = rules.some(({ action }) => action === 'allow')
      ? 'their deny rules match every address that their allow rules match'
      : 'they have no allow rule';
    return [
      `denies every address, because of its policies (${paths}): ${reason}; expected at least one allowed address`,
    ];
  }
  const known = mustAdmit.filter((ip) => isResolvedString(ip) && parseIp(ip));
  const shortfalls = findShortfalls({ ...combined, networks: known });
  return mustAdmit.flatMap((ip, index) => {
    const shortfall = shortfalls.find(({ network }) => network === ip);
    if (!shortfall || shortfall.denied.length === 0) return [];
    const subject = `denies ${ip} of mustAdmit[${index}], because`;
    const { denyRule } = shortfall;
    if (!denyRule)
      return [`${subject} no allow rule of its policies (${paths}) matches it; expected an allow rule that does`];
    const deny = rules[Number(denyRule.id)] as CollectedRule;
    return [`${subject} ${deny.path} denies ${deny.cidr.canonical}; expected no deny rule that matches it`];
  });
}

/** Undefined if the rules admit at least one address. */
export function findDenyAllProblem(rules: readonly NetworkRule[]): Words | undefined {
  const allows = rules.some(({ action }) => action === 'allow');
  // The usual case. The access engine takes long for thousands of networks.
  if (allows && !rules.some(({ action }) => action === 'deny')) return undefined;
  const { combineRules, deniesEveryAddress } = loadAccess();
  if (!deniesEveryAddress(combineRules(rules))) return undefined;
  return allows
    ? 'the list denies every address, because its deny rules match all that it allows; expected at least one allowed address'
    : 'the list has deny rules only, so it denies every address; expected at least one allow rule. For a policy that only ' +
        'denies, next to policies that allow, use IpPolicy and IpPolicyRules.';
}

/**
 * For messages: `IPv4`, `IPv4 and IPv6`; undefined if no family is open. Deny rules are ignored: a policy that allows
 * `0.0.0.0/0` is open, although it denies some networks.
 */
export function formatOpenFamilies(rules: readonly NetworkRule[]): string | undefined {
  const allowed = rules.filter(({ action }) => action === 'allow');
  const open = completeFamilies(possibleRanges(allowed.map(({ cidr }) => cidr)));
  return open.length === 0 ? undefined : open.map((family) => FAMILY_NAMES[family]).join(' and ');
}

/**
 * Ids of the warnings of an allow list; {@link IpAllowListProps.suppressWarnings} has their meanings.
 */
export type AllowListWarning = RedundancyReason | 'empty' | 'expired' | 'expires_soon' | 'open' | 'private';

const REDUNDANCY_WARNINGS: Readonly<Record<RedundancyReason, string>> = {
  duplicate: 'Some rules have no effect, because another rule has the same network and action',
  covered: 'Some rules have no effect, because a rule of the same action has a wider network',
  shadowed: 'Some rules have no effect, because deny rules match all of their addresses, and a deny always wins',
  // A deny of one policy wins over an allow of another one that the same restriction names.
  unneeded_deny:
    'Some rules deny addresses that no rule of the list allows, so they have an effect only in a restriction with other policies',
};

export function findAllowListWarnings(rules: readonly DescribedRule[]): [AllowListWarning, string][] {
  const warnings: [AllowListWarning, string][] = [];
  const redundant = findRedundantRules(rules);
  for (const [id, warning] of Object.entries(REDUNDANCY_WARNINGS) as [RedundancyReason, string][]) {
    const found = redundant.filter((rule) => rule.reason === id);
    if (found.length === 0) continue;
    const listed = found.map(
      ({ rule, causedBy }) => formatRule(rule) + (causedBy ? ` (because of ${formatRule(causedBy)})` : ''),
    );
    warnings.push([id, `${warning}: ${formatList(listed, MAX_LISTED)}.`]);
  }
  const nonPublicRules = rules.filter(({ cidr, action }) => action === 'allow' && findNonPublicNetwork(cidr));
  if (nonPublicRules.length > 0) {
    const listed = nonPublicRules.map(
      (rule) => `${formatRule(rule)} (${findNonPublicNetwork(rule.cidr)?.source ?? ''})`,
    );
    warnings.push([
      'private',
      `Some allowed networks are private, so traffic from the internet never has these addresses: ` +
        `${formatList(listed, MAX_LISTED)}. Allow the public addresses of these networks instead.`,
    ]);
  }
  const open = formatOpenFamilies(rules);
  if (open) warnings.push(['open', `The list allows every ${open} address that it does not deny.`]);
  return warnings;
}

function formatRule({ cidr, description }: { readonly cidr: Cidr; readonly description?: string }): string {
  return description ? `${cidr.canonical} '${description}'` : cidr.canonical;
}
