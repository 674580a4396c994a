/**
 * Regular expressions of RE2 (its page 'Syntax', to which CEL refers), read strictly and written as JavaScript has them.
 * Only whether a text matches is kept: groups capture nothing, and what is lazy is as greedy as the rest.
 */
import { characterSource, readClass, readEscapedCharacter, readSetEscape } from './re2-class';
import { ahead, isAtEnd, NoRe2, type Re2Reader, take, takeCharacter, takeMatch, Untranslatable } from './re2-reader';

/** What a pattern is to JavaScript. */
export type Re2 =
  | { readonly regex: RegExp }
  /** No RE2 pattern has this text: why, as the end of a sentence about the pattern. */
  | { readonly problem: string }
  /** It may be one, and JavaScript has nothing that matches the same: what, as the end of such a sentence. */
  | { readonly unsupported: string };

/** Reads a pattern. Never throws. */
export function readRe2(pattern: string): Re2 {
  const reader: Re2Reader = {
    pattern,
    at: 0,
    flags: { i: false, m: false, s: false },
    folded: new Set(),
  };
  try {
    const { source } = readBranches(reader, 0);
    if (!isAtEnd(reader)) throw new NoRe2("which has a ')' too many");
    if (reader.folded.size > 1) throw new Untranslatable('which ignores case in a part only');
    return { regex: new RegExp(source, reader.folded.has(true) ? 'iv' : 'v') };
  } catch (error) {
    if (error instanceof NoRe2) return { problem: error.message };
    return { unsupported: error instanceof Untranslatable ? error.message : 'which is too large for it' };
  }
}

/** A part of a pattern that a repetition can stand behind. */
interface Part {
  readonly source: string;
  /** How often counted repetitions within it repeat the same thing, at most. */
  readonly weight: number;
}

/** RE2 repeats nothing more often than that, repetitions within repetitions multiplied; and nests no deeper. */
const MOST_REPEATED = 1000;
const DEEPEST = 1000;

function readBranches(reader: Re2Reader, depth: number): Part {
  if (depth > DEEPEST) throw new Untranslatable('which nests too deeply');
  const { flags } = reader;
  const branches: Part[][] = [[]];
  let isRepeated = false;
  while (!isAtEnd(reader) && ahead(reader, 1) !== ')') {
    const parts = branches.at(-1) as Part[];
    const repetition = readRepetition(reader);
    if (repetition) {
      const last = parts.pop();
      if (!last) throw new NoRe2(`which repeats nothing with '${repetition.text}'`);
      if (isRepeated) throw new NoRe2(`which repeats a repetition with '${repetition.text}'`);
      parts.push(repeated(last, repetition));
    } else if (take(reader, '|')) branches.push([]);
    else parts.push(...readParts(reader, depth));
    isRepeated = repetition !== undefined;
  }
  reader.flags = flags;
  return {
    source: branches.map((parts) => parts.map(({ source }) => source).join('')).join('|'),
    weight: Math.max(1, ...branches.flat().map(({ weight }) => weight)),
  };
}

interface Repetition {
  readonly text: string;
  readonly min: number;
  readonly max: number;
}

/** What is no repetition, such as `{,2}` or `{01}`, is text. */
function readRepetition(reader: Re2Reader): Repetition | undefined {
  const simple = takeMatch(reader, /([*+?])\??/y)?.[1];
  if (simple !== undefined) return { text: simple, min: simple === '+' ? 1 : 0, max: simple === '?' ? 1 : Infinity };
  const found = takeMatch(reader, /(\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\})\??/y);
  if (!found) return undefined;
  const [, text = '', least, comma, most] = found;
  const min = Number(least);
  const max = comma === undefined ? min : most === undefined ? Infinity : Number(most);
  if (max < min) throw new NoRe2(`which repeats with '${text}', at least more often than at most`);
  return { text, min, max };
}

function repeated({ source, weight }: Part, { text, min, max }: Repetition): Part {
  const times = Number.isFinite(max) ? max : min;
  // `*`, `+` and `?` weigh nothing, and what is repeated no times has no weight left.
  const heavier = max === 0 ? 1 : text.startsWith('{') ? weight * Math.max(times, 1) : weight;
  if (heavier > MOST_REPEATED) throw new NoRe2(`which repeats more than ${MOST_REPEATED} times with '${text}'`);
  return { source: `(?:${source})${text}`, weight: heavier };
}

/** One part; of a quoted text one for each character, of flags none. */
function readParts(reader: Re2Reader, depth: number): Part[] {
  const set = readSetEscape(reader);
  if (set !== undefined) return [part(set)];
  if (take(reader, '\\Q')) return readQuoted(reader);
  const next = takeCharacter(reader) as number;
  switch (String.fromCodePoint(next)) {
    case '(':
      return readGroup(reader, depth);
    case '[':
      return [part(readClass(reader))];
    case '.':
      return [part(reader.flags.s ? '[\\s\\S]' : '[^\\n]')];
    case '^':
      return [part(reader.flags.m ? '(?<![^\\n])' : '^')];
    case '$':
      return [part(reader.flags.m ? '(?![^\\n])' : '$')];
    case '\\':
      return [part(readEscape(reader))];
    default:
      return [part(characterSource(reader, next))];
  }
}

function part(source: string): Part {
  return { source, weight: 1 };
}

function readQuoted(reader: Re2Reader): Part[] {
  const parts: Part[] = [];
  while (!isAtEnd(reader) && !take(reader, '\\E')) {
    parts.push(part(characterSource(reader, takeCharacter(reader) as number)));
  }
  return parts;
}

function readEscape(reader: Re2Reader): string {
  const [anchor] = takeMatch(reader, /[AzbBC]/y) ?? [];
  if (anchor === 'C') throw new Untranslatable('which has single bytes');
  const sources: Readonly<Record<string, string>> = { A: '^', z: '$', b: '\\b', B: '\\B' };
  return (anchor !== undefined && sources[anchor]) || characterSource(reader, readEscapedCharacter(reader));
}

/** Behind `(`. Flags that are set for the rest of the group around them are no part. */
function readGroup(reader: Re2Reader, depth: number): Part[] {
  if (take(reader, '?')) {
    const flags = takeMatch(reader, /([a-zA-Z-]*)([:)])/y);
    if (flags) {
      const outer = reader.flags;
      reader.flags = changedFlags(outer, flags[1] ?? '');
      if (flags[2] === ')') return [];
      const group = closed(reader, depth);
      reader.flags = outer;
      return [group];
    }
    readName(reader);
  }
  return [closed(reader, depth)];
}

function closed(reader: Re2Reader, depth: number): Part {
  const { source, weight } = readBranches(reader, depth + 1);
  if (!take(reader, ')')) throw new NoRe2('which does not close a group');
  return { source: `(?:${source})`, weight };
}

function changedFlags(flags: Re2Reader['flags'], text: string): Re2Reader['flags'] {
  if (!/^[imsU]*(-[imsU]+)?$/.test(text)) throw new NoRe2(`which has the group '(?${text}'`);
  const [on = '', off = ''] = text.split('-');
  const changed = (flag: 'i' | 'm' | 's') => (flags[flag] || on.includes(flag)) && !off.includes(flag);
  return { i: changed('i'), m: changed('m'), s: changed('s') };
}

function readName(reader: Re2Reader): void {
  if (/^<?[=!]/.test(ahead(reader, 2))) throw new NoRe2('which looks ahead or behind');
  if (!take(reader, 'P<') && !take(reader, '<')) throw new NoRe2(`which has the group '(?${ahead(reader, 1)}'`);
  const name = takeMatch(reader, /([^>]*)>/y)?.[1] ?? '';
  if (/^\w+$/.test(name)) return;
  // Some versions of RE2 take letters of every script.
  const problem = `which names a group '${name}'`;
  throw /^[\w\u0080-\u{10ffff}]+$/u.test(name) ? new Untranslatable(problem) : new NoRe2(problem);
}
