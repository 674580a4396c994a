import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';

import { coerceValue } from '../../src/values/coerce';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue } from '../../src/values/cty-value';
import { encodeValue } from '../../src/values/encode';
import { typedValues, types } from './arbitraries';

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
    const malformed = objectValue([
      ['id', 'x_1'],
      ['size', 'large'],
      ['surplus', true],
    ] as [string, CtyValue][]);
    expect(coerceValue(type, malformed)).toStrictEqual(
      objectValue([
        ['id', 'x_1'],
        ['size', null],
        ['name', null],
      ]),
    );
  });
});
