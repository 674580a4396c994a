/** Finds the rules of IP policies that decide about a network, for people. */

import type { AccessFacts } from '../access/facts';
import { listDecisive, listMatchingRules } from '../access/ip-policy';
import { findOverlapping, toRange } from '../model/ip/address-set';
import type { Cidr } from '../model/ip/cidr';
import type { Known } from '../values/known';
import type { Words } from '../values/words';
import { describeRule } from './causes';

/**
 * The deny rules that match an address of the network, otherwise the allow rules and those whose action is not known:
 * `allow 203.0.113.0/24 'Berlin' of 'Offices'`. A rule that may not exist, or whose policy or network is not
 * known, is left out; empty if no other one matches.
 */
export function explainRules(facts: AccessFacts, policyIds: readonly Known<string>[], network: Cidr): Words[] {
  const overlaps = (other: Cidr): boolean => findOverlapping([toRange(other)], toRange(network)).length > 0;
  return listDecisive(listMatchingRules(facts, policyIds, overlaps)).map((rule) => describeRule(facts, rule));
}
