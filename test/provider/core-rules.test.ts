/** That the statement of Terraform's rules refuses what Terraform refuses, and takes what it takes. */
import type { SchemaAttribute } from '../../src/provider/protocol/schema';
import { type CtyValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { pathErrors, planErrors, resultErrors, stateErrors } from '../support/provider/core-rules';

const flags = {
  required: { required: true },
  optional: { optional: true },
  computed: { computed: true },
  both: { optional: true, computed: true },
  secret: { optional: true, writeOnly: true },
} as const;
const leaves: readonly SchemaAttribute[] = [
  ...Object.entries(flags).map(([name, flag]) => ({ name, description: '', type: 'string' as const, ...flag })),
  { name: 'numbers', description: '', type: ['list', 'number'], optional: true },
  { name: 'words', description: '', type: ['set', 'string'], optional: true },
];
const nestings = ['single', 'list', 'set', 'map'] as const;
const schema: readonly SchemaAttribute[] = [
  ...leaves,
  ...nestings.map((nesting) => ({
    name: nesting,
    description: '',
    optional: true,
    nested: { nesting, attributes: leaves.slice(0, 4) },
  })),
];

const whole = (attributes: readonly SchemaAttribute[], given: Record<string, CtyValue>): CtyValue =>
  objectValue(attributes.map(({ name }): [string, CtyValue] => [name, given[name] ?? null]));
/** An object of the schema, null where nothing is given. */
const value = (given: Record<string, CtyValue> = {}): CtyValue => whole(schema, { required: 'r', ...given });
const element = (given: Record<string, CtyValue> = {}): CtyValue =>
  whole(schema.slice(0, 4), { required: 'r', ...given });
const map = (given: Record<string, CtyValue>): CtyValue => objectValue(Object.entries(given));

describe('planErrors()', () => {
  test.each<[string, { prior?: CtyValue; config: CtyValue; planned: CtyValue }]>([
    ['the configuration', { config: value({ optional: 'a' }), planned: value({ optional: 'a' }) }],
    [
      'the prior value',
      { prior: value({ optional: 'A' }), config: value({ optional: 'a' }), planned: value({ optional: 'A' }) },
    ],
    ['anything computed', { config: value(), planned: value({ computed: UNKNOWN, both: 'b' }) }],
    ['a set in another order', { config: value({ words: ['a', 'b'] }), planned: value({ words: ['b', 'a'] }) }],
    [
      'an element of a set in the prior representation',
      { config: value({ set: [element({ optional: 'a' })] }), planned: value({ set: [element({ optional: 'A' })] }) },
    ],
    [
      'a set that may turn out as large',
      {
        config: value({ set: [element(), element({ optional: 'a' })] }),
        planned: value({ set: [element({ optional: UNKNOWN }), element({ required: UNKNOWN })] }),
      },
    ],
    [
      'the prior map whole',
      {
        prior: value({ map: map({ A: element() }) }),
        config: value({ map: map({ a: element() }) }),
        planned: value({ map: map({ A: element() }) }),
      },
    ],
    ['a null element', { config: value({ map: map({ a: null }) }), planned: value({ map: map({ a: null }) }) }],
    [
      'what is computed inside',
      { config: value({ single: element() }), planned: value({ single: element({ computed: 'c' }) }) },
    ],
    [
      'the same number',
      { config: value({ numbers: [2n ** 60n, 0.5] }), planned: value({ numbers: [2n ** 60n, 0.5] }) },
    ],
    ['a delete', { config: null, planned: null }],
  ])('accepts %s', (_, { prior = null, config, planned }) => {
    expect(planErrors(schema, prior, config, planned)).toEqual([]);
  });

  test.each<[string, { prior?: CtyValue; config: CtyValue; planned: CtyValue }, RegExp]>([
    ['an empty text for null', { config: value(), planned: value({ optional: '' }) }, /^optional: .* non-computed/],
    ['null for an empty text', { config: value({ optional: '' }), planned: value() }, /^optional: .* not match config/],
    [
      'another representation',
      { config: value({ optional: 'a' }), planned: value({ optional: 'A' }) },
      /not match config/,
    ],
    [
      'the prior value of what was taken away',
      { prior: value({ optional: 'a' }), config: value(), planned: value({ optional: 'a' }) },
      /non-computed/,
    ],
    [
      'unknown for what is configured',
      { config: value({ both: 'b' }), planned: value({ both: UNKNOWN }) },
      /^both: .* not match/,
    ],
    [
      'a write-only value, though configured',
      { config: value({ secret: 's' }), planned: value({ secret: 's' }) },
      /^secret: write-only/,
    ],
    ['a set of other elements', { config: value({ words: ['a'] }), planned: value({ words: ['a', 'b'] }) }, /^words: /],
    [
      'a list in another order',
      { config: value({ numbers: [1, 2] }), planned: value({ numbers: [2, 1] }) },
      /^numbers: /,
    ],
    [
      'another large number',
      { config: value({ numbers: [2n ** 60n] }), planned: value({ numbers: [2n ** 60n + 1n] }) },
      /^numbers: /,
    ],
    ['an empty object for null', { config: value(), planned: value({ single: element() }) }, /^single: /],
    ['null for an object', { config: value({ single: element() }), planned: value() }, /^single: .*absence/],
    [
      'an object that is unknown',
      { config: value({ single: element() }), planned: value({ single: UNKNOWN }) },
      /^single: planned unknown/,
    ],
    [
      'another value inside',
      { config: value({ single: element() }), planned: value({ single: element({ optional: '' }) }) },
      /^single.optional: /,
    ],
    [
      'a set that grows',
      { config: value({ set: [element()] }), planned: value({ set: [element(), element({ optional: 'a' })] }) },
      /^set: count/,
    ],
    [
      'a list that shrinks',
      { config: value({ list: [element(), element()] }), planned: value({ list: [element()] }) },
      /^list\[1\]: is not present in plan/,
    ],
    [
      'some prior keys',
      {
        prior: value({ map: map({ A: element(), b: element() }) }),
        config: value({ map: map({ a: element(), b: element({ optional: 'x' }) }) }),
        planned: value({ map: map({ A: element(), b: element({ optional: 'x' }) }) }),
      },
      /^map\[A\]: is not present in config/,
    ],
    [
      'an element for none',
      { config: value({ map: map({ a: null }) }), planned: value({ map: map({ a: element() }) }) },
      /^map\[a\]/,
    ],
    ['a missing attribute', { config: value(), planned: objectValue([['required', 'r']]) }, /attribute is required/],
    [
      'a surplus attribute',
      { config: value(), planned: objectValue([...Object.entries(value() as object), ['more', 1]]) },
      /^more: unsupported/,
    ],
    ['a value of another type', { config: value(), planned: value({ computed: 1 }) }, /^computed: string required/],
    ['nothing for something', { config: value(), planned: null }, /absence/],
    ['something for nothing', { config: null, planned: value() }, /existence/],
  ])('rejects %s', (_, { prior = null, config, planned }, error) => {
    expect(planErrors(schema, prior, config, planned).join('; ')).toMatch(error);
  });
});

describe('resultErrors()', () => {
  test.each<[string, CtyValue, CtyValue]>([
    ['anything for unknown', value({ computed: UNKNOWN, words: UNKNOWN }), value({ computed: null, words: ['a'] })],
    ['elements that fall together', value({ words: ['a', UNKNOWN] }), value({ words: ['a'] })],
    [
      'a set in another order',
      value({ set: [element({ both: UNKNOWN }), element({ optional: 'b' })] }),
      value({ set: [element({ optional: 'b' }), element({ both: 'x' })] }),
    ],
    ['nothing for nothing', null, null],
  ])('accepts %s', (_, planned, actual) => {
    expect(resultErrors(schema, planned, actual)).toEqual([]);
  });

  test.each<[string, CtyValue, CtyValue, RegExp]>([
    ['another representation', value({ optional: 'a' }), value({ optional: 'A' }), /^optional: was one value/],
    ['a value for null', value(), value({ both: '' }), /^both: was null/],
    ['null for a value', value({ both: '' }), value(), /^both: was not null/],
    ['unknown for a value', value({ both: 'b' }), value({ both: UNKNOWN }), /^both: was known, but now unknown/],
    ['another element', value({ words: ['a'] }), value({ words: ['b'] }), /^words: planned set element/],
    ['more elements', value({ words: ['a', UNKNOWN] }), value({ words: ['a', 'b', 'c'] }), /^words: length changed/],
    ['an element that vanished', value({ list: [element()] }), value({ list: [] }), /^list\[0\]: element has vanished/],
    ['a key that appeared', value({ map: map({}) }), value({ map: map({ a: element() }) }), /^map\[a\]: new element/],
    [
      'another member of an element',
      value({ map: map({ a: element() }) }),
      value({ map: map({ a: element({ both: 'b' }) }) }),
      /^map\[a\].both: /,
    ],
    ['a write-only value', value(), value({ secret: 's' }), /^secret: write-only/],
    ['nothing for something', value(), null, /absent/],
    ['something for nothing', null, value(), /present/],
  ])('rejects %s', (_, planned, actual, error) => {
    expect(resultErrors(schema, planned, actual).join('; ')).toMatch(error);
  });
});

test('stateErrors() rejects unknown and write-only values at any depth', () => {
  expect(stateErrors(schema, value())).toEqual([]);
  expect(stateErrors(schema, value({ list: [element({ computed: UNKNOWN })] }))).toHaveLength(1);
  expect(stateErrors(schema, value({ words: [UNKNOWN] }))).toHaveLength(1);
  expect(stateErrors(schema, value({ secret: 's' }))).toHaveLength(1);
});

test('pathErrors() rejects paths in neither value, and elements of sets', () => {
  const prior = value({ map: map({ a: element() }), set: [element()] });
  const paths = [['optional'], ['map', { key: 'a' }, 'both']];
  expect(pathErrors(schema, paths, prior, value())).toEqual([]);
  expect(pathErrors(schema, [['map', { key: 'b' }]], prior, value())).toHaveLength(1);
  expect(pathErrors(schema, [['single', 'optional']], prior, value({ single: UNKNOWN }))).toEqual([]);
  expect(pathErrors(schema, [['set', { index: 0 }, 'both'], ['nothing'], []], prior, value())).toHaveLength(3);
});
