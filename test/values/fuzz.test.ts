/** Values of any type in any encoding, and damaged bytes; `test/fuzz.ts` defines the number of runs. */
import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';

import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { ValueError } from '../../src/values/error';
import { picker, tries, whyFails } from '../fuzz';
import { typedValues, types } from './arbitraries';
import { valuesEqual } from './values-equal';
import { encodeRandomly, type Pick } from './wire';

type Decode = typeof decodeValue;
type Encode = typeof encodeValue;

/** Damages per value. */
const perValue = 100;

/** Enough values to find planted mistakes, always the same ones; shrinking is not needed. */
const some = { numRuns: 1_000, endOnFailure: true, seed: 1 };

/** Kinds of damage; each returns different bytes. */
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
  // Something is put in: heads with the largest lengths, and the byte that msgpack never uses.
  (bytes, pick) => {
    const heads = [
      'c1',
      'c6ffffffff',
      'c9ffffffff0c',
      'dbffffffff',
      'dcffff',
      'dd01ffffff',
      'ddffffffff',
      'dfffffffff',
    ];
    const at = pick(bytes.length + 1);
    const more = Buffer.from((heads[pick(heads.length)] as string).repeat(1 + pick(3)), 'hex');
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + pick(2))]);
  },
  // It is nested deeply in lists or maps.
  (bytes, pick) => Buffer.concat([Buffer.alloc(pick(1500), [0x91, 0x81, 0x81, 0xdd][pick(4)]), bytes]),
];

/** Throws unless decoding returns each encoded value, whichever encoding was used. */
function fuzzRoundTrips(decode: Decode, encode: Encode, how: fc.Parameters<unknown>): void {
  fc.assert(
    fc.property(typedValues, fc.nat(), ({ type, value }, seed) => {
      deepStrictEqual(decode(type, encode(type, value)), value);
      const wire = encodeRandomly(type, value, picker(seed));
      if (!valuesEqual(type, decode(type, wire), value)) throw new Error(`${hex(wire)} is read as another value`);
    }),
    how as fc.Parameters<[{ type: CtyType; value: CtyValue }, number]>,
  );
}

/** Throws on a decoder that does anything with damaged bytes but refuse them or read a value of the type. */
function fuzzDamaged(decode: Decode, how: fc.Parameters<unknown>): number {
  let refused = 0;
  fc.assert(
    fc.property(typedValues, types, fc.nat(), ({ type, value }, other, seed) => {
      const pick = picker(seed);
      const whole = encodeRandomly(type, value, pick);
      for (let n = 0; n < perValue; n++) {
        const damage = damages[pick(damages.length)] as (typeof damages)[number];
        if (!readsOrRefuses(decode, pick(8) === 0 ? other : type, damage(whole, pick))) refused += 1;
      }
      // No value is the beginning of another one.
      if (readsOrRefuses(decode, type, whole.subarray(0, pick(whole.length)))) {
        throw new Error('A part of a value is read as a value');
      }
      if (readsOrRefuses(decode, type, Buffer.concat([whole, whole]))) throw new Error('Two values are read as one');
    }),
    how as fc.Parameters<[{ type: CtyType; value: CtyValue }, CtyType, number]>,
  );
  return refused;
}

/** Whether the bytes were read; throws when they were neither read as a value of the type nor refused as they should. */
function readsOrRefuses(decode: Decode, type: CtyType, bytes: Buffer): boolean {
  let value: CtyValue;
  try {
    value = decode(type, bytes);
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw new Error(`${hex(bytes)} as ${JSON.stringify(type)}: ${String(error)}`, { cause: error });
  }
  try {
    encodeValue(type, value);
  } catch (error) {
    throw new Error(`${hex(bytes)} is read as no ${JSON.stringify(type)}`, { cause: error });
  }
  return true;
}

const hex = (bytes: Buffer): string => bytes.toString('hex').slice(0, 4000);

test('every value is decoded from every encoding', () => {
  fuzzRoundTrips(decodeValue, encodeValue, tries(2_000));
});

test('random bytes decode to a value of the type or throw ValueError', () => {
  fc.assert(
    fc.property(types, fc.uint8Array({ maxLength: 40 }), (type, random) => {
      readsOrRefuses(decodeValue, type, Buffer.from(random));
    }),
    tries(1000),
  );
});

test('damaged values decode to a value of the type or throw ValueError', () => {
  const values = tries(1000);
  const refused = fuzzDamaged(decodeValue, values);
  // Else the damage would be none.
  expect(refused).toBeGreaterThan((values.numRuns * perValue) / 2);
});

describe('the fuzzers find', () => {
  const broken = (change: (type: CtyType, bytes: Uint8Array) => CtyValue) => () => fuzzDamaged(change, some);

  test.each<[string, () => unknown, RegExp]>([
    [
      'a decoder that trusts a length and reads zeros behind the end',
      broken((type, bytes) => decodeValue(type, beyondTheEnd(type, bytes))),
      /A part of a value is read/,
    ],
    [
      'a decoder that stops where its value ends',
      broken((type, bytes) => decodeValue(type, bytes.subarray(0, firstValue(type, bytes)))),
      /Two values are read as one/,
    ],
    [
      'a decoder that lets out what a library throws',
      broken((type, bytes) => {
        try {
          return decodeValue(type, bytes);
        } catch (error) {
          throw new RangeError('Offset is outside the bounds of the DataView', { cause: error });
        }
      }),
      /RangeError: Offset/,
    ],
    [
      'a decoder that takes what it finds',
      broken((type, bytes) => decodeValue(type === 'bool' ? 'string' : type, bytes)),
      /is read as no "bool"/,
    ],
    [
      'an encoder that writes integers as floating point',
      () =>
        fuzzRoundTrips(
          decodeValue,
          (type, value) => encodeValue(type, typeof value === 'bigint' ? Number(value) : value),
          some,
        ),
      /Expected values to be strictly deep-equal|is read as another value/,
    ],
    [
      'a decoder that takes 64 bits for 53',
      () =>
        fuzzRoundTrips(
          (type, bytes) => {
            const value = decodeValue(type, bytes);
            return typeof value === 'bigint' ? Number(value) : value;
          },
          encodeValue,
          some,
        ),
      /Expected values to be strictly deep-equal|is read as another value/,
    ],
  ])('%s', (_, fuzz, message) => {
    expect(whyFails(fuzz)).toMatch(message);
  });

  function beyondTheEnd(type: CtyType, bytes: Uint8Array): Uint8Array {
    for (let zeros = 0; zeros < 40; zeros++) {
      const padded = Buffer.concat([bytes, Buffer.alloc(zeros)]);
      if (canBeRead(type, padded)) return padded;
    }
    return bytes;
  }

  function firstValue(type: CtyType, bytes: Uint8Array): number {
    for (let end = bytes.length; end > 0; end--) if (canBeRead(type, bytes.subarray(0, end))) return end;
    return bytes.length;
  }

  function canBeRead(type: CtyType, bytes: Uint8Array): boolean {
    try {
      decodeValue(type, bytes);
      return true;
    } catch {
      return false;
    }
  }
});

describe('values of 5 MB', () => {
  const bytes = 5 * 1024 * 1024;
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

test('an array allocates no memory before its elements exist', () => {
  // A library that believes the length makes room for 2^25 elements at each of these heads: hundreds of gigabytes.
  const bytes = Buffer.concat(Array<Buffer>(1000).fill(Buffer.from('dd01ffffff', 'hex')));
  expect(() => decodeValue(['list', 'string'], bytes)).toThrow(
    new ValueError('an array of 33554431 is announced, and 4995 bytes follow'),
  );
});
