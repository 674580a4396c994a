import { isJsonObject, type Json } from '../../values/json';
import { formatNumber } from '../../values/number';
import { compareCodePoints } from '../arrays';

/**
 * Like Terraform's `jsonencode`: members in the order of their UTF-8 bytes, escapes for `<`, `>`, `&`, U+2028 and
 * U+2029 (`<` -> `\u003c`), and all digits of a number (1e21 -> 1000000000000000000000).
 */
export function jsonencode(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(jsonencode).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
    return `{${members.map(([name, member]) => `${jsonencode(name)}:${jsonencode(member ?? null)}`).join(',')}}`;
  }
  if (typeof value === 'number') return formatNumber(value);
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscape);
}

/** Of one UTF-16 code unit: `\u003c`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
