/** A pattern being read, and the two ways in which that can fail. */

/** No RE2 pattern has this text; the message is the end of a sentence about the pattern: `which …`. */
export class NoRe2 extends Error {}

/** RE2 may have it, and JavaScript has nothing that matches the same; the message as above. */
export class Untranslatable extends Error {}

/** How far a pattern has been read, and what that has told about the rest. */
export interface Re2Reader {
  readonly pattern: string;
  /** Place in the pattern, in UTF-16 code units. */
  at: number;
  /** The flags in force that make a difference to whether a text matches. */
  flags: Re2Flags;
  /** Whether case was ignored, at each thing that has one: JavaScript ignores it everywhere or nowhere. */
  readonly folded: Set<boolean>;
}

/** `i`, `m` and `s`; `U`, which only says what is tried first, is read and forgotten. */
export interface Re2Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

/** The text that comes next, of up to `length` code units. */
export function ahead({ pattern, at }: Re2Reader, length: number): string {
  return pattern.slice(at, at + length);
}

/** Whether all of the pattern has been read. */
export function isAtEnd({ pattern, at }: Re2Reader): boolean {
  return at >= pattern.length;
}

/** Whether the text comes next; it is read if so. */
export function take(reader: Re2Reader, text: string): boolean {
  if (!reader.pattern.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

/** What the expression, which must be sticky, finds here; it is read if so. */
export function takeMatch(reader: Re2Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.pattern);
  if (!found) return undefined;
  reader.at = expression.lastIndex;
  return found;
}

/** Reads one character and answers its code point; undefined at the end. */
export function takeCharacter(reader: Re2Reader): number | undefined {
  const code = reader.pattern.codePointAt(reader.at);
  if (code !== undefined) reader.at += code > 0xffff ? 2 : 1;
  return code;
}
