/** The `filter` of list operations: a part of CEL over `obj` (gaps.md section 1.3). */

import type { Kind } from '../kind';
import type { CelType, Vocabulary } from './vocabulary';

const always: Readonly<Record<string, CelType>> = {
  id: 'string',
  created_at: 'timestamp',
  description: 'string',
  metadata: 'string',
};

/** Fields that a filter compares with `timestamp(...)`. */
const times = ['not_before', 'not_after'];

/**
 * What the filters of a kind may say: its filterable fields and the constructs of the service's list filters, less what
 * `refuse` gives a reason against.
 */
export function listFilterVocabulary(
  kind: Pick<Kind, 'attributes' | 'filterFields'>,
  refuse?: Vocabulary['refuse'],
): Vocabulary {
  const own = (kind.filterFields ?? []).map((path): [string, CelType] => {
    const attribute = kind.attributes[path];
    if (attribute?.type === 'set' || attribute?.type === 'list') return [path, 'list<string>'];
    return [path, times.includes(path) ? 'timestamp' : 'string'];
  });
  return { root: 'obj', grammar: 'list', fields: { ...always, ...Object.fromEntries(own) }, ...(refuse && { refuse }) };
}
