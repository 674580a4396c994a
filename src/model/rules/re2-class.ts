/** Sets of characters: `[a-z]`, `[[:alpha:]]`, `\d`, `\p{Greek}`, and single characters, as JavaScript's flag `v` has them. */
import { ahead, NoRe2, type Re2Reader, take, takeCharacter, takeMatch, Untranslatable } from './re2-reader';

/** Contents of classes of JavaScript by their POSIX names: those that hold no letters, and those that do. */
const caseless: ReadonlyMap<string, string> = new Map([
  ['blank', '\\t\\x20'],
  ['cntrl', '\\0-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['punct', '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e'],
  ['space', '\\t-\\r\\x20'],
]);
const cased: ReadonlyMap<string, string> = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\0-\\x7f'],
  ['graph', '\\x21-\\x7e'],
  ['lower', 'a-z'],
  ['print', '\\x20-\\x7e'],
  ['upper', 'A-Z'],
  ['word', '0-9A-Z_a-z'],
  ['xdigit', '0-9A-Fa-f'],
]);

/** `\s` lacks the vertical tab that `[:space:]` has. */
const perl: Readonly<Record<string, string>> = { d: '0-9', s: '\\t\\n\\f\\r\\x20', w: '0-9A-Z_a-z' };

const categories = new Set(
  'C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(' '),
);
/** Scripts whose names are as short as the aliases of all others, which JavaScript knows and RE2 does not. */
const shortScripts = new Set('Ahom Cham Kawi Lisu Miao Modi Newa Thai Toto'.split(' '));

const escapes: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The source for one character, anywhere. */
export function characterSource(reader: Re2Reader, code: number): string {
  const character = String.fromCodePoint(code);
  if (/\p{Changes_When_Casemapped}/u.test(character)) reader.folded.add(reader.flags.i);
  return /[0-9A-Za-z]/.test(character) ? character : `\\u{${code.toString(16)}}`;
}

/** Reads a class behind its `[`. */
export function readClass(reader: Re2Reader): string {
  const negated = take(reader, '^');
  const parts: string[] = [];
  // A bracket that comes first is a character.
  while (parts.length === 0 || !take(reader, ']')) {
    const set = readNamedSet(reader) ?? readSetEscape(reader);
    parts.push(set ?? readRange(reader));
  }
  return classOf(parts.join(''), negated);
}

function readRange(reader: Re2Reader): string {
  const first = readCharacter(reader);
  if (ahead(reader, 1) !== '-' || ['-', '-]'].includes(ahead(reader, 2))) return characterSource(reader, first);
  take(reader, '-');
  const last = readCharacter(reader);
  if (last < first) throw new NoRe2('which has a range that ends before it begins');
  reader.folded.add(reader.flags.i);
  return `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`;
}

function readCharacter(reader: Re2Reader): number {
  if (take(reader, '\\')) return readEscapedCharacter(reader);
  const character = takeCharacter(reader);
  if (character === undefined) throw new NoRe2('which does not close a class of characters');
  return character;
}

/** `[:alpha:]` and `[:^alpha:]` within a class. */
function readNamedSet(reader: Re2Reader): string | undefined {
  const written = takeMatch(reader, /\[:(.*?):\]/sy)?.[1];
  if (written === undefined) return undefined;
  const name = written.replace(/^\^/, '');
  const contents = caseless.get(name) ?? cased.get(name);
  if (contents === undefined) throw new NoRe2(`which has the class [:${written}:]`);
  if (cased.has(name)) reader.folded.add(reader.flags.i);
  return classOf(contents, name !== written);
}

/** Reads `\d`, `\W`, `\pN`, `\P{Greek}` and the like, within a class or without; undefined where none comes. */
export function readSetEscape(reader: Re2Reader): string | undefined {
  const [, letter = ''] = takeMatch(reader, /\\([dDsSwWpP])/y) ?? [];
  if (letter === '') return undefined;
  const contents = perl[letter.toLowerCase()];
  const negated = letter < 'a';
  if (contents === undefined) return readProperty(reader, negated);
  if (letter.toLowerCase() === 'w') reader.folded.add(reader.flags.i);
  return classOf(contents, negated);
}

function readProperty(reader: Re2Reader, negated: boolean): string {
  const [written, short, hat, long] = takeMatch(reader, /(?:([^{])|\{(\^?)([^}]*)\})/uy) ?? [];
  if (written === undefined) throw new NoRe2('which does not close the name of a class of characters');
  const name = short ?? long ?? '';
  reader.folded.add(reader.flags.i);
  return classOf(propertySource(name), negated !== (hat === '^'));
}

function propertySource(name: string): string {
  // JavaScript has what is not assigned among C, too.
  if (name === 'C') return '\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}';
  if (name === 'Any' || categories.has(name)) return `\\p{${name}}`;
  if (!/^[A-Z][A-Za-z_]+$/.test(name)) throw new NoRe2(`which has the class \\p{${name}}`);
  const source = `\\p{Script=${name}}`;
  if ((name.length !== 4 || shortScripts.has(name)) && isClass(source)) return source;
  throw new Untranslatable(`which has the class \\p{${name}}`);
}

function isClass(source: string): boolean {
  try {
    return new RegExp(source, 'v') !== undefined;
  } catch {
    return false;
  }
}

/** Reads the escape of one character behind its backslash. */
export function readEscapedCharacter(reader: Re2Reader): number {
  const [, octal] = takeMatch(reader, /(0[0-7]{0,2}|[1-7][0-7]{1,2})/y) ?? [];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const [hex, long, short] = takeMatch(reader, /x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y) ?? [];
  if (hex !== undefined) {
    const code = Number.parseInt(long ?? short ?? '', 16);
    if (code <= 0x10ffff) return code;
    throw new NoRe2(`which has the escape '\\${hex}', beyond the last character`);
  }
  if (/[1-9]/.test(ahead(reader, 1))) throw new NoRe2('which refers back to a group');
  const code = takeCharacter(reader);
  if (code === undefined) throw new NoRe2('which ends with a backslash');
  const character = String.fromCodePoint(code);
  const meant = escapes[character] ?? (/[^0-9A-Za-z\u0080-\u{10ffff}]/u.test(character) ? code : undefined);
  if (meant === undefined) throw new NoRe2(`which has the escape '\\${character}'`);
  return meant;
}

function classOf(contents: string, negated: boolean): string {
  return `[${negated ? '^' : ''}${contents}]`;
}
