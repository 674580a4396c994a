declare const WORDS: unique symbol;

/**
 * A text for people. Any text may become words, and no words become data again: they are printed, and parts of other words,
 * and never compared, searched, parsed, sorted or a key. `npm run check:words` finds code that does.
 */
export type Words = string & { readonly [WORDS]?: true };
