import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';

import { isSameValue, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { typedValues, types, valuesOf } from './arbitraries';

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
