const rfc3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Milliseconds since 1970 of an RFC 3339 timestamp, or undefined when the text is none or names no real time. A leap
 * second, which may end June and December in UTC (section 5.7), is the instant after it, as in every count of seconds
 * since 1970.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, minute, second, fraction = '', offset] = rfc3339.exec(text) ?? [];
  if (!date || !isRealDate(date)) return undefined;
  const isLeap = second === '60';
  const time = Date.parse(`${date}T${minute}:${isLeap ? '59' : second}${fraction}${offset?.toUpperCase()}`);
  if (!isLeap) return time;
  return /-(06-30|12-31)T23:59:59/.test(new Date(time).toISOString()) ? time + 1000 : undefined;
}

/** Date.parse takes 31 February for a day in March. */
function isRealDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** The same instant in UTC with second resolution, as the service writes it; a text that is no timestamp is its own. */
export function canonicalTimestamp(text: string): string {
  const time = parseTimestamp(text);
  if (time === undefined) return text;
  const utc = new Date(Math.floor(time / 1000) * 1000).toISOString();
  // An offset may lead out of the years that four digits can write.
  return utc.length === 24 ? `${utc.slice(0, 19)}Z` : text;
}
