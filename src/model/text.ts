import { distance } from 'fastest-levenshtein';

/** `a\n\t b ` -> `a b`. Bidirectional formatting characters become spaces, too. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * `a list could not be read` -> `A list could not be read.` A first word with other characters than a to z, such as an
 * address, stays as it is.
 */
export function toSentence(clause: string): string {
  const text = clause.replace(/^[a-z]+ /, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return endSentence(text);
}

/** Adds the period that a sentence lacks: a question, such as that of {@link didYouMean}, has its own mark. */
export function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** `'office'`; without a name, callers pass the id as name, which has no quotes. */
export function quoteName(name: string, id: string): string {
  return name === id ? id : `'${name}'`;
}

/** Of an error message: the other lines of those of DuckDB quote its input. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** In UTF-16 code units. A choice: about a line of a message. */
const MAX_CLIPPED = 100;

/** `max` is in UTF-16 code units, without the `...` that is added. */
export function clip(text: string, max = MAX_CLIPPED): string {
  // The end may cut a surrogate pair; its first half alone is not a character.
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}...` : text;
}

export function pluralize(noun: string): string {
  if (noun.endsWith('y') && !/[aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}${/[sx]$/.test(noun) ? 'es' : 's'}`;
}

/** `an IP policy`, `a domain`. The first letter decides, so `an` is wrong for nouns such as `user` or `URL`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralize(noun)}`;
}

/**
 * Undefined if more than a third of the text, and more than two characters, would change: a choice, beyond which
 * suggestions are words of another meaning.
 */
function findNearest(text: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(text.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `; did you mean 'x'?`, or an empty string. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  const near = findNearest(text, candidates);
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** For a POSIX shell; in quotes if it needs them. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Whether the whole text matches; `*` is any number of characters. Takes each part where it is found first: a regular
 * expression would try every place of every part.
 */
export function matchesGlob(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}
