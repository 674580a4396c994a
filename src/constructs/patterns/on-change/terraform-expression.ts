/**
 * Values as the core can be given them for functions and other expressions. Within those it writes texts between quotes
 * and mends line breaks and `${` only, in all versions that this package stands on, so that a quotation mark, a backslash
 * or a `%{` would end the text, change it, or begin a template.
 */
import { ref, Token } from 'cdktf';
import { encodedNumber, isToken } from '../../tokens';

/**
 * The same value with everything escaped that has a meaning in quoted texts of Terraform: in texts and keys, at any depth,
 * beside tokens too. Null stays null, which the core would leave out. What is neither data nor token stays as it is, for
 * the core to refuse.
 */
export function asArgument(value: unknown): unknown {
  if (typeof value === 'string') return quotable(value);
  if (value === null || value === undefined) return ref('null');
  if (typeof value !== 'object' || isToken(value) || !isData(value)) return value;
  if (Array.isArray(value)) return value.map(asArgument);
  if ('toJSON' in value && typeof value.toJSON === 'function') return asArgument(value.toJSON());
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [quotable(name), asArgument(member)]));
}

/** Whether a value is, or holds anywhere, what only Terraform will know, or what is no data at all. */
export function holdsTokens(value: unknown): boolean {
  if (typeof value === 'string') return isToken(value) || withNumbersAsTexts(value) !== value;
  if (value === null || value === undefined) return false;
  if (isToken(value) || !isData(value)) return true;
  if (Array.isArray(value)) return value.some(holdsTokens);
  return typeof value === 'object' && Object.entries(value).flat().some(holdsTokens);
}

/** Whether JSON has a form for it; a construct that was given by mistake has none, and no end either. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  return Array.isArray(value) || 'toJSON' in value || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Text tokens as the core puts them into texts; split by this they are the odd parts. */
const textToken = /(\$\{TfToken\[[\w:.-]+\]\})/;

function quotable(text: string): string {
  const parts = withNumbersAsTexts(text).split(textToken);
  return parts.map((part, index) => (index % 2 === 1 ? part : escaped(part, index + 1 < parts.length))).join('');
}

/** Numbers that only Terraform will know are encoded as numbers, which the core overlooks in texts of functions. */
function withNumbersAsTexts(text: string): string {
  return text.replace(encodedNumber, (found) =>
    Token.isUnresolved(Number(found)) ? Token.asString(Number(found)) : found,
  );
}

/**
 * Signs of templates are written by number: doubling them is the core's own way, and it would double them again. At the
 * end of a part that a token follows, they stand before its brace.
 */
function escaped(text: string, tokenFollows: boolean): string {
  const signs = tokenFollows ? /\p{Cc}|[$%](?=\{|$)/gu : /\p{Cc}|[$%](?=\{)/gu;
  return text.replace(/[\\"]/g, '\\$&').replace(signs, codeUnit);
}

/** A character of a quoted text by its number, in JSON as in Terraform. */
export function codeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
