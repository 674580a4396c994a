/**
 * Regular expressions of CEL's `matches()`, in a time linear in the string. JavaScript's RegExp has another syntax and
 * backtracks: patterns and the strings of events come from outside, and the time of `^(a+)+$` doubles with each `a` of
 * `aaaa!`. The build bundles the library into this module, which environment.ts requires for the first pattern.
 */
import { RE2JS, type RE2JSSyntaxException } from 're2js';
import { memoize } from '../memoize';

export function re2Problem(pattern: string): { readonly problem: string; readonly expected: string } | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    const { message, error: reason = message, input } = error as RE2JSSyntaxException;
    return {
      problem: `has the invalid regular expression '${pattern}': ${reason}${input ? `: \`${input}\`` : ''}`,
      expected: 'a regular expression in RE2 syntax',
    };
  }
}

/** Whether any part of the string matches. Throws for an invalid pattern. */
export function matchesRe2(pattern: string, value: string): boolean {
  return compile(pattern).test(value);
}

/** A choice. */
const MAX_COMPILED = 100;

const compile = memoize(MAX_COMPILED, (pattern: string) => RE2JS.compile(pattern));
