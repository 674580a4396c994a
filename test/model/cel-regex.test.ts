/** What RE2 does with each of these was asked of Go's, which `regexall` of Terraform is. */
import fc from 'fast-check';
import { matchesRe2, regexProblem, regexUnsupported } from '../../src/model/rules/cel-regex';

test.each([
  ['^\\x{41}$', 'A', true],
  ['^\\x41\\x{00042}$', 'AB', true],
  ['^\\101\\0$', 'A\0', true],
  ['^\\a\\f\\t\\n\\r\\v$', '\x07\f\t\n\r\v', true],
  ['^\\a$', 'a', false],
  ['^\\_\\-\\ \\@$', '_- @', true],
  ['\\Aab\\z', 'ab', true],
  ['ab$', 'ab\n', false],
  ['^ab$', 'ab\nab', false],
  ['(?m)^ab$', 'x\nab\ny', true],
  ['(?m)^ab$', 'x\rab', false],
  ['a.b', 'a\nb', false],
  ['a.b', 'a\u2028b', true],
  ['(?s)a.b', 'a\nb', true],
  ['^.$', '😀', true],
  ['a(?s).(?-s:.)b', 'a\n\nb', false],
  ['(?s:.)b|a.', 'a\n', false],
  ['(?P<name>a)(?<other>b)', 'ab', true],
  ['\\Qa.b\\E', 'axb', false],
  ['^\\Qab\\E+$', 'abb', true],
  ['^\\Q*', '*', true],
  ['^[[:digit:]]+$', '12', true],
  ['^[[:^digit:]]+$', 'abc', true],
  ['^[[:^alpha:]_]+$', '1_', true],
  ['^[^[:alpha:]-]+$', 'a-', false],
  ['[[:space:]]', '\u00a0', false],
  ['\\s', '\v', false],
  ['[[:space:]]', '\v', true],
  ['[[:ascii:][:cntrl:]]', 'é', false],
  ['^[]a]+$', ']a', true],
  ['^[^]a]+$', 'b', true],
  ['^[a-]+$', '-a', true],
  ['^[\\d-]+$', '1-', true],
  ['^[--a]$', '0', true],
  ['[a&&b]', '&', true],
  ['[[:a]', ':', true],
  ['\\pL', 'ä', true],
  ['^\\p{Greek}+$', 'λΛ', true],
  ['^\\P{^Lu}$', 'a', false],
  ['(?i)\\P{Lu}', 'A', false],
  ['(?i)k', '\u212a', true],
  ['(?i)[^a-z]', 'K', false],
  ['^a{,2}$', 'a{,2}', true],
  ['^a{01}$', 'a{01}', true],
  ['^}]$', '}]', true],
  ['^(?:a{40}){2}$', 'a'.repeat(80), true],
  ['^*a', 'a', true],
  ['(|a)+$', 'aa', true],
  ['a(?U)+?', 'aa', true],
])('the pattern %s on %j is %s', (pattern, text, expected) => {
  expect(matchesRe2(pattern, text)).toBe(expected);
});

test.each([
  ['(?=a)', 'which looks ahead or behind'],
  ['(?<!a)', 'which looks ahead or behind'],
  ['(a)\\1', 'which refers back to a group'],
  ['(?P=a)', "which has the group '(?P'"],
  ['(?>a)', "which has the group '(?>'"],
  ['(?x)a', "which has the group '(?x'"],
  ['(?i-)a', "which has the group '(?i-'"],
  ['(?<a b>c)', "which names a group 'a b'"],
  ['a(', 'which does not close a group'],
  ['a)', "which has a ')' too many"],
  ['[a', 'which does not close a class of characters'],
  ['[]', 'which does not close a class of characters'],
  ['[b-a]', 'which has a range that ends before it begins'],
  ['[a-\\d]', "which has the escape '\\d'"],
  ['[\\b]', "which has the escape '\\b'"],
  ['[[:digits:]]', 'which has the class [:digits:]'],
  ['[[:constructor:]]', 'which has the class [:constructor:]'],
  ['\\h', "which has the escape '\\h'"],
  ['\\u0041', "which has the escape '\\u'"],
  ['\\cA', "which has the escape '\\c'"],
  ['\\e', "which has the escape '\\e'"],
  ['\\Z', "which has the escape '\\Z'"],
  ['a\\E', "which has the escape '\\E'"],
  ['\\é', "which has the escape '\\é'"],
  ['\\x4', "which has the escape '\\x'"],
  ['\\x{110000}', "which has the escape '\\x{110000}', beyond the last character"],
  ['a\\', 'which ends with a backslash'],
  ['\\pX', 'which has the class \\p{X}'],
  ['\\p{L', 'which does not close the name of a class of characters'],
  ['*a', "which repeats nothing with '*'"],
  ['a|+', "which repeats nothing with '+'"],
  ['(?i)*a', "which repeats nothing with '*'"],
  ['a**', "which repeats a repetition with '*'"],
  ['a{2}{3}', "which repeats a repetition with '{3}'"],
  ['a{3,2}', "which repeats with '{3,2}', at least more often than at most"],
  ['a{1001}', "which repeats more than 1000 times with '{1001}'"],
  ['a{1001,}', "which repeats more than 1000 times with '{1001,}'"],
  ['a{0,1001}', "which repeats more than 1000 times with '{0,1001}'"],
  ['(b|a{501}){2}', "which repeats more than 1000 times with '{2}'"],
])('the pattern %s is none of RE2: %s', (pattern, why) => {
  expect(regexProblem(pattern)).toEqual({
    problem: `has the pattern '${pattern}', ${why}`,
    expected: 'a regular expression as RE2 knows them',
  });
});

test.each([
  'a{1000}',
  '(?:a{500}){2}',
  '(?:a{1000})*',
  '(?:a{1000}|b){1}',
  '(?:(?:a{1000}){0}){2}',
  '(?P<a>b)(?P<a>c)',
])('the pattern %s is one', (pattern) => {
  expect([regexProblem(pattern), regexUnsupported(pattern)]).toEqual([undefined, undefined]);
});

test.each([
  ['a(?i:b)', 'which ignores case in a part only'],
  ['a(?i)b|c', 'which ignores case in a part only'],
  ['\\C', 'which has single bytes'],
  ['\\p{Unheard_Of}', 'which has the class \\p{Unheard_Of}'],
  ['\\p{Grek}', 'which has the class \\p{Grek}'],
  ['(?P<é>a)', "which names a group 'é'"],
  ['('.repeat(1100) + ')'.repeat(1100), 'which nests too deeply'],
])('the pattern %s may be one, and cannot be evaluated here: %s', (pattern, why) => {
  expect([regexProblem(pattern), regexUnsupported(pattern)]).toEqual([undefined, why]);
  expect(() => matchesRe2(pattern, '')).toThrow('cannot be evaluated');
});

test('where case does not matter a part may ignore it', () => {
  expect(matchesRe2('^a(?i:[\\d]-)$', 'a1-')).toBe(true);
  expect(matchesRe2('(?i:A)|(?i:b)', 'B')).toBe(true);
});

test('a text by itself, with what RE2 gives a meaning escaped, is a pattern that finds it and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      const pattern = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
      expect(matchesRe2(`^${pattern}$`, text)).toBe(true);
      expect(matchesRe2(`^${pattern}$`, other)).toBe(text === other);
      if (!text.includes('\\E')) expect(matchesRe2(`\\Q${text}\\E`, other + text)).toBe(true);
    }),
  );
});

test('reading a pattern throws for no text', () => {
  const parts = fc.constantFrom(...'()[]{}|*+?\\^$.:-,<>=!PQEpdx19aimsU'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: parts }), (pattern) => {
      if (regexProblem(pattern) ?? regexUnsupported(pattern)) return;
      expect(typeof matchesRe2(pattern, 'a')).toBe('boolean');
    }),
    { numRuns: 2000 },
  );
});
