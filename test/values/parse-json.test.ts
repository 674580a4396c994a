import * as fc from 'fast-check';
import { parseJson } from '../../src/values/from-json';
import type { Json } from '../../src/values/json';
import { formatNumber, parseNumber } from '../../src/values/number';
import { tries } from '../fuzz';

/** A JSON number and its parsed value. */
interface Written {
  readonly text: string;
  readonly value: Json;
}

const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,40})$/);
const numberTokens: fc.Arbitrary<Written> = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.constantFrom('', '.0', '.5', '.1', '.12345678901234567890'),
    fc.constantFrom('', 'e0', 'E5', 'e+22', 'e-7', 'e400', 'e-400'),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const text = `${sign}${whole}${fraction}${exponent}`;
    const exact = parseNumber(text);
    return { text, value: typeof exact === 'number' ? JSON.parse(text) : formatNumber(exact ?? 0) };
  });
const strings: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  numberTokens.map(({ text }) => text),
  numberTokens.map(({ text }) => `{"n": ${text}, "q\\": ${text}}\n\\"${text}`),
);
const space = fc.constantFrom('', ' ', '\n\t');
const { documents } = fc.letrec<{ documents: Written }>((tie) => ({
  documents: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberTokens,
    strings.map((value) => ({ text: JSON.stringify(value), value })),
    fc.constantFrom(true, false, null).map((value) => ({ text: String(value), value })),
    fc.tuple(fc.array(tie('documents'), { maxLength: 4 }), space).map(([items, gap]) => ({
      text: `[${gap}${items.map(({ text }) => text).join(`${gap},${gap}`)}${gap}]`,
      value: items.map(({ value }) => value),
    })),
    fc
      .tuple(fc.uniqueArray(fc.tuple(strings, tie('documents')), { maxLength: 4, selector: ([name]) => name }), space)
      .map(([members, gap]) => ({
        text: `{${members.map(([name, { text }]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${text}`).join(',')}${gap}}`,
        value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
      })),
  ),
}));

describe('parseJson()', () => {
  test('returns inexact numbers as decimal strings, and otherwise equals JSON.parse', async () => {
    await fc.assert(
      fc.property(documents, ({ text, value }) => {
        expect(parseJson(text)).toStrictEqual(value);
      }),
      tries(500),
    );
  });

  test.each<[string, Json]>([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740991', 9007199254740991],
    ['1e3', 1000],
    ['-0', -0],
    ['0.1', 0.1],
    ['0.12345678901234567891', '0.12345678901234567891'],
    ['"9007199254740993"', '9007199254740993'],
    ['{"9007199254740993": "\\"9007199254740993"}', { '9007199254740993': '"9007199254740993' }],
    ['{"a" : 9007199254740993}', { a: '9007199254740993' }],
    ['{"a":-9007199254740993}', { a: '-9007199254740993' }],
    ['[\n9007199254740993]', ['9007199254740993']],
    ['["a", 9007199254740993]', ['a', '9007199254740993']],
    [' 9007199254740993', '9007199254740993'],
    // Longer than any number that Terraform has: never infinity.
    ['1e9999999999', '1e9999999999'],
  ])('of %s', (text, expected) => {
    expect(parseJson(text)).toStrictEqual(expected);
  });

  test('rejects invalid JSON', () => {
    for (const text of ['', '{', '01', '"9007199254740993', '[9007199254740993', 'NaN']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  test('parses megabytes with escapes', () => {
    const value = [`${'0123456789012345678901234567890\n'.repeat(100_000)}"`];
    expect(parseJson(JSON.stringify(value))).toStrictEqual(value);
  });
});
