const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970 of an RFC 3339 timestamp, or undefined when the text is none or names no real time. */
export function parseTimestamp(text: string): number | undefined {
  const parts = rfc3339.exec(text);
  if (!parts) return undefined;
  const time = Date.parse(text.toUpperCase());
  if (Number.isNaN(time)) return undefined;
  // Date.parse takes 31 February for a day in March.
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= days ? time : undefined;
}

/** The same instant in UTC with second resolution, as the service writes it; a text that is no timestamp is its own. */
export function canonicalTimestamp(text: string): string {
  const time = parseTimestamp(text);
  return time === undefined ? text : `${new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
