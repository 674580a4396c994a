/**
 * Finds where a JSON object ends in text that comes in parts, and notices early that it cannot become one. What the
 * values are is left to `JSON.parse`; this only knows what may follow what.
 */

/** What may come next. */
type Expect = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Where a scan stands. */
export interface JsonScanner {
  /** What is open around, innermost last: true for an object, false for an array. */
  readonly open: boolean[];
  expect: Expect;
  /** Within what: a string, a string after a backslash, a number or a word. */
  token: 'none' | 'string' | 'escape' | 'word';
  /** Whether the string is the name of a member. */
  key: boolean;
  dead: boolean;
}

/** A scanner before its first character. */
export function createScanner(): JsonScanner {
  return { open: [], expect: 'value', token: 'none', key: false, dead: false };
}

/** Whether a whole value could come next. */
export function expectsValue({ expect, token, dead }: JsonScanner): boolean {
  return !dead && token === 'none' && (expect === 'value' || expect === 'value or end');
}

/** A quote, a backslash, or a control character, which no string may hold. */
const stringEnd = /["\\\p{Cc}]/gu;
const wordCharacter = /[-+.0-9A-Za-z]/;
const blank = /\s/;

/**
 * Goes on at an offset of the text. Answers the offset behind the value when it ends, or -1 when it does not end in this
 * text; `dead` is then set if it never can.
 */
export function scan(scanner: JsonScanner, text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (scanner.token === 'none') {
      if (!step(scanner, text[at] as string)) {
        scanner.dead = true;
        return -1;
      }
      at++;
    } else at = insideToken(scanner, text, at);
    if (scanner.dead) return -1;
    if (scanner.open.length === 0 && scanner.token === 'none') return at;
  }
  return -1;
}

function insideToken(scanner: JsonScanner, text: string, from: number): number {
  if (scanner.token === 'word') {
    let at = from;
    while (at < text.length && wordCharacter.test(text[at] as string)) at++;
    if (at < text.length) endValue(scanner);
    return at;
  }
  let at = from;
  if (scanner.token === 'escape') {
    scanner.token = 'string';
    at++;
  }
  stringEnd.lastIndex = at;
  const found = stringEnd.exec(text);
  if (!found) return text.length;
  if (found[0] === '\\') scanner.token = 'escape';
  // The category goes on behind ASCII, where JSON allows them.
  else if (found[0] !== '"') scanner.dead = found[0] < ' ';
  else if (scanner.key) {
    scanner.token = 'none';
    scanner.expect = 'colon';
  } else endValue(scanner);
  return found.index + 1;
}

function endValue(scanner: JsonScanner): void {
  scanner.token = 'none';
  scanner.expect = 'comma or end';
}

/** Takes a character outside strings, numbers and words; false when it cannot stand there. */
function step(scanner: JsonScanner, character: string): boolean {
  if (blank.test(character)) return true;
  const { expect, open } = scanner;
  switch (expect) {
    case 'value':
    case 'value or end':
      if (character === ']' && expect === 'value or end') return close(scanner, false);
      return startValue(scanner, character);
    case 'key':
    case 'key or end':
      if (character === '}' && expect === 'key or end') return close(scanner, true);
      if (character !== '"') return false;
      scanner.token = 'string';
      scanner.key = true;
      return true;
    case 'colon':
      scanner.expect = 'value';
      return character === ':';
    case 'comma or end':
      if (character === '}' || character === ']') return close(scanner, character === '}');
      if (character !== ',') return false;
      scanner.expect = open.at(-1) ? 'key' : 'value';
      return true;
  }
}

function startValue(scanner: JsonScanner, character: string): boolean {
  if (character === '{' || character === '[') {
    scanner.open.push(character === '{');
    scanner.expect = character === '{' ? 'key or end' : 'value or end';
    return true;
  }
  scanner.key = false;
  scanner.token = character === '"' ? 'string' : 'word';
  return character === '"' || /[-0-9tfn]/.test(character);
}

function close(scanner: JsonScanner, isObject: boolean): boolean {
  if (scanner.open.pop() !== isObject) return false;
  scanner.expect = 'comma or end';
  return true;
}
