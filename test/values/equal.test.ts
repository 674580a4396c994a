import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';

import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isSameValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { typedValues, types, valuesOf } from './arbitraries';
import { valuesEqual } from './values-equal';

describe('valuesEqual()', () => {
  test.each<[string, CtyType, CtyValue, CtyValue, boolean]>([
    ['sets in another order', ['set', 'string'], ['a', 'b'], ['b', 'a'], true],
    ['sets with repetitions', ['set', 'string'], ['a', 'a', 'b'], ['b', 'a'], true],
    ['sets of other elements', ['set', 'string'], ['a'], ['b'], false],
    ['lists in another order', ['list', 'string'], ['a', 'b'], ['b', 'a'], false],
    ['sets inside sets', ['set', ['set', 'number']], [[1, 2], [3]], [[3], [2, 1, 1]], true],
    [
      'objects with members in another order',
      ['object', { a: 'bool', b: 'bool' }],
      objectValue([
        ['a', true],
        ['b', null],
      ]),
      objectValue([
        ['b', null],
        ['a', true],
      ]),
      true,
    ],
    ['null and an empty text', 'string', null, '', false],
    ['null and an empty list', ['list', 'string'], null, [], false],
    ['unknown and unknown', 'string', UNKNOWN, UNKNOWN, true],
    ['unknown and the string that could encode it', 'string', UNKNOWN, 'unknown', false],
    [
      'maps with a key that looks like a number',
      ['map', 'string'],
      objectValue([['decimal', '1.0']]),
      objectValue([['decimal', '1']]),
      false,
    ],
    ['a number and its decimal', 'number', 5, { decimal: '5.0' }, true],
    [
      'a number and its text',
      ['list', 'dynamic'],
      [{ type: 'number', value: 5 }],
      [{ type: 'string', value: '5' }],
      false,
    ],
    ['texts that only normalization makes equal', 'string', 'e\u0301', '\u00e9', false],
    ['lists that join alike', ['list', 'string'], ['a,b'], ['a', 'b'], false],
  ])('%s', (_, type, a, b, expected) => {
    expect(valuesEqual(type, a, b)).toBe(expected);
    expect(valuesEqual(type, b, a)).toBe(expected);
  });

  test('is true for a value and its decoded copy', async () => {
    await fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        expect(valuesEqual(type, value, decodeValue(type, encodeValue(type, value)))).toBe(true);
      }),
    );
  });

  test('is deep equality without sets', async () => {
    const pairs: fc.Arbitrary<{ type: CtyType; a: CtyValue; b: CtyValue }> = types
      .filter((type) => !JSON.stringify(type).includes('"set"') && !JSON.stringify(type).includes('"dynamic"'))
      .chain((type) => fc.tuple(valuesOf(type), valuesOf(type)).map(([a, b]) => ({ type, a, b })));
    await fc.assert(
      fc.property(pairs, ({ type, a, b }) => {
        expect(valuesEqual(type, a, b)).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });
});

describe('isSameValue()', () => {
  test('is deep equality', async () => {
    const pairs = types.chain((type) => fc.tuple(valuesOf(type), valuesOf(type)));
    await fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(isSameValue(a, b)).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });

  test('is true for a value and its decoded copy', async () => {
    await fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        expect(isSameValue(value, decodeValue(type, encodeValue(type, value)))).toBe(true);
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
