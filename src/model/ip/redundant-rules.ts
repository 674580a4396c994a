/**
 * Finds redundant rules of an IP policy: removing any of them, or all of them, does not change whom the policy admits.
 * If a restriction combines policies, only `unneeded_deny` may matter: it also denies what another policy allows.
 * `::ffff:192.0.2.0/120` is taken for IPv6 only; the documents do not say whether the service does.
 */
import { findFirstIndex } from '../arrays';
import { type AddressRange, compareRanges, containsRange, findOverlapping, mergeRanges, toRange } from './address-set';
import type { NetworkRule } from './aggregate-rules';

export type RedundancyReason =
  /** Another rule of the same network has the same action. */
  | 'duplicate'
  /** A rule of a wider network has the same action. */
  | 'covered'
  /** Deny rules match all addresses of an allow rule. */
  | 'shadowed'
  /** A deny rule matches no address that a rule allows. */
  | 'unneeded_deny';

export interface RedundantRule<R extends NetworkRule> {
  readonly reason: RedundancyReason;
  readonly rule: R;
  /** Undefined if no single rule makes this one redundant. */
  readonly causedBy?: R;
}

interface IndexedRule<R extends NetworkRule> {
  readonly rule: R;
  readonly range: AddressRange;
}

/** In the order of `rules`, in O(n log n). Keeps the first duplicate and the widest network. */
export function findRedundantRules<R extends NetworkRule>(rules: readonly R[]): RedundantRule<R>[] {
  const indexedRules = rules.map((rule) => ({ rule, range: toRange(rule.cidr) }));
  const allows = splitCovered(indexedRules.filter(({ rule }) => rule.action === 'allow'));
  const denies = splitCovered(indexedRules.filter(({ rule }) => rule.action === 'deny'));
  const allowed = mergeRanges(allows.kept.map(({ range }) => range));
  const denied = mergeRanges(denies.kept.map(({ range }) => range));
  const found: RedundantRule<R>[] = [
    ...allows.redundant,
    ...denies.redundant,
    ...allows.kept.filter(({ range }) => containsRange(denied, range)).map((allow) => toShadowed(allow, denies.kept)),
    ...denies.kept
      .filter(({ range }) => findOverlapping(allowed, range).length === 0)
      .map(({ rule }) => ({ reason: 'unneeded_deny' as const, rule })),
  ];
  const positions = new Map(rules.map((rule, index) => [rule, index]));
  return found.sort((a, b) => (positions.get(a.rule) ?? 0) - (positions.get(b.rule) ?? 0));
}

interface Split<R extends NetworkRule> {
  /** Disjoint networks, in order. */
  readonly kept: readonly IndexedRule<R>[];
  readonly redundant: readonly RedundantRule<R>[];
}

/** Networks are nested or disjoint: sorted, each is inside the last kept network or after it. */
function splitCovered<R extends NetworkRule>(rules: readonly IndexedRule<R>[]): Split<R> {
  const kept: IndexedRule<R>[] = [];
  const redundant: RedundantRule<R>[] = [];
  // The sort is stable, so the first of duplicates is kept.
  for (const candidate of [...rules].sort((a, b) => compareRanges(a.range, b.range))) {
    const last = kept.at(-1);
    if (!last || last.range.family !== candidate.range.family || last.range.last < candidate.range.last) {
      kept.push(candidate);
      continue;
    }
    const reason = compareRanges(last.range, candidate.range) === 0 ? 'duplicate' : 'covered';
    redundant.push({ reason, rule: candidate.rule, causedBy: last.rule });
  }
  return { kept, redundant };
}

function toShadowed<R extends NetworkRule>(
  { rule, range }: IndexedRule<R>,
  denies: readonly IndexedRule<R>[],
): RedundantRule<R> {
  // Deny networks are disjoint and in order, so only the last one that starts at or before the network can cover it.
  const firstLaterIndex = findFirstIndex(denies, ({ range: { family, first } }) =>
    family === range.family ? first > range.first : family > range.family,
  );
  const deny = denies[firstLaterIndex - 1];
  const causedBy = deny && deny.range.family === range.family && deny.range.last >= range.last ? deny.rule : undefined;
  return { reason: 'shadowed', rule, ...(causedBy && { causedBy }) };
}
