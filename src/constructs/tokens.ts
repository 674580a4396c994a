/** Tells what is known at synth from what only Terraform will know. */
import { Token, Tokenization } from 'cdktf';
import { isPlainObject } from '../model/json';

/** Stands for a value, or an element or member of one, that is not known at synth. */
export const UNKNOWN: unique symbol = Symbol('later');

/** Numbers are encoded as doubles, which also end up in texts they are put into. */
export const encodedNumber = /-?\d+(?:\.\d+)?e[+-]\d+/gi;

/**
 * The value with {@link UNKNOWN} in place of everything that is not known: tokens in all their encodings, also within
 * longer texts, and texts with a template of Terraform's own (`${...}`, `%{...}`). Texts are NFC, as Terraform makes them.
 */
export function resolveKnown(value: unknown): unknown {
  if (typeof value === 'string') return isResolvedString(value) ? value.normalize('NFC') : UNKNOWN;
  if (value === null || value === undefined) return value;
  if (isToken(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(resolveKnown);
  // Anything else than data, such as a construct given in place of its id, stays whole to be reported.
  if (!isPlainObject(value)) return value;
  // An entry whose key is not known can be checked by Terraform only.
  const entries = Object.entries(value).filter(([name]) => isResolvedString(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, resolveKnown(member)]));
}

/** Whether the value as a whole is a token: an object that resolves later, or an encoded text, number, list or map. */
export function isToken(value: unknown): boolean {
  if (typeof value === 'string') return mayContainToken(value) && Token.isUnresolved(value);
  if (Array.isArray(value)) return Token.isUnresolved(value) || value.some(isListToken);
  if (value === null || typeof value !== 'object') return value !== undefined && Token.isUnresolved(value);
  return Tokenization.isResolvable(value) || (Object.keys(value).some(mayContainToken) && Token.isUnresolved(value));
}

/** Whether to ask the core about a text: it makes and runs an expression of its own for each, a text of thousands of rules. */
function mayContainToken(text: string): boolean {
  return text.includes('{TfToken[');
}

function isListToken(item: unknown): boolean {
  return Token.isUnresolved([item]);
}

/** Whether a text holds nothing that only Terraform will know. */
export function isResolvedString(text: string): boolean {
  // The core's own tokens look like templates too: `${TfToken[...]}`.
  if (/[$%]\{/.test(text)) return false;
  // Few texts can hold such a number, and the search for one is slow.
  if (!/e[+-]/i.test(text)) return true;
  return !(text.match(encodedNumber) ?? []).some((found) => Token.isUnresolved(Number(found)));
}
