/**
 * Parses JSON of another origin, with what `JSON.parse` does not report: the line of a mistake, an object that has a
 * key twice, of which `JSON.parse` would silently use the last, and the line of each value.
 */

import { clip } from '../model/text';
import type { Json } from '../values/json';

export interface ParsedJson {
  readonly value: Json;
  /**
   * Line of a value, from 1; the path as `['shards', 0, 17]`. For a missing value that of the innermost value on the
   * path that exists: `['shards', 'absent', 'x']` has the line of `shards`.
   */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** The problem is the end of a sentence: `line 7 has the key 'networks' twice`. */
export type JsonResult = ParsedJson | { readonly problem: string };

/** A choice: recursion needs a limit, and the documents of the catalogue have few levels. */
const MAX_DEPTH = 50;

/**
 * A token that is not a string. The numbers of digits are limited: a long repetition overflows the stack of the
 * expression. A longer number is not valid JSON here.
 */
const TOKEN = /-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?(?:[eE][+-]?\d{1,99})?|[[\]{},:]|true|false|null/y;

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

interface Position {
  readonly offset: number;
  readonly children?: ReadonlyMap<PropertyKey, Position>;
}

interface Token {
  readonly text: string;
  readonly offset: number;
}

class JsonProblem extends Error {
  constructor(
    readonly offset: number,
    problem: string,
  ) {
    super(problem);
  }
}

/**
 * Accepts what `JSON.parse` accepts, except two equal keys in one object, deep nesting, very long numbers
 * and some control characters.
 */
export function parseFeedJson(text: string): JsonResult {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  try {
    const root = new Scanner(text).scan();
    const lineOf = (path: readonly PropertyKey[]): number => {
      let found = root;
      for (const step of path) {
        const next = found.children?.get(step);
        if (!next) break;
        found = next;
      }
      return lineAt(found.offset);
    };
    return { value: JSON.parse(text) as Json, lineOf };
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: `line ${lineAt(error.offset)} ${error.message}` };
    throw error;
  }
}

function matchAt(sticky: RegExp, text: string, offset: number): number | undefined {
  sticky.lastIndex = offset;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

class Scanner {
  #end = 0;

  constructor(private readonly text: string) {}

  scan(): Position {
    const root = this.#value(0);
    const end = this.#skipSpace();
    if (end < this.text.length) throw new JsonProblem(end, 'has more text after the JSON');
    return root;
  }

  #next(): Token {
    const offset = this.#skipSpace();
    const end = this.text[offset] === '"' ? this.#endOfString(offset) : matchAt(TOKEN, this.text, offset);
    if (end === undefined)
      throw new JsonProblem(offset, offset === this.text.length ? 'ends within the JSON' : 'is not valid JSON');
    this.#end = end;
    return { text: this.text.slice(offset, end), offset };
  }

  /** Skips the four characters that are white space in JSON; `trim` would remove more. */
  #skipSpace(): number {
    let offset = this.#end;
    while (/^[ \t\r\n]$/.test(this.text.charAt(offset))) offset += 1;
    return offset;
  }

  /** Undefined for an invalid string. Refuses U+007F to U+009F, too, which JSON allows and no network has. */
  #endOfString(start: number): number | undefined {
    for (let index = start + 1; index < this.text.length; ) {
      const code = this.text.charCodeAt(index);
      if (code === 0x22) return index + 1;
      if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return undefined;
      const next = code === 0x5c ? matchAt(ESCAPE, this.text, index) : index + 1;
      if (next === undefined) return undefined;
      index = next;
    }
    return undefined;
  }

  #expect(...expected: readonly string[]): string {
    const { text, offset } = this.#next();
    if (expected.includes(text)) return text;
    throw new JsonProblem(offset, `has ${clip(text)}; expected ${expected.join(' or ')}`);
  }

  /** Reads the token only if it is the closing one of an empty list or object. */
  #isEmpty(closing: string): boolean {
    const start = this.#end;
    if (this.#next().text === closing) return true;
    this.#end = start;
    return false;
  }

  #value(depth: number): Position {
    const { text, offset } = this.#next();
    if (depth > MAX_DEPTH) throw new JsonProblem(offset, `is nested deeper than ${MAX_DEPTH} levels`);
    if (text === '[') return { offset, children: this.#elements(depth) };
    if (text === '{') return { offset, children: this.#members(depth) };
    if (/^[\]},:]$/.test(text)) throw new JsonProblem(offset, `has ${text}; expected a value`);
    return { offset };
  }

  #elements(depth: number): Map<PropertyKey, Position> {
    const elements = new Map<PropertyKey, Position>();
    if (this.#isEmpty(']')) return elements;
    do elements.set(elements.size, this.#value(depth + 1));
    while (this.#expect(',', ']') === ',');
    return elements;
  }

  #members(depth: number): Map<PropertyKey, Position> {
    const members = new Map<PropertyKey, Position>();
    if (this.#isEmpty('}')) return members;
    do {
      const { text, offset } = this.#next();
      if (!text.startsWith('"')) throw new JsonProblem(offset, `has ${clip(text)}; expected a key in quotes`);
      const name = JSON.parse(text) as string;
      if (members.has(name)) throw new JsonProblem(offset, `has the key '${clip(name)}' twice`);
      this.#expect(':');
      members.set(name, this.#value(depth + 1));
    } while (this.#expect(',', '}') === ',');
    return members;
  }
}
