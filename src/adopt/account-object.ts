/** The object that binds the generated configuration to the account; both renderers write it. */
import { findKindOfId } from '../model/kinds';
import type { Adoption } from './adoption';

/** Lines of a comment. */
export const ACCOUNT_OBJECT_REMARK = [
  'With an API key of another account nothing is read or changed.',
  'This is the oldest object of the account; name another one before you delete it.',
];

/** The id of the oldest adopted object, which has stayed the longest. Undefined without objects. */
export function findAccountObject({ objects }: Adoption): string | undefined {
  const candidates = objects.filter(({ id }) => findKindOfId(id));
  const oldest = candidates.toSorted(
    (a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? '') || a.id.localeCompare(b.id),
  );
  return oldest[0]?.id;
}
