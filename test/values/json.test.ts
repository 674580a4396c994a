import { deepStrictEqual } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { coerceValue } from '../../src/values/coerce';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isSameValue, isWhollyKnown, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { ValueError } from '../../src/values/error';
import { fromJson, parseJson } from '../../src/values/from-json';
import type { Json } from '../../src/values/json';
import { formatNumber, parseNumber } from '../../src/values/number';
import { tries } from '../fuzz';
import { toJson, typedValues, types, valuesOf } from './arbitraries';

describe('parseJson()', () => {
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
    ['9007199254740991', 9007199254740991],
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

describe('fromJson()', () => {
  test('reads a wholly known value from the JSON that `toJson` gives for it', async () => {
    await fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        fc.pre(isWhollyKnown(value));
        const text = JSON.stringify(toJson(value));
        deepStrictEqual(fromJson(type, JSON.parse(text) as Json), value);
      }),
    );
  });

  const method: CtyType = ['object', Object.fromEntries([['valueOf', 'string']])];
  const dynamic = { type: ['list', 'number'] as const, value: [1] };
  test.each<[string, CtyType, Json, CtyValue]>([
    ['null for an attribute that the state lacks', ['object', { a: 'string' }], {}, objectValue([['a', null]])],
    ['nothing for an attribute that the schema lacks', ['object', {}], { gone: 1 }, objectValue()],
    ['null in nested objects too', ['list', ['object', { a: 'bool' }]], [{}], [objectValue([['a', null]])]],
    ['an attribute named like a method as absent', method, {}, objectValue([['valueOf', null]])],
    ['a text that was a number', 'string', 5, '5'],
    ['a text that was a small fraction', 'string', 1e-7, '0.0000001'],
    ['a number that was a text', 'number', '18446744073709551616', 2n ** 64n],
    ['a boolean that was a string', 'bool', 'true', true],
    ['a boolean that was a digit in a string', 'bool', '0', false],
    ['a dynamic value by its own type', 'dynamic', dynamic, dynamic],
  ])('reads %s', (_, type, json, expected) => {
    expect(fromJson(type, json)).toStrictEqual(expected);
  });

  test.each<[string, CtyType, Json, string]>([
    ['a list for an object', ['map', ['object', {}]], { a: [] }, 'a: expected an object, found an array of 0'],
    ['an object for a list', ['list', 'string'], {}, 'expected a list, found an object'],
    ['a number for a map', ['map', 'string'], 5, 'expected a map, found a number'],
    ['text for a number', ['map', 'number'], { k: 'x' }, 'k: expected a number, found a string'],
  ])('rejects %s', (_, type, json, message) => {
    expect(() => fromJson(type, json)).toThrow(new ValueError(message));
  });
});

describe('coerceValue()', () => {
  test('returns a value of the type unchanged', async () => {
    await fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        deepStrictEqual(coerceValue(type, value), value);
      }),
    );
  });

  test('makes every value encodable', async () => {
    await fc.assert(
      fc.property(types, typedValues, (type, { value }) => {
        expect(() => encodeValue(type, coerceValue(type, value))).not.toThrow();
      }),
    );
  });

  test('of an object keeps the valid members, makes invalid and missing ones null, and omits those that the type does not have', () => {
    const type: CtyType = ['object', { id: 'string', size: 'number', name: 'string' }];
    const malformed = objectValue(Object.entries<CtyValue>({ id: 'x_1', size: 'large', surplus: true }));
    const coerced = objectValue(Object.entries({ id: 'x_1', size: null, name: null }));
    expect(coerceValue(type, malformed)).toStrictEqual(coerced);
  });
});

describe('isSameValue()', () => {
  test('is deep equality, and true for a value and its decoded copy', async () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type), valuesOf(type)));
    await fc.assert(
      fc.property(pairs, ([type, a, b]) => {
        expect(isSameValue(a, b)).toBe(isDeepStrictEqual(a, b));
        expect(isSameValue(a, decodeValue(type, encodeValue(type, a)))).toBe(true);
      }),
    );
  });

  test('distinguishes a null member from none, an array from an object, and elements by their order', () => {
    expect(isSameValue(objectValue([['a', null]]), objectValue([['b', null]]))).toBe(false);
    expect(isSameValue([], objectValue())).toBe(false);
    expect(isSameValue(objectValue(), [])).toBe(false);
    expect(isSameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSameValue(['a'], ['a', 'b'])).toBe(false);
  });
});
