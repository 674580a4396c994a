/**
 * YAML equals JSON; order of members, white space and an empty or null `config` are ignored. Older names and explicit
 * defaults are other values.
 */
import { isPlainObject, type Json } from '../../values/json';
import { memoize } from '../memoize';
import { parsePolicyText } from './parse';

/** A text that cannot be parsed is returned unchanged. */
export function canonicalPolicy(text: string): string {
  return tryCanonicalize(text) ?? text;
}

/** Undefined if the text cannot be parsed. Cached; the size is chosen. */
export const tryCanonicalize: (text: string) => string | undefined = memoize(50, (text) => {
  const parsed = parsePolicyText(text);
  return 'problem' in parsed ? undefined : JSON.stringify(canonicalize(parsed.document));
});

function canonicalize(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(canonicalize);
  if (!isPlainObject(value)) return value ?? null;
  const members = Object.entries(value).filter(([name, member]) => !isEmptyConfig(name, member, value));
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonicalize(member)]),
  );
}

function isEmptyConfig(name: string, member: Json | undefined, action: { readonly type?: Json | undefined }): boolean {
  if (name !== 'config' || typeof action.type !== 'string') return false;
  return member === null || (isPlainObject(member) && Object.keys(member).length === 0);
}
