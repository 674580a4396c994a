/** Rules of an IP policy that decide nothing: without any of them, and without all of them, the same are admitted. */
import { type AddressRange, compareRanges, containsRange, intersects, mergeRanges, rangeOf } from './address-range';
import type { PolicyRule } from './policy';

/** Why a rule never matters. */
export type RedundancyReason =
  /** Another rule of the same network does the same. */
  | 'duplicate'
  /** A rule of a wider network does the same. */
  | 'covered'
  /** An allow rule all of whose addresses deny rules match. */
  | 'shadowed'
  /** A deny rule that matches no address which any rule allows. */
  | 'idle';

/** One rule that never matters. */
export interface RedundantRule<R extends PolicyRule> {
  readonly why: RedundancyReason;
  readonly rule: R;
  /** The one rule that makes it so: for `duplicate` and `covered`, and for `shadowed` where one deny rule suffices. */
  readonly because?: R;
}

interface IndexedRule<R extends PolicyRule> {
  readonly rule: R;
  readonly range: AddressRange;
}

/**
 * Finds them in the order of the rules, in time that grows little faster than their number. Of duplicates the first
 * one matters; of networks within each other the widest does.
 */
export function findRedundantRules<R extends PolicyRule>(rules: readonly R[]): RedundantRule<R>[] {
  const placed = rules.map((rule) => ({ rule, range: rangeOf(rule.cidr) }));
  const allows = splitCovered(placed.filter(({ rule }) => rule.action === 'allow'));
  const denies = splitCovered(placed.filter(({ rule }) => rule.action === 'deny'));
  const allowed = mergeRanges(allows.kept.map(({ range }) => range));
  const denied = mergeRanges(denies.kept.map(({ range }) => range));
  const found: RedundantRule<R>[] = [
    ...allows.idle,
    ...denies.idle,
    ...allows.kept.filter(({ range }) => containsRange(denied, range)).map((allow) => shadowed(allow, denies.kept)),
    ...denies.kept
      .filter(({ range }) => intersects(allowed, range).length === 0)
      .map(({ rule }) => ({ why: 'idle' as const, rule })),
  ];
  const place = new Map(rules.map((rule, index) => [rule, index]));
  return found.sort((a, b) => (place.get(a.rule) ?? 0) - (place.get(b.rule) ?? 0));
}

interface Split<R extends PolicyRule> {
  /** Networks that have no address in common, in order. */
  readonly kept: readonly IndexedRule<R>[];
  readonly idle: readonly RedundantRule<R>[];
}

/** Networks lie within each other or apart, so in order each lies within the last that was kept, or within none. */
function splitCovered<R extends PolicyRule>(rules: readonly IndexedRule<R>[]): Split<R> {
  const kept: IndexedRule<R>[] = [];
  const idle: RedundantRule<R>[] = [];
  // The sort is stable: of duplicates the first one given comes first.
  for (const each of [...rules].sort((a, b) => compareRanges(a.range, b.range))) {
    const last = kept.at(-1);
    if (!last || last.range.family !== each.range.family || last.range.last < each.range.last) {
      kept.push(each);
      continue;
    }
    const why = compareRanges(last.range, each.range) === 0 ? 'duplicate' : 'covered';
    idle.push({ why, rule: each.rule, because: last.rule });
  }
  return { kept, idle };
}

function shadowed<R extends PolicyRule>(
  { rule, range }: IndexedRule<R>,
  denies: readonly IndexedRule<R>[],
): RedundantRule<R> {
  // The denies are apart from each other, so at most one of them covers the whole network.
  const [index] = [lastBefore(denies, range)];
  const deny = denies[index];
  const because = deny && deny.range.family === range.family && deny.range.last >= range.last ? deny.rule : undefined;
  return { why: 'shadowed', rule, ...(because && { because }) };
}

/** Place of the last network that starts at or before the range, of networks in order; -1 if there is none. */
function lastBefore<R extends PolicyRule>(
  networks: readonly IndexedRule<R>[],
  { family, first }: AddressRange,
): number {
  let [low, high] = [0, networks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = (networks[middle] as IndexedRule<R>).range;
    if (at.family < family || (at.family === family && at.first <= first)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
