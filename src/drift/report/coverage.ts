/** How much of the account stands in some state, as exact fractions. */
import type { KindListing, ListFailure } from '../../model/inventory';

/** Objects of one kind. `managed + unmanaged` is the denominator: what is derived needs no declaration. */
export interface KindCoverage {
  readonly kind: string;
  readonly managed: number;
  readonly unmanaged: number;
  readonly derived: number;
  /** `managed/(managed + unmanaged)`, not reduced: `7/9`; `0/0` when there is nothing to manage. */
  readonly fraction: string;
  /** False when the kind could not be read to its end: then the numbers are of what was read. */
  readonly complete: boolean;
}

/** A kind that was not, or not wholly, looked at. */
export interface Incomplete {
  readonly kind: string;
  readonly reason: ListFailure['reason'] | 'unknown' | 'events';
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string;
  /** Objects that were read all the same. */
  readonly read: number;
}

/** The coverage of one kind. */
export function kindCoverage(
  reading: KindListing,
  counts: Pick<KindCoverage, 'managed' | 'unmanaged' | 'derived'>,
): KindCoverage {
  return {
    kind: reading.kind,
    ...counts,
    fraction: `${counts.managed}/${counts.managed + counts.unmanaged}`,
    complete: reading.failure === undefined,
  };
}

/** The coverage of all kinds together. */
export function totalCoverage(kinds: readonly KindCoverage[]): Omit<KindCoverage, 'kind'> {
  const sum = (count: (each: KindCoverage) => number): number => kinds.reduce((total, each) => total + count(each), 0);
  const managed = sum((each) => each.managed);
  const unmanaged = sum((each) => each.unmanaged);
  return {
    managed,
    unmanaged,
    derived: sum((each) => each.derived),
    fraction: `${managed}/${managed + unmanaged}`,
    complete: kinds.every(({ complete }) => complete),
  };
}

/**
 * Whether at least that part is managed: `least` from 0 to 1. Nothing to manage is managed wholly. The tolerance is
 * the rounding error of the product, so that 7 of 100 reach 0.07.
 */
export function reaches({ managed, unmanaged }: Pick<KindCoverage, 'managed' | 'unmanaged'>, least: number): boolean {
  return managed >= least * (managed + unmanaged) - Number.EPSILON * (managed + unmanaged);
}
