/** Separates values that are known at synth from values that Terraform knows when it plans or applies. */
import { DefaultTokenResolver, type IResolvable, type IResolveContext, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { UNKNOWN } from '../values/cty-value';
import { isPlainObject } from '../values/json';

/** Matches `-1.8881545897087626e+289`: CDKTF encodes number tokens as doubles, which also appear within strings. */
export const NUMBER_TOKEN = /-?\d+(?:\.\d+)?e[+-]\d+/gi;

/**
 * The value with {@link UNKNOWN} in place of each token in any encoding, and of each string that contains a token or a
 * Terraform template (`${...}`, `%{...}`). An entry whose key has either is left out. Strings are normalized to NFC, as
 * Terraform does.
 */
export function resolveKnown(value: unknown): unknown {
  if (typeof value === 'string') return isResolvedString(value) ? value.normalize('NFC') : UNKNOWN;
  if (value === null || value === undefined) return value;
  if (isToken(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(resolveKnown);
  // Validation reports a value that is not data, such as a construct in place of its id.
  if (!isPlainObject(value)) return value;
  // Only Terraform can validate an entry whose key is a token.
  const entries = Object.entries(value).filter(([name]) => isResolvedString(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, resolveKnown(member)]));
}

/**
 * Whether the value is a resolvable object, an encoded number or map, a list that is or contains an encoded list, or a
 * string that contains a string token. An encoded number within a string does not count: {@link isResolvedString} finds
 * it. Other tokens among the members of a list or object do not count.
 */
export function isToken(value: unknown): boolean {
  if (typeof value === 'string') return mayContainToken(value) && Token.isUnresolved(value);
  if (Array.isArray(value)) return Token.isUnresolved(value) || value.some((item) => Token.isUnresolved([item]));
  if (value === null || typeof value !== 'object') return value !== undefined && Token.isUnresolved(value);
  return Tokenization.isResolvable(value) || (Object.keys(value).some(mayContainToken) && Token.isUnresolved(value));
}

// CDKTF compiles a regular expression for each string that it is asked about, and rules have thousands of strings.
function mayContainToken(text: string): boolean {
  return text.includes('{TfToken[');
}

/** Whether a string contains neither a token nor a Terraform template. */
export function isResolvedString(text: string): boolean {
  // String tokens have the form of templates: `${TfToken[...]}`.
  if (/[$%]\{/.test(text)) return false;
  // The search for number tokens is slow, and few strings can contain one.
  if (!/e[+-]/i.test(text)) return true;
  return !(text.match(NUMBER_TOKEN) ?? []).some((found) => Token.isUnresolved(Number(found)));
}

export function resolveValue(construct: IConstruct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope: construct, resolver, preparing: false });
}

/**
 * A token of Terraform becomes a template such as `${var.x}`, and a lazy one its value. Undefined for a value of
 * another type.
 */
export function resolveString(construct: IConstruct, value: unknown): string | undefined {
  const resolved = resolveValue(construct, value);
  return typeof resolved === 'string' ? resolved : undefined;
}

/**
 * Plain data without tokens, whose members CDKTF does not visit: its visits are slow for thousands of rules
 * (docs/performance.md, Synthesis). CDKTF resolves each element by itself (the pass `'first'`), and then all of them
 * together (`'again'`). The pass says which one comes next; after the last one the output has the data.
 */
export class UnvisitedValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(
    private readonly value: unknown,
    private readonly pass: 'first' | 'again',
  ) {}

  resolve({ preparing, registerPostProcessor }: IResolveContext): undefined {
    const next = this.pass === 'first' ? new UnvisitedValue(this.value, 'again') : this.value;
    if (!preparing) registerPostProcessor({ postProcess: () => next });
  }

  toString(): string {
    return Token.asString(this);
  }
  toJSON(): unknown {
    return this.value;
  }
}
