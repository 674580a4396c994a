import fc from 'fast-check';
import { canonicalString, canonicalValue, elementIdentity, semanticallyEqual } from '../../src/model/canonical';
import { FORMATS } from '../../src/model/formats';
import type { Attribute, ScalarAttribute, StringsAttribute } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { valueToJson } from '../../src/provider/state/json-values';
import { configArbitrary } from '../support/provider/arbitraries';

const text: ScalarAttribute = { type: 'string', presence: 'optional', doc: '' };
const texts: StringsAttribute = { type: 'set', elements: 'string', presence: 'optional', doc: '' };

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('semantic equality of %s', (_, kind) => {
  const whole: Attribute = { type: 'object', presence: 'required', doc: '', attributes: kind.attributes };
  const values = configArbitrary(kind.attributes, false).map((value) => valueToJson(value));

  test('is reflexive and symmetric, ignores the order of sets, and holds between a value and its canonical value', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(semanticallyEqual(whole, a, structuredClone(a))).toBe(true);
        expect(semanticallyEqual(whole, a, b)).toBe(semanticallyEqual(whole, b, a));
        const canonical = canonicalValue(whole, a);
        expect(canonicalValue(whole, canonical)).toEqual(canonical);
        expect(semanticallyEqual(whole, a, canonical)).toBe(true);
        const reordered = Object.entries(a).map(([name, member]) => {
          const isSet = kind.attributes[name]?.type === 'set' && Array.isArray(member);
          return [name, isSet ? [...member].reverse() : member];
        });
        expect(semanticallyEqual(whole, a, Object.fromEntries(reordered))).toBe(true);
      }),
    );
  });
});

describe('scalar values', () => {
  test.each<[string, ScalarAttribute, string, string]>([
    ['listed words in any case', { ...text, enumIgnoresCase: true, enum: ['JSON'] }, 'json', 'JSON'],
    ['texts that Unicode calls the same', text, 'é'.normalize('NFD'), 'é'.normalize('NFC')],
  ])('are equal: %s', (_, attribute, a, b) => {
    expect(semanticallyEqual(attribute, a, b)).toBe(true);
  });

  test.each<[string, ScalarAttribute, unknown, unknown]>([
    ['case, where nothing says so', text, 'a', 'A'],
    ['blanks', text, 'a', 'a '],
    ['empty and absent, where nothing says so', text, '', null],
    ['words that are not listed', { ...text, enumIgnoresCase: true, enum: ['JSON'] }, 'xml', 'XML'],
    ['invalid CIDRs', { ...text, format: 'cidr' }, '10.0.0.1/8', '10.0.0.0/8'],
  ])('differ: %s', (_, attribute, a, b) => {
    expect(semanticallyEqual(attribute, a, b)).toBe(false);
  });

  test('are null if empty and emptyIsAbsent is set; null ones have the default', () => {
    expect(semanticallyEqual({ ...text, emptyIsAbsent: true }, '', null)).toBe(true);
    expect(semanticallyEqual({ ...text, default: 'global' }, undefined, 'global')).toBe(true);
    expect(semanticallyEqual({ ...text, default: 'global', emptyIsAbsent: true }, '', 'global')).toBe(true);
    expect(semanticallyEqual({ type: 'bool', presence: 'optional', doc: '', default: false }, null, false)).toBe(true);
  });

  test('have the canonical form that is in the enum', () => {
    expect(canonicalString({ enumIgnoresCase: true, enum: ['JSON'] }, 'jSoN')).toBe('JSON');
  });
});

test.each(Object.entries(FORMATS))(
  'the examples of the format %s are valid and have one canonical form each',
  (_, format) => {
    const { check, canonical = (text: string) => text, examples } = format;
    expect(examples.flat().flatMap((text) => check?.(text) ?? [])).toEqual([]);
    const forms = examples.map((equal) => new Set(equal.map(canonical)));
    expect(forms.map(({ size }) => size)).toEqual(examples.map(() => 1));
    expect(new Set(forms.flatMap((each) => [...each])).size).toBe(examples.length);
    expect(forms.flatMap((each) => [...each].map(canonical))).toEqual(forms.flatMap((each) => [...each]));
  },
);

describe('collections', () => {
  test('that are sets ignore order and duplicates', () => {
    expect(semanticallyEqual(texts, ['a', 'b', 'a'], ['b', 'a'])).toBe(true);
    expect(semanticallyEqual(texts, ['a', 'b'], ['a'])).toBe(false);
  });

  test('are equal if their elements are semantically equal', () => {
    expect(semanticallyEqual({ ...texts, enumIgnoresCase: true, enum: ['bindings'] }, ['BINDINGS'], ['bindings'])).toBe(
      true,
    );
    expect(semanticallyEqual({ ...texts, format: 'cidr' }, ['192.0.2.1'], ['192.0.2.1/32'])).toBe(true);
  });

  test('are null if empty', () => {
    for (const type of ['set', 'list'] as const) expect(semanticallyEqual({ ...texts, type }, [], null)).toBe(true);
    expect(semanticallyEqual({ ...texts, type: 'map' }, {}, null)).toBe(true);
  });

  test('of objects match their elements by the identifying member', () => {
    const sources = getKind('event_subscription').attributes['sources'] as Attribute;
    const key = (element: object): string => elementIdentity(sources, element);
    expect(key({ type: 'a', fields: ['x'] })).toBe(key({ type: 'a', filter: 'true' }));
    expect(key({ type: 'a' })).not.toBe(key({ type: 'b' }));
  });
});

test('lists differ by their order', () => {
  expect(semanticallyEqual({ ...texts, type: 'list' }, ['a', 'b'], ['b', 'a'])).toBe(false);
});

test('maps are equal whatever the order of their keys', () => {
  const map: Attribute = { ...texts, type: 'map' };
  expect(semanticallyEqual(map, { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
  expect(semanticallyEqual(map, { a: '1' }, { a: '2' })).toBe(false);
});

test('an object is null if all members of nullWhenAllEmpty are empty', () => {
  const deployment = getKind('kubernetes_operator').attributes['deployment'] as Attribute;
  expect(semanticallyEqual(deployment, { name: '', version: null }, null)).toBe(true);
  expect(semanticallyEqual(deployment, { name: 'a' }, null)).toBe(false);
});

test.each<[string, unknown]>([
  ['a string', 'x'],
  ['a number', 7],
  ['an object', { a: 'x' }],
])('%s in place of a set, as in a damaged state file, equals no set', (_, damaged) => {
  expect(canonicalValue(texts, damaged)).toEqual(damaged);
  expect(semanticallyEqual(texts, damaged, ['x'])).toBe(false);
  expect(semanticallyEqual(texts, ['x'], damaged)).toBe(false);
});
