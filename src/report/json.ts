/** A report as JSON, indented. `JSON.stringify` leaves control characters from U+007F on, which terminals act upon. */
export function toJson(report: unknown): string {
  const text = JSON.stringify(report, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
