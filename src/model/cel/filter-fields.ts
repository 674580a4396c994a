/**
 * The fields of list filters. They are not in filters.ts, so that the schemas of data sources load without the compiler
 * of CEL.
 */
import type { Kind } from '../kind';

/** Fields that the list filter of every kind with such an attribute supports. */
const COMMON_FIELDS: readonly string[] = ['id', 'created_at', 'description', 'metadata'];

/** Returns the paths below `obj` that the list filter of the kind may use. */
export function listFilterFields(kind: Pick<Kind, 'attributes' | 'filterFields'>): readonly string[] {
  const common = COMMON_FIELDS.filter((field) => kind.attributes[field] && !kind.attributes[field].unavailable);
  return [...common, ...(kind.filterFields ?? [])];
}
