/**
 * Regular expressions in CEL are RE2's, JavaScript's are others. What RE2 does not have is refused when an expression is
 * checked; what it has is translated when it is evaluated, and said to be beyond evaluation where that cannot be.
 */
import { type Re2, readRe2 } from './re2';

/** Why no RE2 pattern has this text; undefined when one may. */
export function regexProblem(pattern: string): { readonly problem: string; readonly expected: string } | undefined {
  const read = readPattern(pattern);
  if (!('problem' in read)) return undefined;
  return {
    problem: `has the pattern '${pattern}', ${read.problem}`,
    expected: 'a regular expression as RE2 knows them',
  };
}

/** Why the pattern cannot be evaluated here although RE2 may have it, as the end of a sentence about it; undefined when it can. */
export function regexUnsupported(pattern: string): string | undefined {
  const read = readPattern(pattern);
  return 'unsupported' in read ? read.unsupported : undefined;
}

/** Whether the RE2 pattern matches some part of the text. Throws for a pattern that is none, or cannot be evaluated here. */
export function matchesRe2(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  if (!('regex' in read)) throw new Error(`The regular expression '${pattern}' cannot be evaluated`);
  return read.regex.test(text);
}

const known = new Map<string, Re2>();

function readPattern(pattern: string): Re2 {
  const before = known.get(pattern);
  if (before) return before;
  const read = readRe2(pattern);
  // A filter has few patterns; this only keeps one made of an event's own texts from piling up.
  if (known.size > 500) known.clear();
  known.set(pattern, read);
  return read;
}
