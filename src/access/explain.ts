/** Finds the rules of IP policies that decide about a network, for people. */
import { findOverlapping, toRange } from '../model/ip/address-set';
import type { Cidr } from '../model/ip/cidr';
import { isUnknown, type Known } from '../values/known';
import type { Words } from '../values/words';
import { formatRule, quotePolicy } from './causes';
import type { AccessFacts } from './facts';

/**
 * The deny rules that match an address of the network, otherwise the allow rules and those whose action is not known:
 * `allow 203.0.113.0/24 'Berlin' of 'Offices'`. A rule that may not exist, or whose policy or network is not
 * known, is left out; empty if no other one matches.
 */
export function explainRules(facts: AccessFacts, policyIds: readonly Known<string>[], network: Cidr): Words[] {
  const matching = facts.rules.objects.filter(
    (rule) =>
      rule.presence === undefined &&
      policyIds.includes(rule.policyId) &&
      !isUnknown(rule.network) &&
      findOverlapping([toRange(rule.network)], toRange(network)).length > 0,
  );
  const denying = matching.filter(({ action }) => action === 'deny');
  return (denying.length > 0 ? denying : matching).map((rule) => `${formatRule(rule)} of ${quotePolicy(facts, rule)}`);
}
