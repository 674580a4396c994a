import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { ValueError } from '../../src/values/error';
import { encodeMsgpack } from '../../src/values/msgpack';
import { campaignSize, picker, tries } from '../fuzz';
import { typedValues, types } from './arbitraries';
import { encodeRandomly, type Pick } from './wire';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('encodeValue()', () => {
  test.each<[string, CtyType, CtyValue, string]>([
    ['null', 'string', null, 'c0'],
    ['unknown', 'number', UNKNOWN, 'd40000'],
    ['an integer as text', 'number', -5, 'a22d35'],
    ['infinity as floating point', 'number', Infinity, 'cb7ff0000000000000'],
    ['a fraction as text', 'number', 0.1, 'a3302e31'],
    ['a lone surrogate as U+FFFD', 'string', '\ud800', 'a3efbfbd'],
    ['a typed dynamic', 'dynamic', { type: 'string', value: 'a' }, '92c40822737472696e6722a161'],
  ])('writes %s', (_, type, value, expected) => {
    expect(hex(encodeValue(type, value))).toBe(expected);
  });

  test.each<[string, CtyType, CtyValue, string]>([
    ['a missing attribute', ['object', { a: 'string' }], objectValue(), 'a: this attribute is missing'],
    ['a surplus attribute', ['object', {}], objectValue([['x', null]]), 'x: the type has no attribute of this name'],
    ['a wrong scalar in a list', ['list', 'string'], ['a', 1], '[1]: expected a string, found a number'],
    ['a wrong value', ['map', 'bool'], objectValue([['a b', 'x']]), '["a b"]: expected a bool, found a string'],
    ['NaN', 'number', Number.NaN, 'expected a number, found NaN'],
    ['text for a number', 'number', { decimal: 'secret' }, 'the string is not a decimal number'],
    ['a tuple of another length', ['tuple', ['string']], [], 'expected 1 elements, found 0'],
    ['an object for a list', ['list', 'string'], objectValue(), 'expected a list, found an object'],
  ])('rejects %s', (_, type, value, message) => {
    expect(() => encodeValue(type, value)).toThrow(new ValueError(message));
  });
});

const TENTH = '0.1000000000000000055511151231257827021181583404541015625';

describe('decodeValue()', () => {
  test.each<[string, CtyType, string, CtyValue]>([
    ['a fraction that is binary', 'number', 'cb3fe0000000000000', 0.5],
    ['a binary fraction that no short decimal equals', 'number', 'cb3fb999999999999a', { decimal: TENTH }],
    ['a large binary integer', 'number', 'cb4415af1d78b58c40', 10n ** 20n],
    ['minus zero', 'number', 'cb8000000000000000', 0],
  ])('reads %s', (_, type, wire, expected) => {
    expect(decodeValue(type, bytes(wire))).toStrictEqual(expected);
  });

  test.each<[string, CtyType, string, string]>([
    ['a missing attribute', ['object', { a: 'string', b: 'string' }], '81a161c0', 'b: this attribute is missing'],
    ['a surplus attribute', ['object', {}], '81a161c0', 'a: the type has no attribute of this name'],
    ['a wrong type', ['object', { a: ['list', 'bool'] }], '81a16191a178', 'a[0]: expected a bool, found a string'],
    ['NaN', 'number', 'cb7ff8000000000001', 'expected a number, found NaN'],
    ['no bytes', 'string', '', 'Offset is outside the bounds of the DataView'],
    ['bytes after the end', 'string', 'c0c0', 'Extra 1 of 2 byte(s) found at buffer[1]'],
    ['a key that is no text', ['map', 'bool'], '8101c3', 'expected strings as map keys, found a number'],
    ['no type', 'dynamic', '92c403227822c0', 'expected a type such as "string" or ["list","string"], found "x"'],
  ])('rejects %s', (_, type, wire, message) => {
    expect(() => decodeValue(type, bytes(wire))).toThrow(new ValueError(message));
  });

  test('rejects excessive nesting', () => {
    const deep = Buffer.concat([Buffer.alloc(50_000, 0x91), Buffer.from([0xc0])]);
    expect(() => decodeValue('string', deep)).toThrow(ValueError);
    const type = `${'["list",'.repeat(20_000)}"string"${']'.repeat(20_000)}`;
    expect(() => decodeValue('dynamic', encodeMsgpack([Buffer.from(type), null]))).toThrow(ValueError);
  });
});

/** Values of any type in any encoding, and damaged bytes. */
describe('any value', () => {
  /** Damages per value. */
  const perValue = 100;

  /** Kinds of damage. By chance, most of them may change nothing. */
  const damages: readonly ((bytes: Buffer, pick: Pick) => Buffer)[] = [
    // Some bytes are other bytes.
    (bytes, pick) => {
      const broken = Buffer.from(bytes);
      for (let left = 1 + pick(4); left > 0; left--) broken[pick(broken.length)] = pick(256);
      return broken;
    },
    // A bit is another bit.
    (bytes, pick) => {
      const broken = Buffer.from(bytes);
      const at = pick(broken.length);
      broken[at] = (broken[at] ?? 0) ^ (1 << pick(8));
      return broken;
    },
    // A part is missing or duplicated.
    (bytes, pick) => {
      const [from, to] = [pick(bytes.length + 1), pick(bytes.length + 1)];
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    },
    // Something is put in: heads with large lengths, and the byte that msgpack never uses.
    (bytes, pick) => {
      const heads = 'c1 c6ffffffff c9ffffffff0c dbffffffff dcffff dd01ffffff ddffffffff dfffffffff'.split(' ');
      const at = pick(bytes.length + 1);
      const more = Buffer.from((heads[pick(heads.length)] as string).repeat(1 + pick(3)), 'hex');
      return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + pick(2))]);
    },
    // It is nested deeply in lists or maps.
    (bytes, pick) => Buffer.concat([Buffer.alloc(pick(1500), [0x91, 0x81, 0x81, 0xdd][pick(4)]), bytes]),
  ];

  /** Whether the bytes were read. Throws if they were neither read as a value of the type nor refused by ValueError. */
  function readsOrRefuses(type: CtyType, bytes: Buffer): boolean {
    let value: CtyValue;
    try {
      value = decodeValue(type, bytes);
    } catch (error) {
      if (error instanceof ValueError) return false;
      throw new Error(`${hex(bytes).slice(0, 4000)} as ${JSON.stringify(type)}: ${String(error)}`, { cause: error });
    }
    try {
      encodeValue(type, value);
    } catch (error) {
      throw new Error(`${hex(bytes).slice(0, 4000)} is read as no ${JSON.stringify(type)}`, { cause: error });
    }
    return true;
  }

  test('a random value is decoded from our encoding, and from a random one', () => {
    fc.assert(
      fc.property(typedValues, fc.nat(), ({ type, value }, seed) => {
        deepStrictEqual(decodeValue(type, encodeValue(type, value)), value);
        const wire = encodeRandomly(type, value, picker(seed));
        deepStrictEqual(decodeValue(type, wire), value);
      }),
      tries(2_000, 200),
    );
  });

  test('damaged values decode to a value of the type or throw ValueError', () => {
    const values = tries(1000, 20);
    let refused = 0;
    fc.assert(
      fc.property(typedValues, types, fc.nat(), ({ type, value }, other, seed) => {
        const pick = picker(seed);
        const whole = encodeRandomly(type, value, pick);
        for (let n = 0; n < perValue; n++) {
          const damage = damages[pick(damages.length)] as (typeof damages)[number];
          if (!readsOrRefuses(pick(8) === 0 ? other : type, damage(whole, pick))) refused += 1;
        }
        // No value is the beginning of another one.
        if (readsOrRefuses(type, whole.subarray(0, pick(whole.length))))
          throw new Error('A part of a value is read as a value');
        if (readsOrRefuses(type, Buffer.concat([whole, whole]))) throw new Error('Two values are read as one');
      }),
      values,
    );
    // Else the damage would be none.
    expect(refused).toBeGreaterThan((values.numRuns * perValue) / 2);
  });

  const megabytes = campaignSize(1, 5);

  describe(`values of ${megabytes} MB`, () => {
    const bytes = megabytes * 2 ** 20;
    const many = Array.from({ length: bytes / 256 }, (_, n) => n);
    test.each<[string, CtyType, CtyValue]>([
      ['one text', 'string', 'x'.repeat(bytes)],
      ['one text of four bytes a character', 'string', '\u{1f512}'.repeat(bytes / 4)],
      ['a list of texts', ['list', 'string'], many.map((n) => `${n}`.padStart(256))],
      ['a set of large numbers', ['set', 'number'], many.map((n) => 10n ** 255n + BigInt(n))],
      ['a map', ['map', 'bool'], objectValue(many.map((n) => [`${n}`.padStart(256), n % 2 === 0]))],
      ['one number', 'number', { decimal: '7'.repeat(bytes) }],
    ])('round-trip: %s', (_, type, value) => {
      const wire = encodeValue(type, value);
      expect(wire.length).toBeGreaterThanOrEqual(bytes);
      deepStrictEqual(decodeValue(type, wire), value);
    });
  });

  test('an array that announces more elements than bytes follow is an error, before it allocates memory', () => {
    // A library that believes the length makes room for 2^25 elements at each of these heads: hundreds of gigabytes.
    const bytes = Buffer.concat(Array<Buffer>(1000).fill(Buffer.from('dd01ffffff', 'hex')));
    expect(() => decodeValue(['list', 'string'], bytes)).toThrow(
      new ValueError('an array of 33554431 is announced, and 4995 bytes follow'),
    );
  });
});
