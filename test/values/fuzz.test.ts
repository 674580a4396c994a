/** Values of any type in any encoding, and damaged bytes; `test/fuzz.ts` defines the number of runs. */
import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';

import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { ValueError } from '../../src/values/error';
import { picker, tries } from '../fuzz';
import { typedValues, types } from './arbitraries';
import { encodeRandomly, type Pick } from './wire';

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

/** Whether the bytes were read; throws when they were neither read as a value of the type nor refused as they should. */
function readsOrRefuses(type: CtyType, bytes: Buffer): boolean {
  let value: CtyValue;
  try {
    value = decodeValue(type, bytes);
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
  fc.assert(
    fc.property(typedValues, fc.nat(), ({ type, value }, seed) => {
      deepStrictEqual(decodeValue(type, encodeValue(type, value)), value);
      const wire = encodeRandomly(type, value, picker(seed));
      deepStrictEqual(decodeValue(type, wire), value);
    }),
    tries(2_000),
  );
});

test('damaged values decode to a value of the type or throw ValueError', () => {
  const values = tries(1000);
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

test('an array that announces more elements than bytes follow is an error, before it allocates memory', () => {
  // A library that believes the length makes room for 2^25 elements at each of these heads: hundreds of gigabytes.
  const bytes = Buffer.concat(Array<Buffer>(1000).fill(Buffer.from('dd01ffffff', 'hex')));
  expect(() => decodeValue(['list', 'string'], bytes)).toThrow(
    new ValueError('an array of 33554431 is announced, and 4995 bytes follow'),
  );
});
