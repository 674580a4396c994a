import { unicodeEscape } from '../model/formats/jsonencode';

export function toJson(report: unknown): string {
  return `${escapeControl(JSON.stringify(report, null, 2))}\n`;
}

export function toCompactJson(value: unknown): string {
  return escapeControl(JSON.stringify(value));
}

/**
 * `JSON.stringify` leaves control characters from U+007F on, line separators, and what changes the direction of text.
 */
function escapeControl(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, unicodeEscape);
}
