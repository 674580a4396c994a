/** An old credential is not a finding: its age is no difference from a state. */
import { compareTexts } from '../../model/arrays';
import type { AccountInventory } from '../../model/inventory';
import { getKind } from '../../model/kinds';
import { daysBetween, parseTimestamp, toSortableTime } from '../../model/time';
import { hasSealableAttribute } from '../../model/variants/sealed-attributes';

export interface CredentialAge {
  readonly kind: string;
  readonly id: string;
  /** The description; null without one. */
  readonly name: string | null;
  readonly created_at: string;
  /** Whole days by the clock of the service; null if the time is not known. */
  readonly age_days: number | null;
}

/** Oldest first, without objects whose `created_at` is not a time. `now` is the service's time in milliseconds. */
export function listCredentials({ kinds }: AccountInventory, now: number | undefined): CredentialAge[] {
  const credentials = kinds
    .filter(({ kind }) => hasSealableAttribute(getKind(kind)))
    .flatMap(({ kind, objects }) =>
      objects.flatMap(({ id, values }): CredentialAge[] => {
        const { created_at: createdAt, description } = values;
        const created = typeof createdAt === 'string' ? parseTimestamp(createdAt) : undefined;
        if (created === undefined) return [];
        const days = now === undefined ? null : daysBetween(created, now);
        const name = typeof description === 'string' && description !== '' ? description : null;
        return [{ kind, id, name, created_at: String(createdAt), age_days: days }];
      }),
    );
  const sortKey = ({ created_at: createdAt, id }: CredentialAge): string => `${toSortableTime(createdAt)} ${id}`;
  return credentials.sort((a, b) => compareTexts(sortKey(a), sortKey(b)));
}
