import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isWhollyKnown, objectValue } from '../../src/values/cty-value';
import { ValueError } from '../../src/values/error';
import { fromJson } from '../../src/values/from-json';
import type { Json } from '../../src/values/json';
import { toJson, typedValues } from './arbitraries';

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

  test.each<[string, CtyType, Json, CtyValue]>([
    ['null for an attribute that the state lacks', ['object', { a: 'string' }], {}, objectValue([['a', null]])],
    ['nothing for an attribute that the schema lacks', ['object', {}], { gone: 1 }, objectValue()],
    ['null in nested objects too', ['list', ['object', { a: 'bool' }]], [{}], [objectValue([['a', null]])]],
    [
      'an attribute named like a method as absent',
      Object.freeze<CtyType>(['object', Object.fromEntries([['valueOf', 'string']])]),
      {},
      objectValue([['valueOf', null]]),
    ],
    ['a text that was a number', 'string', 5, '5'],
    ['a number that was a text', 'number', '18446744073709551616', 2n ** 64n],
    ['a boolean that was a string', 'bool', 'true', true],
    [
      'a dynamic value by its own type',
      'dynamic',
      { type: ['list', 'number'], value: [1] },
      { type: ['list', 'number'], value: [1] },
    ],
  ])('reads %s', (_, type, json, expected) => {
    expect(fromJson(type, json)).toStrictEqual(expected);
  });

  test.each<[string, CtyType, Json, string]>([
    [
      'a list for an object',
      ['object', { a: ['object', {}] }],
      { a: [] },
      'a: expected an object, found an array of 0',
    ],
    ['an object for a list', ['list', 'string'], {}, 'expected a list, found an object'],
    ['text for a number', ['map', 'number'], { k: 'x' }, 'k: expected a number, found a string'],
  ])('rejects %s', (_, type, json, message) => {
    expect(() => fromJson(type, json)).toThrow(new ValueError(message));
  });
});
