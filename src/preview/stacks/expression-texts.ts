/** Finds function calls in the texts of configurations. HCL is not parsed: strings are recognized, expressions are not. Pure. */
import { isJsonObject, tryParseJson } from '../../model/json';

/** Returns the parts of a configuration file that may contain expressions, without comments. */
export function listSources(text: string): string[] {
  if (!isJsonObject(tryParseJson(text))) return [withoutComments(text)];
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return strings.map((each) => String(tryParseJson(each))).filter((each) => /[$%]\{/.test(each));
}

export interface Call {
  readonly name: string;
  /** As written. */
  readonly args: readonly string[];
  /** Positions of the arguments in the source. */
  readonly start: number;
  readonly end: number;
}

/** Returns the calls of these functions, also those within each other's arguments. */
export function findCalls(source: string, names: readonly string[]): Call[] {
  const pattern = new RegExp(`(?<![.\\w-])(${names.join('|')})\\s*\\(`, 'g');
  return [...source.matchAll(pattern)].map((match): Call => {
    const start = match.index + match[0].length;
    const ends = findArgumentEnds(source, start);
    const args = ends.map((end, index) =>
      source.slice(index === 0 ? start : (ends[index - 1] as number) + 1, end).trim(),
    );
    return { name: match[1] as string, args: args.join('') === '' ? [] : args, start, end: ends.at(-1) as number };
  });
}

/** Positions of the commas between the arguments and of the closing parenthesis. */
function findArgumentEnds(source: string, start: number): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (let at = start; at < source.length; at = skipToken(source, at)) {
    const char = source[at] as string;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && char === ',')) ends.push(at);
    if (depth < 0) return ends;
    if ('([{'.includes(char)) depth += 1;
  }
  return [...ends, source.length];
}

/** A comment begins with `#` or `//` only where no string is. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = skipToken(text, at);
    kept.push(isComment(text, at) ? '\n' : text.slice(at, next));
    at = next;
  }
  return kept.join('');
}

/** Returns where a string, a comment, or else one character ends. */
function skipToken(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at + 1);
  if (isComment(text, at)) return skipComment(text, at);
  return text.startsWith('<<', at) ? skipHeredoc(text, at) : at + 1;
}

function isComment(text: string, at: number): boolean {
  return text[at] === '#' || text.startsWith('//', at) || text.startsWith('/*', at);
}

function skipComment(text: string, at: number): number {
  return skipThrough(text, text.startsWith('/*', at) ? '*/' : '\n', at + 1);
}

function skipThrough(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

/** `$${` is a literal. */
function skipString(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 2;
    else if (/^([$%])\1\{/.test(text.slice(at, at + 3))) at += 3;
    else at = /^[$%]\{/.test(text.slice(at, at + 2)) ? skipTemplate(text, at + 2) : at + 1;
  }
  return text.length;
}

/** A template may contain strings with templates. */
function skipTemplate(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at = skipToken(text, at)) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function skipHeredoc(text: string, at: number): number {
  const [opening, marker] = /^<<-?([\p{L}_][\p{L}\p{N}_-]*)\r?\n/u.exec(text.slice(at, at + 200)) ?? [];
  if (opening === undefined) return at + 2;
  const from = at + opening.length;
  const end = new RegExp(`^[ \\t]*${marker}[ \\t]*\\r?$`, 'm').exec(text.slice(from));
  return end ? from + end.index + end[0].length : text.length;
}

/**
 * Returns a path relative to a module, with `*` in its last step for what one `basename` computes at the start of that step,
 * because that leads to no other folder: `"./rules/${basename(var.name)}.tpl"` -> `./rules/*.tpl`. Undefined for any other expression.
 */
export function readTemplatePath(argument: string): string | undefined {
  let pattern = '';
  let from = 0;
  for (const { start, end } of findCalls(argument, ['basename'])) {
    const opening = /\$\{\s*basename\s*\($/.exec(argument.slice(0, start));
    const closing = /^\)\s*\}/.exec(argument.slice(end));
    if (!opening || !closing) continue;
    // `basename` may return `..` or `/`: two of them, or one behind other text, may lead to another folder.
    if (from > 0 || !argument.slice(0, opening.index).endsWith('/')) return undefined;
    pattern += `${argument.slice(from, opening.index)}*`;
    from = end + closing[0].length;
  }
  const path = readLiteralPath(pattern + argument.slice(from));
  return path !== undefined && /\*.*\//s.test(path) ? undefined : path;
}

/** Returns a path relative to a module; undefined for an expression. */
export function readLiteralPath(argument: string): string | undefined {
  const [, bare, quoted] = /^(?:(path\.(?:module|root))|"(.*)")$/s.exec(argument) ?? [];
  const path = (bare === undefined ? quoted : '')?.replace(/^\$\{\s*path\.(module|root)\s*\}(\/|$)/, './');
  return path === undefined || /[$%]\{|[\\"]|^[/~]|:/.test(path) ? undefined : path;
}
