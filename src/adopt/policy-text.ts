import { findPolicyReferences } from '../model/traffic-policy/references';
import type { DeclaredName, TextPart } from './expression';

/**
 * Splits a traffic policy at the ids that it may name. If only `ipp_a` is adopted, `["ipp_a","ipp_b"]` is `["`, a
 * reference, `","`, `ipp_b` and `"]`. With the id in place of the reference the text is the same, so a plan has no
 * changes. `find` is called once for each id.
 */
export function splitPolicyText(
  text: string,
  find: (kind: string, id: string) => DeclaredName | undefined,
): readonly TextPart[] {
  const kinds = new Map(findPolicyReferences(text).objects.map(({ kind, value }) => [value, kind]));
  const adopted = new Map<string, DeclaredName>();
  for (const [id, kind] of kinds) {
    const to = kind === 'internal_endpoint' ? undefined : find(kind, id);
    if (to) adopted.set(id, to);
  }
  if (adopted.size === 0) return [text];
  // A name after `$` or `%` stays: with the braces of a reference it would be an escape.
  return text.split(/(?<![\w$%-])(\w+)(?![\w-])/).map((part): TextPart => {
    const to = adopted.get(part);
    return to ? { type: 'reference', to, attribute: 'id' } : part;
  });
}
