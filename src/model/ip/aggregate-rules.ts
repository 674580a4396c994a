/** One rule a network, and as few rules as say the same: the service takes a network once in a policy (error 1408). */
import { rangeOf, rangesToCidrs } from './address-range';
import { type Cidr, parseCidr } from './cidr';
import type { PolicyRule } from './policy';

/** A rule with what is said about it. */
export interface DescribedRule extends PolicyRule {
  readonly description?: string;
  readonly metadata?: string;
}

/** Longest description of a rule, in bytes (management-api.md 'Conventions'). */
const MAX_DESCRIPTION = 255;

/**
 * Rules that admit exactly whom the given ones admit, alone and together with the rules of any other policy, each
 * network at most once:
 * - networks with the same action, description and metadata that overlap or lie side by side become the fewest ones;
 * - of rules with one network and different actions the deny stays, because it wins;
 * - of rules with one network and one action the descriptions are joined by `; ` as far as 255 bytes go, and the
 *   metadata of the first stays.
 *
 * In the order in which the (first) rule of each was given.
 */
export function mergeRules(rules: readonly DescribedRule[]): DescribedRule[] {
  const byNetwork = new Map<string, DescribedRule>();
  for (const rule of sameGroup(rules).flatMap(minimalCidrs)) {
    const { canonical } = rule.cidr;
    const before = byNetwork.get(canonical);
    byNetwork.set(canonical, before ? joinDescriptions(before, rule) : rule);
  }
  return [...byNetwork.values()];
}

/** The rules in groups that differ in nothing but their networks. */
function sameGroup(rules: readonly DescribedRule[]): DescribedRule[][] {
  const groups = new Map<string, DescribedRule[]>();
  for (const rule of rules) {
    const key = [rule.action, rule.description, rule.metadata].join('\0');
    const group = groups.get(key);
    if (group) group.push(rule);
    else groups.set(key, [rule]);
  }
  return [...groups.values()];
}

function minimalCidrs(group: readonly DescribedRule[]): readonly DescribedRule[] {
  const [first] = group;
  if (!first || group.length === 1) return group;
  const given = new Map(group.map(({ cidr }) => [cidr.canonical, cidr]));
  return rangesToCidrs(group.map(({ cidr }) => rangeOf(cidr))).map((text) => ({
    ...first,
    cidr: given.get(text) ?? (parseCidr(text) as Cidr),
  }));
}

function joinDescriptions(before: DescribedRule, rule: DescribedRule): DescribedRule {
  if (before.action !== rule.action) return before.action === 'deny' ? before : rule;
  const description = joinedDescription(before.description, rule.description);
  return { ...rule, ...before, ...(description !== undefined && { description }) };
}

function joinedDescription(before: string | undefined, after: string | undefined): string | undefined {
  if (!before || !after) return before || after;
  const both = `${before}; ${after}`;
  return Buffer.byteLength(both) <= MAX_DESCRIPTION ? both : before;
}
