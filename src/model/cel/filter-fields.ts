/** Not in filters.ts, so that the schemas of data sources load without the compiler of CEL. */
import type { Kind } from '../kind';

/** See docs/internals/gaps.md, section 1.3. */
const COMMON_FIELDS: readonly string[] = ['id', 'created_at', 'description', 'metadata'];

export function listFilterFields(kind: Pick<Kind, 'attributes' | 'filterFields'>): readonly string[] {
  const common = COMMON_FIELDS.filter((field) => kind.attributes[field] && !kind.attributes[field].unavailable);
  return [...common, ...(kind.filterFields ?? [])];
}
