import { groupBy } from '../arrays';
import { MAX_DESCRIPTION_BYTES } from '../resources/common';
import { rangesToCidrs, toRange } from './address-set';
import { type Cidr, parseCidr } from './cidr';

export interface NetworkRule {
  readonly cidr: Cidr;
  readonly action: 'allow' | 'deny';
}

export interface DescribedRule extends NetworkRule {
  readonly description?: string;
  readonly metadata?: string;
}

/**
 * Returns rules that admit the same addresses, alone and together with other policies, with each network at most once,
 * because the service accepts it once per policy (error 1408):
 * - Networks with the same action, description and metadata are aggregated to the fewest networks, in the order of
 *   addresses, at the place of the first of them.
 * - If a network has both actions, the deny is kept, because it wins.
 * - If a network has one action twice, the descriptions are joined by `; `, or the first one is kept if both together
 *   exceed 255 bytes, and the first metadata is kept.
 */
export function aggregateRules(rules: readonly DescribedRule[]): DescribedRule[] {
  const byNetwork = new Map<string, DescribedRule>();
  const groups = groupBy(rules, ({ action, description, metadata }) => [action, description, metadata].join('\0'));
  for (const rule of [...groups.values()].flatMap(minimalCidrs)) {
    const { canonical } = rule.cidr;
    const duplicate = byNetwork.get(canonical);
    byNetwork.set(canonical, duplicate ? mergeDuplicates(duplicate, rule) : rule);
  }
  return [...byNetwork.values()];
}

function minimalCidrs(group: readonly DescribedRule[]): readonly DescribedRule[] {
  const [first] = group;
  if (!first || group.length === 1) return group;
  const cidrs = new Map(group.map(({ cidr }) => [cidr.canonical, cidr]));
  return rangesToCidrs(group.map(({ cidr }) => toRange(cidr))).map((text) => ({
    ...first,
    cidr: cidrs.get(text) ?? (parseCidr(text) as Cidr),
  }));
}

function mergeDuplicates(before: DescribedRule, rule: DescribedRule): DescribedRule {
  if (before.action !== rule.action) return before.action === 'deny' ? before : rule;
  const description = joinWithinLimit(before.description, rule.description);
  return { ...rule, ...before, ...(description !== undefined && { description }) };
}

function joinWithinLimit(before: string | undefined, after: string | undefined): string | undefined {
  if (!before || !after) return before || after;
  const both = `${before}; ${after}`;
  return Buffer.byteLength(both) <= MAX_DESCRIPTION_BYTES ? both : before;
}
