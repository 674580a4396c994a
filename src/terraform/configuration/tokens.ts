/**
 * Finds the ends of tokens of HCL: `"${upper("}")}"` is one string. If the end is missing, the result is greater than
 * the length of the text.
 */

/** Where a string, a comment, a heredoc, a `<<` that begins none, or else one character ends. */
export function skipToken(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at + 1);
  if (isComment(text, at)) return skipComment(text, at);
  return text.startsWith('<<', at) ? skipHeredoc(text, at) : at + 1;
}

export function isComment(text: string, at: number): boolean {
  return text[at] === '#' || text.startsWith('//', at) || text.startsWith('/*', at);
}

function skipComment(text: string, at: number): number {
  const end = text.startsWith('/*', at) ? '*/' : '\n';
  const found = text.indexOf(end, at + end.length);
  return found < 0 ? text.length + 1 : found + end.length;
}

/** `from` is after the quote. `$${` is a literal. */
export function skipString(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 2;
    else if (/^([$%])\1\{/.test(text.slice(at, at + 3))) at += 3;
    else at = /^[$%]\{/.test(text.slice(at, at + 2)) ? skipTemplate(text, at + 2) : at + 1;
  }
  return text.length + 1;
}

/** `from` is after `${`. */
export function skipTemplate(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at = skipToken(text, at)) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length + 1;
}

function skipHeredoc(text: string, at: number): number {
  // The first 200 characters have the marker: chosen, because markers are short and a text may be long.
  const [opening, marker] = /^<<-?([\p{L}_][\p{L}\p{N}_-]*)\r?\n/u.exec(text.slice(at, at + 200)) ?? [];
  if (opening === undefined) return at + 2;
  const from = at + opening.length;
  const end = new RegExp(`^[ \\t]*${marker}[ \\t]*\\r?$`, 'm').exec(text.slice(from));
  return end ? from + end.index + end[0].length : text.length + 1;
}
