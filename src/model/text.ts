/** Strings for people: made safe to print, counted, listed. */

/** Replaces line breaks, control characters and marks that change the direction of writing by single spaces. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first `max` items and how many more there are: `a, b and 3 more`. */
export function formatList(items: readonly string[], max: number): string {
  const more = items.length - max;
  return more > 0 ? `${items.slice(0, max).join(', ')} and ${more.toLocaleString('en')} more` : items.join(', ');
}

/** The plural of an English noun. */
export function pluralOf(noun: string): string {
  if (noun.endsWith('y') && !/[aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}${noun.endsWith('s') ? 'es' : 's'}`;
}

/** `1 source`, `5 sources`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`;
}
