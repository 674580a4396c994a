import type { DescribedFailure } from '../../values/read-failure';
import type { Words } from '../../values/words';

/**
 * How many objects of one kind the states manage: those that are compared, and other states of the app. Derived objects
 * need no configuration and are not in the fraction.
 */
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

/** A list, an object, a resource or a part of the events that was not checked, or not completely. */
export interface IncompleteCheck {
  /**
   * Kind in the model, or the resource type if this version does not support it. `events` for a problem of the events,
   * `account` for one that concerns several kinds.
   */
  readonly kind: string;
  readonly reason:
    | DescribedFailure['reason']
    | 'unsupported_type'
    | 'invalid_events'
    | 'too_many_events'
    | 'other_account'
    | 'other_provider_configuration'
    | 'state_not_read';
  /**
   * What of the kind was not checked: the id of an object, the address of a resource and its state, the stack or state
   * and the provider configuration of resources, or the number of a problem of the events. Null for a list, and for a
   * whole state.
   */
  readonly subject: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly message: Words;
  /** Number of objects that were read before a list failed; 0 for everything else. */
  readonly objects_read: number;
}

export type CoverageCounts = Pick<KindCoverage, 'managed' | 'unmanaged' | 'derived'>;

export function toCoverage(counts: CoverageCounts, complete: boolean): Omit<KindCoverage, 'kind'> {
  return { ...counts, fraction: `${counts.managed}/${counts.managed + counts.unmanaged}`, complete };
}

export function sumCoverage(kinds: readonly KindCoverage[]): Omit<KindCoverage, 'kind'> {
  const sum = (count: keyof CoverageCounts): number => kinds.reduce((total, each) => total + each[count], 0);
  return toCoverage(
    { managed: sum('managed'), unmanaged: sum('unmanaged'), derived: sum('derived') },
    kinds.every(({ complete }) => complete),
  );
}
