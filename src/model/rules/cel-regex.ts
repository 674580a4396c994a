/**
 * Regular expressions in CEL are RE2's, JavaScript's are others. What RE2 cannot have is refused when an expression is
 * checked; what it writes in another way is translated when it is evaluated.
 */

/** Why no RE2 pattern has this text; undefined when one may. */
export function regexProblem(pattern: string): { readonly problem: string; readonly expected: string } | undefined {
  const expected = 'a regular expression as RE2 knows them';
  const problem = (what: string) => ({ problem: `has the pattern '${pattern}', ${what}`, expected });
  const bare = pattern.replace(/\\[^1-9]/g, '').replace(/\[[^\]]*\]/g, '');
  if (/\(\?<?[=!]/.test(bare)) return problem('which looks ahead or behind');
  if (/\\[1-9]/.test(bare)) return problem('which refers back to a group');
  // RE2 sets flags anywhere and knows other classes of characters; whether those are right only the service can tell.
  if (/\(\?[a-zA-Z]*-?[a-zA-Z]+[:)]|\\[pP]/.test(pattern.replace(/^\(\?[ims]+\)/, ''))) return undefined;
  try {
    translateRegex(pattern);
    return undefined;
  } catch (error) {
    const why = (error as Error).message.replace(/^.*: /, '').toLowerCase();
    return problem(`which is not a regular expression (${why})`);
  }
}

const posix: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: '\\t ',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

const translated = new Map<string, RegExp>();

/**
 * A JavaScript expression that matches what the RE2 pattern does, for flags at its start, `(?P<name>`, `\A`, `\z`,
 * `\Q...\E` and POSIX classes.
 *
 * @throws SyntaxError when the pattern is wrong, or sets flags in its middle, which JavaScript has no way to say, or
 * names a class of characters that JavaScript calls otherwise
 */
export function translateRegex(pattern: string): RegExp {
  const known = translated.get(pattern);
  if (known) return known;
  const [, flags = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  const source = rest
    .replace(/\\Q(.*?)(?:\\E|$)/gs, (_, text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .replace(/\(\?P</g, '(?<')
    .replace(/\\([pP])([A-Z])(?!\{)/g, '\\$1{$2}')
    .replace(/\[:(\w+):\]/g, (whole, name: string) => posix[name] ?? whole)
    .replace(/\\(.)/gs, (whole, character: string) => ({ A: '(?<![\\s\\S])', z: '(?![\\s\\S])' })[character] ?? whole);
  const unicode = /\\[pP]\{/.test(source) ? 'u' : '';
  const made = new RegExp(source, [...new Set(flags), unicode].join(''));
  // A filter has few patterns; this only keeps one made of an event's own texts from piling up.
  if (translated.size > 500) translated.clear();
  translated.set(pattern, made);
  return made;
}
