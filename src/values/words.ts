declare const WORDS: unique symbol;

/**
 * A text for people. Any text may become words, and no words become data again: they are printed, and parts of other
 * words, and never compared, searched, parsed, sorted or a key.
 *
 * `npm run check:words` finds code in `src/` that does so with an expression of this type, or with the message of an
 * error or of a library. It misses words that were assigned to a `string`: `const text: string = words`.
 */
export type Words = string & { readonly [WORDS]?: true };

/** Lists the first `max` items and counts the others: `a, b and 3 more`. */
export function formatList(items: readonly string[], max: number): string {
  const more = items.length - max;
  return more > 0 ? `${items.slice(0, max).join(', ')} and ${more.toLocaleString('en')} more` : items.join(', ');
}
