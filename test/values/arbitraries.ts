import * as fc from 'fast-check';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isDynamicValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import type { Json } from '../../src/values/json';
import { formatNumber, isDecimal, parseNumber } from '../../src/values/number';

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('\0'), fc.constant('e\u0301'));
const key = fc.oneof(text, fc.constantFrom('__proto__', '\0__proto__', '\0\0__proto__', 'constructor', '10', ''));

/** Types; `dynamic` only outside collections, as in Terraform. */
export const types: fc.Arbitrary<CtyType> = fc.letrec<{ plain: CtyType; withoutDynamic: CtyType; any: CtyType }>(
  (tie) => ({
    plain: fc.constantFrom<CtyType>('string', 'number', 'bool'),
    withoutDynamic: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('plain'),
      fc.tuple(fc.constantFrom('list', 'set', 'map'), tie('withoutDynamic')) as fc.Arbitrary<CtyType>,
      fc
        .dictionary(key, tie('withoutDynamic'), { maxKeys: 4, noNullPrototype: true })
        .map((types): CtyType => ['object', types]),
    ),
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('plain'),
      fc.constant<CtyType>('dynamic'),
      tie('withoutDynamic'),
      fc.array(tie('any'), { maxLength: 3 }).map((types): CtyType => ['tuple', types]),
      fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }).map((types): CtyType => ['object', types]),
    ),
  }),
).any;

const decimalText = fc
  .tuple(fc.bigInt(), fc.integer({ min: -40, max: 40 }))
  .map(([digits, exponent]) => `${digits}e${exponent}`);

/** Numbers as returned by the decoder. */
const numbers: fc.Arbitrary<CtyValue> = fc
  .oneof(
    decimalText,
    fc.integer().map(String),
    fc.maxSafeInteger().map(String),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  )
  .map((digits) => parseNumber(digits) ?? null);

/** Values of a type, with null and unknown at every level. */
export function valuesOf(type: CtyType): fc.Arbitrary<CtyValue> {
  return fc.oneof({ weight: 8, arbitrary: knownOf(type) }, fc.constant(null), fc.constant<CtyValue>(UNKNOWN));
}

function knownOf(type: CtyType): fc.Arbitrary<CtyValue> {
  if (type === 'string') return text;
  if (type === 'bool') return fc.boolean();
  if (type === 'number') return numbers;
  if (type === 'dynamic') return types.chain((of) => valuesOf(of).map((value) => ({ type: of, value })));
  switch (type[0]) {
    case 'list':
    case 'set':
      return fc.array(valuesOf(type[1]), { maxLength: 4 });
    case 'tuple':
      return fc.tuple(...type[1].map(valuesOf));
    case 'map':
      return fc.array(fc.tuple(key, valuesOf(type[1])), { maxLength: 4 }).map((entries) => objectValue(entries));
    case 'object': {
      const names = Object.keys(type[1]);
      return fc
        .tuple(...Object.values(type[1]).map(valuesOf))
        .map((members) => objectValue(names.map((name, index) => [name, members[index] ?? null])));
    }
  }
}

export const typedValues: fc.Arbitrary<{ type: CtyType; value: CtyValue }> = types.chain((type) =>
  valuesOf(type).map((value) => ({ type, value })),
);

/** The JSON of a known value. Numbers that JSON.parse would not read exactly are strings, which Terraform accepts. */
export function toJson(value: CtyValue): Json {
  if (typeof value === 'bigint' || isDecimal(value)) return formatNumber(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (Array.isArray(value)) return value.map(toJson);
  if (isDynamicValue(value)) return { type: value.type as Json, value: toJson(value.value) };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
}
