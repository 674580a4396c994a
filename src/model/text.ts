import { distance } from 'fastest-levenshtein';

/**
 * `a\n\t b ` -> `a b`. White space, control characters and bidirectional formatting characters become single spaces.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `a list could not be read` -> `A list could not be read.` Addresses and identifiers stay as they are. */
export function toSentence(clause: string): string {
  const text = clause.replace(/^[a-z]+ /, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return endSentence(text);
}

/** Adds the period that a sentence lacks: a question, such as that of {@link didYouMean}, has its own mark. */
export function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The name of an object in a sentence. The caller passes the id as name of an object without one: it has no quotes. */
export function quoteName(name: string, id: string): string {
  return name === id ? id : `'${name}'`;
}

/** The first line of a message of a library; the others quote its input. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** A choice: about a line of a message. */
const MAX_CLIPPED = 100;

/** Cuts a text that is longer than `max` UTF-16 code units there, and adds `...`. */
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

/** `1 source`, `5 sources`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralize(noun)}`;
}

/**
 * Returns the candidate with the smallest edit distance. Undefined if more than a third of the text, and more than two
 * characters, would change for each: a choice, beyond which suggestions are words of another meaning.
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

/** Returns `; did you mean 'x'?` to append to an expectation, or an empty string. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  const near = findNearest(text, candidates);
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** A word of a command for a POSIX shell, in quotes if it needs them. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Whether the whole text matches a pattern in which `*` is any number of characters: `a*c` matches `abbc`. Takes each
 * part where it is found first; a regular expression would try every place of every part.
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
