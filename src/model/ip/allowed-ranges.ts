/** Whom the rules of IP policies admit, as sets of addresses (gaps.md section 0, 'IP policy evaluation'). */
import { type AddressFamily, type AddressRange, mergeRanges, rangeOf, subtractRanges } from './address-range';
import type { PolicyRule } from './policy';

/** Every address that the rules together admit, as the fewest ranges. */
export function admittedRanges(rules: readonly PolicyRule[]): AddressRange[] {
  return subtractRanges(rangesOf(rules, 'allow'), rangesOf(rules, 'deny'));
}

/** Whether no address at all is admitted: there is no allow rule, or the deny rules cover all that is allowed. */
export function admitsNothing(rules: readonly PolicyRule[]): boolean {
  return admittedRanges(rules).length === 0;
}

/**
 * The families of which the allow rules together match every address. Deny rules are left out of account: who lists
 * whom to refuse, and lets everybody else in, has an open policy.
 */
export function familiesOpenToAll(rules: readonly PolicyRule[]): AddressFamily[] {
  return mergeRanges(rangesOf(rules, 'allow'))
    .filter(({ family, first, last }) => first === 0n && last === (family === 'ipv4' ? 2n ** 32n : 2n ** 128n) - 1n)
    .map(({ family }) => family);
}

/** The addresses that the rules with the action match. */
export function rangesOf(rules: readonly PolicyRule[], action: PolicyRule['action']): AddressRange[] {
  return rules.filter((rule) => rule.action === action).map(({ cidr }) => rangeOf(cidr));
}
