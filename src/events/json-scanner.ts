/**
 * Finds the end of a JSON value in text that arrives in parts, and detects some invalid JSON early: wrong order of
 * tokens, control characters in strings, and too many levels. `{"a":tru}` has no problem until `JSON.parse` parses it.
 */

type Expect = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** A choice. Limited because code that visits a record calls itself for each level. */
export const MAX_LEVELS = 500;

export interface JsonScanner {
  /** The open containers, innermost last: true for an object, false for an array. */
  readonly open: boolean[];
  expect: Expect;
  /** The token at the current position; `word` is a number or a literal, `escape` follows a backslash in a string. */
  token: 'none' | 'string' | 'escape' | 'word';
  /** Whether the string at the current position is the name of a member. */
  isKey: boolean;
  /** Once set, `scan` must not be called again. */
  problem: 'not_json' | 'too_deep' | undefined;
}

export function createScanner(): JsonScanner {
  return { open: [], expect: 'value', token: 'none', isKey: false, problem: undefined };
}

/** Whether a value may begin here: a whole one, or one after a colon or in a list. */
export function expectsValue({ expect, token, problem }: JsonScanner): boolean {
  return problem === undefined && token === 'none' && (expect === 'value' || expect === 'value or end');
}

/** A quote, a backslash, or a control character. JSON forbids those below U+0020 in a string. */
const STRING_END = /["\\\p{Cc}]/gu;
const WORD_CHARACTER = /[-+.0-9A-Za-z]/;

/**
 * Continues at an offset. Returns the offset after the value, or -1 if it does not end in this text or has a `problem`.
 * A number or literal outside of a container ends only before another character.
 */
export function scan(scanner: JsonScanner, text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (scanner.token === 'none') {
      if (!scanCharacter(scanner, text[at] as string)) {
        scanner.problem ??= 'not_json';
        return -1;
      }
      at++;
    } else at = scanToken(scanner, text, at);
    if (scanner.problem) return -1;
    // Before the value, `expect` is 'value', so blanks end nothing.
    if (scanner.open.length === 0 && scanner.expect === 'comma or end') return at;
  }
  return -1;
}

function scanToken(scanner: JsonScanner, text: string, from: number): number {
  if (scanner.token === 'word') {
    let at = from;
    while (at < text.length && WORD_CHARACTER.test(text[at] as string)) at++;
    if (at < text.length) endValue(scanner);
    return at;
  }
  let at = from;
  if (scanner.token === 'escape') {
    scanner.token = 'string';
    at++;
  }
  STRING_END.lastIndex = at;
  const found = STRING_END.exec(text);
  if (!found) return text.length;
  if (found[0] === '\\') scanner.token = 'escape';
  else if (found[0] !== '"') {
    if (found[0] < ' ') scanner.problem = 'not_json';
  } else if (scanner.isKey) {
    scanner.token = 'none';
    scanner.expect = 'colon';
  } else endValue(scanner);
  return found.index + 1;
}

function endValue(scanner: JsonScanner): void {
  scanner.token = 'none';
  scanner.expect = 'comma or end';
}

/** Returns false if the character is not allowed here, outside of strings and words. */
function scanCharacter(scanner: JsonScanner, character: string): boolean {
  if (/\s/.test(character)) return true;
  const { expect, open } = scanner;
  switch (expect) {
    case 'value':
    case 'value or end':
      if (character === ']' && expect === 'value or end') return closeContainer(scanner, false);
      return startValue(scanner, character);
    case 'key':
    case 'key or end':
      if (character === '}' && expect === 'key or end') return closeContainer(scanner, true);
      if (character !== '"') return false;
      scanner.token = 'string';
      scanner.isKey = true;
      return true;
    case 'colon':
      scanner.expect = 'value';
      return character === ':';
    case 'comma or end':
      if (character === '}' || character === ']') return closeContainer(scanner, character === '}');
      if (character !== ',') return false;
      scanner.expect = open.at(-1) ? 'key' : 'value';
      return true;
  }
}

function startValue(scanner: JsonScanner, character: string): boolean {
  if (character === '{' || character === '[') {
    if (scanner.open.length === MAX_LEVELS) {
      scanner.problem = 'too_deep';
      return false;
    }
    scanner.open.push(character === '{');
    scanner.expect = character === '{' ? 'key or end' : 'value or end';
    return true;
  }
  scanner.isKey = false;
  scanner.token = character === '"' ? 'string' : 'word';
  return character === '"' || /[-0-9tfn]/.test(character);
}

function closeContainer(scanner: JsonScanner, isObject: boolean): boolean {
  if (scanner.open.pop() !== isObject) return false;
  scanner.expect = 'comma or end';
  return true;
}
