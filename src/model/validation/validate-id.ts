import type { ValuePath } from '../../values/path';
import { isObjectId, type ScalarAttribute, type StringsAttribute } from '../kind';
import { findKindOfId, getKind } from '../kinds';
import type { Problem } from '../problem';
import { clip, withArticle } from '../text';

/** The service may have prefixes that are not in the model; its ids have 27 characters after the prefix. */
const ID_OF_ANY_PREFIX = /^[a-z0-9]+_[A-Za-z0-9]{27}$/;

/**
 * The value may have a prefix of the kind, or one that none of `KINDS` has. With `acceptsAlias`, it may be any text but
 * the id of another one of `KINDS`.
 */
export function checkId(attribute: ScalarAttribute | StringsAttribute, value: string, path: ValuePath): Problem[] {
  const name = attribute.ref?.kind ?? ('idOf' in attribute ? attribute.idOf : undefined);
  if (name === undefined) return [];
  const kind = getKind(name);
  if (isObjectId(kind, value)) return [];
  const other = findKindOfId(value);
  const isAlias = 'acceptsAlias' in attribute && !other;
  if (isAlias || (!other && ID_OF_ANY_PREFIX.test(value))) return [];
  const problem = `is '${clip(value)}'${other ? `, the id of ${withArticle(other.title)}` : ''}`;
  const expected = `the id of ${withArticle(kind.title)} (${kind.idPrefix}_...), or a reference to it`;
  return [{ path, problem, expected, rule: 'id' }];
}
