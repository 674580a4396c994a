/** The expected results are those of Go's implementation of RE2, except for repeated group names, which only RE2 itself refuses. */
import fc from 'fast-check';
import { matchesRe2, re2Problem } from '../../../src/model/cel/re2';
import { tries } from '../../fuzz';

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
  ['^a(?i:b)$', 'aB', true],
  ['^a(?i:b)$', 'AB', false],
  ['a(?i)b|c', 'C', true],
  ['(?i)\\b\u017f', '\u017f', false],
  ['(?i)a\\B\u212a', 'a\u212a', false],
  ['^\\B😀\\B$', '😀', true],
  ['^.\\B.$', '😀', false],
])('the pattern %s on %j is %s', (pattern, text, expected) => {
  expect(matchesRe2(pattern, text)).toBe(expected);
});

test.each([
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?<!a)', 'invalid named capture: `(?<!a)`'],
  ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ['(?P=a)', 'invalid or unsupported Perl syntax: `(?P`'],
  ['(?>a)', 'invalid or unsupported Perl syntax: `(?>`'],
  ['(?x)a', 'invalid or unsupported Perl syntax: `(?x`'],
  ['(?i-)a', 'invalid or unsupported Perl syntax: `(?i-)`'],
  ['(?<a b>c)', 'invalid named capture: `(?<a b>`'],
  ['a(', 'missing closing ): `a(`'],
  ['a)', 'unexpected ): `a)`'],
  ['[a', 'missing closing ]: `[a`'],
  ['[]', 'missing closing ]: `[]`'],
  ['[b-a]', 'invalid character class range: `b-a`'],
  ['[a-\\d]', 'invalid escape sequence: `\\d`'],
  ['[\\b]', 'invalid escape sequence: `\\b`'],
  ['[[:digits:]]', 'invalid character class range: `[:digits:]`'],
  ['[[:constructor:]]', 'invalid character class range: `[:constructor:]`'],
  ['\\h', 'invalid escape sequence: `\\h`'],
  ['\\u0041', 'invalid escape sequence: `\\u`'],
  ['\\cA', 'invalid escape sequence: `\\c`'],
  ['\\e', 'invalid escape sequence: `\\e`'],
  ['\\Z', 'invalid escape sequence: `\\Z`'],
  ['a\\E', 'invalid escape sequence: `\\E`'],
  ['\\é', 'invalid escape sequence: `\\é`'],
  ['\\x4', 'invalid escape sequence: `\\x4`'],
  ['\\x{110000}', 'invalid escape sequence: `\\x{110000`'],
  ['a\\', 'trailing backslash at end of expression'],
  ['\\pX', 'invalid character class range: `\\pX`'],
  ['\\p{L', 'invalid character class range: `\\p{L`'],
  ['*a', 'missing argument to repetition operator: `*`'],
  ['a|+', 'missing argument to repetition operator: `+`'],
  ['(?i)*a', 'missing argument to repetition operator: `*`'],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['a{2}{3}', 'invalid nested repetition operator: `{2}{3}`'],
  ['a{3,2}', 'invalid repeat count: `{3,2}`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['a{1001,}', 'invalid repeat count: `{1001,}`'],
  ['a{0,1001}', 'invalid repeat count: `{0,1001}`'],
  ['(b|a{501}){2}', 'invalid repeat count: `{2}`'],
  ['(?P<a>b)(?P<a>c)', 'duplicate capture group name: `a`'],
  ['(?P<a>b)(?<a>c)', 'duplicate capture group name: `a`'],
  ['\\C', 'invalid escape sequence: `\\C`'],
  ['\\p{Unheard_Of}', 'invalid character class range: `\\p{Unheard_Of}`'],
  ['\\p{Grek}', 'invalid character class range: `\\p{Grek}`'],
  ['(?P<é>a)', 'invalid named capture: `(?P<é>`'],
])('the pattern %s is rejected: %s', (pattern, reason) => {
  expect(re2Problem(pattern)).toEqual({
    problem: `has the invalid regular expression '${pattern}': ${reason}`,
    expected: 'a regular expression in RE2 syntax',
  });
  expect(() => matchesRe2(pattern, '')).toThrow(reason);
});

test('patterns that nest too deeply or are too large are rejected', () => {
  expect(re2Problem('('.repeat(1100) + ')'.repeat(1100))?.problem).toContain('expression nests too deeply');
  expect(re2Problem('(?:(?:(?:a{0,1000}b){0,1000}c){0,10}')?.problem).toContain('expression too large');
});

test.each(['a{1000}', '(?:a{500}){2}', '(?:a{1000})*', '(?:a{1000}|b){1}', '(?:(?:a{1000}){0}){2}'])(
  'the pattern %s is valid',
  (pattern) => {
    expect(re2Problem(pattern)).toBeUndefined();
  },
);

// Backtracking would take exponential time.
test.each(['(a+)+$', '(a|aa)+$', '(.*a){20}b', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
  'the pattern %s takes linear time',
  (pattern) => {
    expect(matchesRe2(pattern, `${'a'.repeat(5000)}!`)).toBe(false);
  },
);

test('a string with its special characters escaped is a pattern that matches this string only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      const pattern = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
      expect(matchesRe2(`^${pattern}$`, text)).toBe(true);
      expect(matchesRe2(`^${pattern}$`, other)).toBe(text === other);
      if (!text.includes('\\E')) expect(matchesRe2(`\\Q${text}\\E`, other + text)).toBe(true);
    }),
  );
});

test('re2Problem does not throw for random patterns, and a pattern without a problem can be matched', () => {
  const parts = fc.constantFrom(...'()[]{}|*+?\\^$.:-,<>=!PQEpdx19aimsU'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: parts }), (pattern) => {
      if (re2Problem(pattern)) return;
      expect(typeof matchesRe2(pattern, 'a')).toBe('boolean');
    }),
    tries(2000),
  );
});
