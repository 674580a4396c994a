/**
 * The access to the traffic of every restriction type as ranges of addresses with one result each, for SQL engines that
 * join them with recorded events. The ranges of one part and one side cover every address exactly once, so a join finds
 * one for every address.
 */

import type { DifferentAddresses } from '../access/compare';
import { type RestrictionChange, reviewRestrictions } from '../access/compare-accounts';
import { groupNetworks, listReasons } from '../access/decide';
import { ALWAYS, type Diagram, networkToRange, unlessTooLarge } from '../access/diagram';
import type { AccessFacts } from '../access/facts';
import type { Space } from '../access/space';
import {
  type AddressRange,
  ALL_ADDRESSES,
  compareRanges,
  mergeRanges,
  rangeOf,
  subtractRanges,
  toSortableHex,
} from '../model/ip/address-set';
import { oneLine } from '../model/text';
import type { Cause } from '../values/cause';
import { describeCause } from '../values/describe-cause';
import { isUnknown } from '../values/known';
import type { Words } from '../values/words';
import { findCauses, formatCause, namePolicy } from './causes';

/** What a change does to the requests of an address. `not_known`: what is not known decides. */
export type Effect = 'newly_refused' | 'newly_admitted' | 'not_known';

export type RangeSide = 'before' | 'after' | 'change';

export interface AccessRange extends AddressRange {
  /** Type of the restriction: `endpoints`. */
  readonly part: string;
  readonly side: RangeSide;
  readonly result: 'admitted' | 'denied' | 'unchanged' | Effect;
  /**
   * Rules, policies, the enforcement or what is not known, in words; empty if nothing changes, or if no cause of a
   * change is known.
   */
  readonly cause: string;
}

type Row = Omit<AccessRange, 'part' | 'side'>;

type State = Exclude<RangeSide, 'change'>;

/** The access of one state, as the side `before`. */
export function listStateRanges(facts: AccessFacts): AccessRange[] {
  return reviewRestrictions(facts, facts).flatMap((change) => listState(change, facts, 'before'));
}

/** `undecided`: why the state after the change may not be what it seems; then nothing about it is known. */
export function listChangeRanges(before: AccessFacts, after: AccessFacts, undecided: readonly Cause[]): AccessRange[] {
  const nothing = toRows(ALL_ADDRESSES, 'not_known', undecided.map(describeCause));
  return reviewRestrictions(before, after).flatMap((change) => [
    ...listState(change, before, 'before'),
    ...(undecided.length === 0
      ? [...listState(change, after, 'after'), ...toSide(change.type, 'change', listChange(change, before, after))]
      : (['after', 'change'] as const).flatMap((side) => toSide(change.type, side, nothing))),
  ]);
}

/** The addresses of each effect, as the fewest ranges. An address has at most one effect. */
export function listEffects({ newlyShutOut, newlyAdmitted }: RestrictionChange): Record<Effect, AddressRange[]> {
  return {
    newly_refused: mergeNetworks(newlyShutOut.sure),
    newly_admitted: mergeNetworks(newlyAdmitted.sure),
    not_known: mergeNetworks(newlyShutOut.possible, newlyAdmitted.possible),
  };
}

function mergeNetworks(...sets: readonly DifferentAddresses[]): AddressRange[] {
  return mergeRanges(sets.flatMap(({ networks }) => networks.map(rangeOf)));
}

function listChange(change: RestrictionChange, before: AccessFacts, after: AccessFacts): Row[] {
  const { space, admitsBefore, admitsAfter } = change;
  const caused = (result: Effect, direction: 'admitted' | 'shut_out'): Row[] =>
    findCauses(change, [before, after], direction).flatMap(({ cidr, causes }) =>
      toRows([rangeOf(cidr)], result, causes.map(formatCause)),
    );
  const { without, or } = space.diagrams;
  const different = or(without(admitsBefore, admitsAfter), without(admitsAfter, admitsBefore));
  const found = [
    ...caused('newly_refused', 'shut_out'),
    ...caused('newly_admitted', 'admitted'),
    ...toRows(listEffects(change).not_known, 'not_known', listReasons(space, different)),
  ];
  return [...found, ...toRows(subtractRanges(ALL_ADDRESSES, found), 'unchanged', [])];
}

function listState(change: RestrictionChange, facts: AccessFacts, side: State): AccessRange[] {
  const { space } = change;
  const admits = side === 'before' ? change.admitsBefore : change.admitsAfter;
  const cause = describeDeciding(change, facts, side);
  const list = (): Row[] => {
    const [surely, possibly] = [space.surelyFor(admits), space.possiblyFor(admits)];
    const between = space.diagrams.and(admits, space.diagrams.without(possibly, surely));
    const admitted = groupNetworks(space, surely).get(ALWAYS) ?? [];
    const decided = toRows(admitted.map(networkToRange), 'admitted', cause);
    const unknown = listUndecided(space, between);
    const denied = subtractRanges(ALL_ADDRESSES, [...decided, ...unknown]);
    return [...decided, ...unknown, ...toRows(denied, 'denied', cause)];
  };
  const reasons = ['the policies are too large to be evaluated'];
  const rows = unlessTooLarge(list, () => toRows(ALL_ADDRESSES, 'not_known', reasons));
  return toSide(change.type, side, rows);
}

function listUndecided(space: Space, between: Diagram): Row[] {
  return [...groupNetworks(space, between)].flatMap(([conditions, networks]) =>
    toRows(networks.map(networkToRange), 'not_known', listReasons(space, conditions)),
  );
}

function describeDeciding(change: RestrictionChange, facts: AccessFacts, side: State): Words[] {
  const enforcement = change[side];
  const restriction = change.restrictions[side === 'before' ? 0 : 1];
  if (isUnknown(enforcement)) return [describeCause(enforcement.cause)];
  if (!restriction) return ['no restriction'];
  if (enforcement === 'not_enforced') return ['the restriction is not enforced'];
  const { policyIds } = restriction;
  if (isUnknown(policyIds)) return [describeCause(policyIds.cause)];
  if (policyIds.length === 0) return ['the restriction has no policies'];
  return policyIds.map((policyId) =>
    isUnknown(policyId) ? describeCause(policyId.cause) : namePolicy(facts, policyId),
  );
}

function toRows(ranges: readonly AddressRange[], result: Row['result'], causes: readonly string[]): Row[] {
  return mergeRanges(ranges).map((range) => ({ ...range, result, cause: causes.join('; ') }));
}

function toSide(part: string, side: RangeSide, rows: readonly Row[]): AccessRange[] {
  return [...rows].sort(compareRanges).map((row) => ({ part, side, ...row }));
}

/**
 * `low` and `high` are 8 hexadecimal digits of IPv4 or 32 of IPv6: in one family their order is that of the addresses.
 */
export function formatRanges(ranges: readonly AccessRange[]): string {
  const rows = ranges.map(({ part, side, result, family, first, last, cause }) =>
    [part, side, result, family, toSortableHex(family, first), toSortableHex(family, last), cause].map(quote).join(','),
  );
  return `${['part,side,result,family,low,high,cause', ...rows].join('\n')}\n`;
}

function quote(text: string): string {
  const line = oneLine(text);
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
