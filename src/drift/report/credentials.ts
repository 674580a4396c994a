/** The ages of credentials, which are no difference: a key works until it is deleted. */
import { parseTimestamp } from '../../model/formats/time';
import type { AccountInventory } from '../../model/inventory';
import { getKind } from '../../model/kinds';
import { sealableNames } from '../../model/variants/sealed-attributes';

const DAY_MS = 86_400_000;

export interface CredentialAge {
  readonly kind: string;
  readonly id: string;
  /** The description; null without one. */
  readonly name: string | null;
  readonly created_at: string;
  /** Whole days by the clock of the service; null if the time is not known. */
  readonly age_days: number | null;
}

/** Kinds whose objects are secrets of which the service returns the value only on create. */
export function isCredentialKind(kind: string): boolean {
  return sealableNames(getKind(kind).attributes).length > 0;
}

/** Oldest first. */
export function listCredentials({ kinds }: AccountInventory, now: number | undefined): CredentialAge[] {
  const credentials = kinds
    .filter(({ kind }) => isCredentialKind(kind))
    .flatMap(({ kind, objects }) =>
      objects.flatMap(({ id, values }): CredentialAge[] => {
        const { created_at: createdAt, description } = values;
        const created = typeof createdAt === 'string' ? parseTimestamp(createdAt) : undefined;
        if (created === undefined) return [];
        const days = now === undefined ? null : Math.max(0, Math.floor((now - created) / DAY_MS));
        const name = typeof description === 'string' && description !== '' ? description : null;
        return [{ kind, id, name, created_at: String(createdAt), age_days: days }];
      }),
    );
  return credentials.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
