const RFC_3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Milliseconds since 1970 of an RFC 3339 timestamp; undefined if it is invalid. A leap second, allowed at the end of June
 * and December in UTC (RFC 3339, section 5.7), equals the next second, as in Unix time.
 */
export function parseTimestamp(text: string): number | undefined {
  const found = RFC_3339.exec(text);
  if (!found || !isRealDate(text.slice(0, 10))) return undefined;
  const isLeap = found[1] === '60';
  const time = Date.parse((isLeap ? `${text.slice(0, 17)}59${text.slice(19)}` : text).toUpperCase());
  if (!isLeap) return time;
  return /-(06-30|12-31)T23:59:59/.test(new Date(time).toISOString()) ? time + 1000 : undefined;
}

/** Date.parse accepts 31 February. A day up to 28 is not checked further: recorded events have millions of times. */
function isRealDate(date: string): boolean {
  return date.slice(8) <= '28' || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/**
 * As the service stores it: in UTC with whole seconds; a fraction is dropped. Invalid strings, and times outside of the
 * years 0 to 9999 in UTC, are returned unchanged.
 */
export function canonicalTimestamp(text: string): string {
  const time = parseTimestamp(text);
  if (time === undefined) return text;
  const utc = new Date(Math.floor(time / 1000) * 1000).toISOString();
  // An offset may lead to a year with five digits.
  return utc.length === 24 ? `${utc.slice(0, 19)}Z` : text;
}

/** In milliseconds since 1970, in the years 0 to 9999. RFC 3339 with whole seconds and `Z`. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Added to the milliseconds since 1970, so that a time before 1970 is not negative. */
export const TIME_OFFSET_MS = 10 ** 15;

/** Of the number before the text in {@link toSortableTime}. */
export const TIME_DIGITS = 16;

/**
 * Digits of the instant, and the text itself: the order of these texts is that of the instants. A text that is not a
 * timestamp is before all that are, and `''` stays `''`. Of two texts for one instant the greater one is later.
 */
export function toSortableTime(text: string): string {
  if (text === '') return '';
  const time = parseTimestamp(text);
  return `${String(time === undefined ? 0 : time + TIME_OFFSET_MS).padStart(TIME_DIGITS, '0')}${text}`;
}

/** In the order of {@link toSortableTime}, without its texts: a stream of events compares millions. */
export interface RecordedTime {
  readonly text: string;
  /** Milliseconds since 1970; before all others if the text is no timestamp. */
  readonly instant: number;
}

export function readTime(text: string): RecordedTime {
  return { text, instant: parseTimestamp(text) ?? Number.NEGATIVE_INFINITY };
}

/** Of two texts for one instant the greater one is later. */
export function isLater(a: RecordedTime, b: RecordedTime): boolean {
  return a.instant === b.instant ? a.text > b.text : a.instant > b.instant;
}

const DAY_MS = 86_400_000;

/** Whole days between times in milliseconds; 0 if the second is earlier, as a clock can be set back. */
export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY_MS));
}

const MILLISECONDS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Milliseconds, rounded, of a duration in Go syntax with the units `h`, `m`, `s` and `ms`: `1m30s`, `1.5h`. Undefined if
 * it is invalid, or rounded to zero. Infinity for hundreds of digits.
 */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (MILLISECONDS_PER_UNIT[unit as string] as number);
  }
  const whole = Math.round(total);
  return whole > 0 ? whole : undefined;
}
