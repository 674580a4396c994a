/** Finds function calls in the texts of configurations, and reads paths in their arguments. Pure. */

import { isComment, skipToken } from '../../terraform/configuration/tokens';
import { isJsonObject, tryParseJson } from '../../values/json';

/** Returns the text of HCL without comments, or the strings with expressions of JSON, also those below `"//"`. */
export function listExpressionSources(text: string): string[] {
  if (!isJsonObject(tryParseJson(text))) return [withoutComments(text)];
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return strings.map((each) => String(tryParseJson(each))).filter((each) => /[$%]\{/.test(each));
}

export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Also finds what only looks like a call, such as the text of a string, so callers may report too much. */
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

/** Positions of the commas between the arguments and of the closing parenthesis, or of the end of the source. */
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

/** Knows strings, so that `"#"` and `"https://…"` stay. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = skipToken(text, at);
    kept.push(isComment(text, at) ? '\n' : text.slice(at, next));
    at = next;
  }
  return kept.join('');
}

/**
 * Returns a path as {@link readLiteralPath} does, also one whose last step begins with a call of `basename`, which
 * becomes `*`: `"./rules/${basename(var.name)}.tpl"` -> `./rules/*.tpl`. Undefined for any other expression, such as
 * one with two calls.
 */
export function readTemplatePath(argument: string): string | undefined {
  let pattern = '';
  let from = 0;
  for (const { start, end } of findCalls(argument, ['basename'])) {
    const opening = /\$\{\s*basename\s*\($/.exec(argument.slice(0, start));
    const closing = /^\)\s*\}/.exec(argument.slice(end));
    if (!opening || !closing) continue;
    // `basename` may return `..` or `/`. At the start of the last step that does no harm: `./rules/..` is a folder,
    // which cannot be read as a template. Two calls, or one behind other text, may lead to a file of another folder.
    if (from > 0 || !argument.slice(0, opening.index).endsWith('/')) return undefined;
    pattern += `${argument.slice(from, opening.index)}*`;
    from = end + closing[0].length;
  }
  const path = readLiteralPath(pattern + argument.slice(from));
  return path !== undefined && /\*.*\//s.test(path) ? undefined : path;
}

/**
 * Returns a relative path: `"${path.module}/a.tpl"` -> `./a.tpl`, `"${path.module}"` -> `./`, and `path.module` without
 * quotes -> an empty text. It is relative to the module or to the root module. Undefined for any other expression, for
 * an absolute path, for one that begins with `~`, and for one with a backslash or a colon.
 */
export function readLiteralPath(argument: string): string | undefined {
  const [, bare, quoted] = /^(?:(path\.(?:module|root))|"(.*)")$/s.exec(argument) ?? [];
  const path = (bare === undefined ? quoted : '')?.replace(/^\$\{\s*path\.(module|root)\s*\}(\/|$)/, './');
  return path === undefined || /[$%]\{|[\\"]|^[/~]|:/.test(path) ? undefined : path;
}
