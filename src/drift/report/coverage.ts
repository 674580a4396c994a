import type { KindListing, ListFailure } from '../../model/inventory';

/** How many objects of one kind Terraform manages. Derived objects need no configuration and are not in the fraction. */
export interface KindCoverage {
  readonly kind: string;
  readonly managed: number;
  readonly unmanaged: number;
  readonly derived: number;
  /** `managed/(managed + unmanaged)`, not reduced: `7/9`; `0/0` without objects. */
  readonly fraction: string;
  /** False if the list failed; then only the objects before the failure are counted. */
  readonly complete: boolean;
}

/** A kind, an object or an event file that was not checked completely. */
export interface IncompleteCheck {
  readonly kind: string;
  readonly reason: ListFailure['reason'] | 'unsupported_type' | 'invalid_events';
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string;
  /** Number of objects that were read before the failure. */
  readonly objects_read: number;
}

export function toKindCoverage(
  listing: KindListing,
  counts: Pick<KindCoverage, 'managed' | 'unmanaged' | 'derived'>,
): KindCoverage {
  return {
    kind: listing.kind,
    ...counts,
    fraction: `${counts.managed}/${counts.managed + counts.unmanaged}`,
    complete: listing.failure === undefined,
  };
}

export function sumCoverage(kinds: readonly KindCoverage[]): Omit<KindCoverage, 'kind'> {
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
 * Whether the managed part reaches the minimum, 0 to 1. An empty account has 100% coverage. The tolerance is the
 * rounding error of the product, so that 7 of 100 objects meet 0.07.
 */
export function meetsMinimum(
  { managed, unmanaged }: Pick<KindCoverage, 'managed' | 'unmanaged'>,
  minimum: number,
): boolean {
  return managed >= minimum * (managed + unmanaged) - Number.EPSILON * (managed + unmanaged);
}
