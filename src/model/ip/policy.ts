/**
 * Evaluation of IP policies: an address is allowed if at least one allow rule and no deny rule matches it. The order of
 * rules is irrelevant. Without rules no address is allowed.
 */
import {
  type AddressFamily,
  type AddressRange,
  ALL_ADDRESSES,
  compareRanges,
  containsRange,
  mergeRanges,
  subtractRanges,
  toRange,
} from './address-set';
import { type Cidr, parseCidr, parseIp } from './cidr';

export interface PolicyRule {
  readonly cidr: Cidr;
  readonly action: 'allow' | 'deny';
}

/** Converts a rule that the service returned; throws for a network that is not valid. */
export function toPolicyRule(cidr: string, action: unknown): PolicyRule {
  const parsed = parseCidr(cidr);
  if ('problem' in parsed) throw new Error(`The service returned the network '${cidr}', which ${parsed.problem}`);
  return { cidr: parsed, action: action === 'deny' ? 'deny' : 'allow' };
}

export interface PolicyDecision {
  readonly allowed: boolean;
  /** The matching deny rules if there are any, otherwise the matching allow rules. */
  readonly decisiveRules: readonly PolicyRule[];
}

/** Evaluates the rules for one address. Throws for an invalid address, which is a bug of the caller. */
export function evaluatePolicy(rules: readonly PolicyRule[], ip: string): PolicyDecision {
  const address = parseIp(ip) && parseCidr(ip);
  if (!address || 'problem' in address) throw new Error(`'${ip}' is not an IP address`);
  const searched = toRange(address);
  const matching = rules.filter(({ cidr }) => containsRange([toRange(cidr)], searched));
  const denying = matching.filter(({ action }) => action === 'deny');
  if (denying.length > 0) return { allowed: false, decisiveRules: denying };
  return { allowed: matching.length > 0, decisiveRules: matching };
}

/**
 * Returns the addresses that the rules admit, as the fewest ranges. For several policies pass the rules of all: an
 * address is admitted if any policy allows it and none denies it.
 */
export function admittedRanges(rules: readonly PolicyRule[]): AddressRange[] {
  return subtractRanges(rangesByAction(rules, 'allow'), rangesByAction(rules, 'deny'));
}

export function admitsNothing(rules: readonly PolicyRule[]): boolean {
  return admittedRanges(rules).length === 0;
}

/**
 * Returns the families whose every address an allow rule matches. Deny rules are ignored: a policy that lists only the
 * denied addresses is open.
 */
export function familiesOpenToAll(rules: readonly PolicyRule[]): AddressFamily[] {
  return mergeRanges(rangesByAction(rules, 'allow'))
    .filter((range) => ALL_ADDRESSES.some((all) => compareRanges(all, range) === 0))
    .map(({ family }) => family);
}

export function rangesByAction(rules: readonly PolicyRule[], action: PolicyRule['action']): AddressRange[] {
  return rules.filter((rule) => rule.action === action).map(({ cidr }) => toRange(cidr));
}
