/**
 * Values as arguments of Terraform functions and other expressions. CDKTF writes strings of expressions between quotes,
 * but escapes only line breaks and `${`. An unescaped quotation mark or backslash would change the string, and `%{`
 * would begin a template.
 */
import { ref, Token } from 'cdktf';
import { unicodeEscape } from '../../../model/formats/jsonencode';
import { isToken, NUMBER_TOKEN } from '../../tokens';

/**
 * Escapes strings and keys at any depth, also next to tokens. Null and undefined become the expression `null`, because
 * CDKTF would omit them; an undefined member of an object is omitted. A value that is neither data nor a token is
 * returned unchanged: CDKTF rejects functions and constructs.
 */
export function toExpression(value: unknown): unknown {
  if (typeof value === 'string') return escapeTemplate(value);
  if (value === null || value === undefined) return ref('null');
  if (typeof value !== 'object' || isToken(value) || !isData(value)) return value;
  if (Array.isArray(value)) return value.map(toExpression);
  if (hasToJson(value)) return toExpression(value.toJSON());
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [escapeTemplate(name), toExpression(member)]));
}

/** Escapes the templates of a string that is not an argument of a function: `${req.url}` -> `$${req.url}`. */
export function escapeTemplateSigns(text: string): string {
  return text.replace(/[$%](?=\{)/g, '$&$&');
}

/** Whether the value contains a token at any depth, or is not data. */
export function containsTokens(value: unknown): boolean {
  if (typeof value === 'string') return isToken(value) || numberTokensAsStrings(value) !== value;
  if (value === null || value === undefined) return false;
  if (isToken(value) || !isData(value)) return true;
  if (Array.isArray(value)) return value.some(containsTokens);
  if (hasToJson(value)) return containsTokens(value.toJSON());
  return typeof value === 'object' && Object.entries(value).flat().some(containsTokens);
}

/**
 * False for functions, symbols, and instances of a class without `toJSON()`. One of these is a construct: it refers to
 * its parents, so its members are infinite.
 */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  return Array.isArray(value) || 'toJSON' in value || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

/** String tokens within strings. Splitting by this expression gives them as the parts with an odd index. */
export const STRING_TOKEN = /(\$\{TfToken\[[\w:.-]+\]\})/;

function escapeTemplate(text: string): string {
  const parts = numberTokensAsStrings(text).split(STRING_TOKEN);
  return parts.map((part, index) => (index % 2 === 1 ? part : escapeLiteral(part, index + 1 < parts.length))).join('');
}

/**
 * `"port -1.8881545897087626e+289"` -> `"port ${TfToken[TOKEN.0]}"`: CDKTF does not find number tokens in strings of
 * functions.
 */
export function numberTokensAsStrings(text: string): string {
  return text.replace(NUMBER_TOKEN, (found) =>
    Token.isUnresolved(Number(found)) ? Token.asString(Number(found)) : found,
  );
}

/**
 * Escapes quotation marks, backslashes and control characters, and `$` and `%` before a brace. These signs are escaped
 * by code unit, because CDKTF would double a doubled sign again. At the end of a part that precedes a token, the brace
 * is that of the token.
 */
function escapeLiteral(text: string, precedesToken: boolean): string {
  const characters = precedesToken ? /\p{Cc}|[$%](?=\{|$)/gu : /\p{Cc}|[$%](?=\{)/gu;
  return text.replace(/[\\"]/g, '\\$&').replace(characters, unicodeEscape);
}
